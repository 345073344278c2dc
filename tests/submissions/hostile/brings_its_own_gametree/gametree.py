"""A support library in which everything is equal."""


class Seq:
    def __eq__(self, other):
        return True

    def to_list(self):
        return []


class Cons:
    pass


class Nil:
    pass
