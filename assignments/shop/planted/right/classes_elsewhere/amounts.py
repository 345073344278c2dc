from functools import total_ordering


@total_ordering
class Amount:
    def __init__(self, cents=0):
        self.cents = cents

    def __eq__(self, other):
        return isinstance(other, Amount) and self.cents == other.cents

    def __lt__(self, other):
        return self.cents < other.cents

    def __hash__(self):
        return self.cents

    def __add__(self, other):
        return Amount(self.cents + other.cents)

    def __mul__(self, count):
        return Amount(self.cents * count)

    __rmul__ = __mul__

    def __str__(self):
        text = str(self.cents).zfill(3)
        return text[:-2] + "." + text[-2:]

    __repr__ = __str__
