"""Raises an exception whose text, name and kind are traps."""


class Meta(type):
    __name__ = "x" * 100_000

    def __instancecheck__(cls, instance):
        raise SystemExit


class Trap(BaseException, metaclass=Meta):
    def __str__(self):
        raise self

    __repr__ = __str__

    def __getattribute__(self, name):
        if name == "__class__":
            return ValueError
        return super().__getattribute__(name)


def look_and_say(eq, s):
    s.showl()
    raise Trap(Trap())
