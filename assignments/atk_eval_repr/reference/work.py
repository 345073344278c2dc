from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: int


def to_infix(tokens):
    st = []
    for t in tokens:
        if t in "+-*":
            b = st.pop()
            a = st.pop()
            st.append(f"({a} {t} {b})")
        else:
            st.append(t)
    return st[0]


def double(x):
    return 2 * x
