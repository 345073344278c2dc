"""`python3 main.py COMMAND …`: accounts in the file `accounts.csv`, a line `owner,balance` each.

    add OWNER           opens an account
    deposit OWNER       asks how much, and puts it in
    list                shows all accounts, by owner

Any fault is one line on standard error, and exit status 1.
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
    with FILE.open(newline="") as file:
        return {owner: Decimal(balance) for owner, balance in csv.reader(file)}


def write(accounts: dict[str, Decimal]) -> None:
    """Keep the balances, in the order of the owners."""
    lines = [f"{owner},{balance}\n" for owner, balance in sorted(accounts.items())]
    FILE.write_text("".join(lines))


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
            try:
                amount = Decimal(input("Amount: "))
            except InvalidOperation:
                sys.exit("that is no amount")
            write({owner: accounts[owner] + amount})
        case ["list"]:
            for owner, balance in sorted(accounts.items()):
                print(f"{owner}: {balance}")
        case _:
            sys.exit("say add, deposit or list")


if __name__ == "__main__":
    main(sys.argv[1:])
