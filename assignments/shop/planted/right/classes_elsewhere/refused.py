class Refused(Exception):
    pass


class TooFew(Refused):
    def __init__(self, article, left):
        super().__init__(f"{article}: only {left} left")
        self.left = left
