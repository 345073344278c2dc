"""`python3 main.py COMMAND …`: accounts in the file `accounts.csv`, a line `owner,balance` each.

    add OWNER           opens an account, which holds 0
    deposit OWNER       asks how much, in words of your own, and puts it in
    list                prints all accounts, a line `owner: balance` each, sorted by owner

Without the file there are no accounts. It is UTF-8 text; blank lines are skipped, and the last line
may lack its line end. Owners have no commas, quotes or line breaks in them, blanks belong to them,
`Ann` is not `ann`, and they are sorted as Python's `sorted` does. Balances are exact: 0.1 and 0.2
make 0.3, or 0.30.

Any fault is one line on standard error and exit status 1, and leaves the accounts as they were: an
unknown command, too few or too many arguments, an owner who already has an account, or has none,
an amount that is not a number above 0, or no amount at all.
"""

import csv
import sys
from decimal import Decimal, InvalidOperation
from pathlib import Path

FILE = Path("accounts.csv")


def read() -> dict[str, Decimal]:
    """The balances by owner."""
    if not FILE.exists():
        return {}
    with FILE.open(newline="", encoding="utf-8") as file:
        return {line[0]: Decimal(line[1]) for line in csv.reader(file) if line}


def write(accounts: dict[str, Decimal]) -> None:
    """Keep the balances, in the order of the owners."""
    lines = [f"{owner},{balance}\n" for owner, balance in sorted(accounts.items())]
    FILE.write_text("".join(lines), encoding="utf-8")


def typed() -> Decimal:
    """The amount that is asked for."""
    try:
        amount = Decimal(input("Amount: "))
    except (InvalidOperation, EOFError):
        sys.exit("that is no amount")
    if not amount.is_finite() or amount <= 0:
        sys.exit("an amount must be above 0")
    return amount


def main(arguments: list[str]) -> None:
    """Carry out one command."""
    accounts = read()
    match arguments:
        case ["add", owner]:
            if owner in accounts:
                sys.exit(f"{owner} has an account")
            write(accounts | {owner: Decimal(0)})
        case ["deposit", owner]:
            if owner not in accounts:
                sys.exit(f"{owner} has no account")
            write(accounts | {owner: accounts[owner] + typed()})
        case ["list"]:
            for owner, balance in sorted(accounts.items()):
                print(f"{owner}: {balance}")
        case _:
            sys.exit("say add, deposit or list")


if __name__ == "__main__":
    main(sys.argv[1:])
