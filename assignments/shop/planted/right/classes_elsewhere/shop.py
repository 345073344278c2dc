import refused
from amounts import Amount as Money
from baskets import *

ShopError, OutOfStock = refused.Refused, refused.TooFew


def cheapest(prices):
    if prices == {}:
        raise ValueError("no prices")
    return sorted(prices.items(), key=lambda pair: (pair[1], pair[0]))[0][0]
