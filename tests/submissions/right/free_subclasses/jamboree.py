"""Classes are subclasses of others; functions are methods as well."""

import plain_jamboree


class Jamboree(plain_jamboree.Jamboree):
    """The same, as a subclass."""
