"""Other shops than the handout's, as SQL that changes it."""

from hypothesis import strategies as st

NAMES = ("ball", "kite", "mug", "soap", "O'Neill's towel")
PEOPLE = ("Ada", "Bob", "Ada", "Eve")
prices = st.sampled_from((1, 5, 10, 199, 400, 499, 500, 501, 1250, 1999))
kinds = st.sampled_from(("'toy'", "'bath'", "'toys'", "NULL"))


@st.composite
def shops(draw: st.DrawFn) -> str:
    """SQL that makes a shop of up to five products, four customers and six sales."""
    names = draw(st.lists(st.sampled_from(NAMES), max_size=5))
    products = [
        f"({number}, '{name.replace(chr(39), chr(39) * 2)}', {draw(kinds)}, {draw(prices)})"
        for number, name in enumerate(names, 7)
    ]
    people = PEOPLE[: draw(st.integers(0, 4))]
    customers = [f"('{number}@example.org', '{name}')" for number, name in enumerate(people)]
    sales = []
    if names and people:
        pairs = st.tuples(st.integers(0, len(people) - 1), st.integers(7, 6 + len(names)))
        bought = draw(st.lists(pairs, max_size=6))
        sales = [
            f"({number}, '{who}@example.org', {what}, {draw(st.integers(1, 3))})"
            for number, (who, what) in enumerate(bought)
        ]
    tables = {"sales": sales, "products": products, "customers": customers}
    emptied = [f"DELETE FROM {name};" for name in tables]
    filled = [f"INSERT INTO {name} VALUES {', '.join(own)};" for name, own in tables.items() if own]
    return "\n".join([*emptied, *filled])
