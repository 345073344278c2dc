from amounts import Amount
from refused import TooFew

__all__ = ["Cart"]


class Basket:
    def __init__(self, stock, prices):
        self.stock = dict(stock)
        self.prices = prices
        self.articles = []

    def __len__(self):
        return len(self.articles)

    def __iter__(self):
        return iter(sorted(set(self.articles)))

    def __contains__(self, article):
        return article in self.articles


class Cart(Basket):
    def add(self, article, *, count=1):
        left = self.stock[article] - self.articles.count(article)
        if left < count:
            raise TooFew(article, left)
        self.articles += [article] * count

    def total(self, *, discount=0):
        return Amount(sum(self.prices[a].cents for a in self.articles) * (100 - discount) // 100)
