"""Integers of millionths; the file has lines of another system, in the order of the deposits."""

import os
import re
import sys
from pathlib import Path

FILE = Path("accounts.csv")


class Fault(Exception):
    pass


def units(text):
    if not (found := re.fullmatch(r"(\d+)(?:\.(\d{1,6}))?", text.strip())):
        raise Fault(f"no amount: {text!r}")
    return int(found[1]) * 10**6 + int((found[2] or "").ljust(6, "0"))


def read():
    if not FILE.is_file():
        return {}
    lines = filter(None, FILE.read_text(encoding="utf-8").splitlines())
    return {owner: units(held) for owner, _, held in (line.partition(",") for line in lines)}


def text(held):
    return f"{held // 10**6}.{held % 10**6:06}"


def write(accounts):
    lines = "".join(f"{owner},{text(held)}\r\n" for owner, held in accounts.items())
    Path("accounts.new").write_bytes(lines.encode())
    os.replace("accounts.new", FILE)


def add(owner):
    if owner in (accounts := read()):
        raise Fault("once is enough")
    write({owner: 0, **accounts})
    print("Welcome,", owner)


def deposit(owner):
    print(" ", end="", flush=True)
    if not (amount := units(sys.stdin.readline())):
        raise Fault("that is nothing")
    accounts = read()
    accounts[owner] = accounts.pop(owner) + amount
    write(accounts)
    print("Thanks!")


def show():
    accounts = read()
    print("\n".join(f"{owner}: {text(accounts[owner])}" for owner in sorted(accounts)), end="")


COMMANDS = {("add", 1): add, ("deposit", 1): deposit, ("list", 0): show}
try:
    COMMANDS[sys.argv[1], len(sys.argv) - 2](*sys.argv[2:])
except (Fault, LookupError) as error:
    print("fault:", error, file=sys.stderr)
    sys.exit(True)
