from dataclasses import dataclass


@dataclass
class Point:
    pass


def to_infix(tokens):
    raise NotImplementedError


def double(x):
    raise NotImplementedError
