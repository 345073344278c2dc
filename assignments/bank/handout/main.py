"""`python3 main.py COMMAND …`: accounts in the file `accounts.csv`, a line `owner,balance` each.

    add OWNER           opens an account, which holds 0
    deposit OWNER       asks how much, in words of your own, and puts it in
    list                prints all accounts, a line `owner: balance` each, sorted by owner

Where there is no file, there are no accounts. It is UTF-8; a blank line is no account, and its last
line may have no end. An owner is a text without commas, quotes and line breaks, and `Ann` is not
`ann`: Python's `sorted` says who is first. Balances are exact: 0.1 and 0.2 are 0.3, or 0.30.

Any fault is one line on standard error and exit status 1, and leaves the accounts as they were: a
command that is none, too few or too many arguments, an owner who has an account already, or has
none, an amount that is no number above 0, or that is never typed.
"""

raise NotImplementedError("main.py")
