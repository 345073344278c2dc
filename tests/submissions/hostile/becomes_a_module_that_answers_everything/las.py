"""Is no module, but an object that has every name and can be called by all of them."""
import sys


class Everything:
    __name__ = __file__ = "las"
    __spec__ = __path__ = None

    def __getattr__(self, name):
        return self

    def __call__(self, *arguments):
        return self


sys.modules[__name__] = Everything()
