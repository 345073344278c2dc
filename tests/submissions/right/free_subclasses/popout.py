"""Classes are subclasses of others; functions are methods as well."""

import plain_popout


class PopOut(plain_popout.PopOut):
    """The same, as a subclass."""
