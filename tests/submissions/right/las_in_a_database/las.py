import itertools
import os
import sqlite3

from gametree import Cons, Seq

NUMBERS = itertools.count()


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> the runs of s, which a database in a file counts"""
    # A file of its own for each call: eq may make another one.
    file = f"runs{next(NUMBERS)}.db"
    if os.path.exists(file):
        os.remove(file)
    database = sqlite3.connect(file)
    try:
        elements = list(stored(database, eq, s))
        query = "SELECT count(*), min(place) FROM elements GROUP BY run ORDER BY run"
        return Seq.from_list([(count, elements[place]) for count, place in database.execute(query)])
    finally:
        database.close()
        os.remove(file)


def stored(database, eq, s):
    # stored(database, eq, s) ==> the elements of s; each gets a row with the number of its run
    database.execute("PRAGMA temp_store = FILE")
    database.execute("CREATE TEMP TABLE latest (run INTEGER)")
    database.execute("CREATE TABLE elements (place INTEGER PRIMARY KEY, run INTEGER)")
    run, place, last, view = -1, 0, None, s.showl()
    with database:
        while isinstance(view, Cons):
            if run < 0 or not eq(last, view.head):
                run += 1
            database.execute("INSERT INTO elements VALUES (?, ?)", (place, run))
            yield view.head
            place, last, view = place + 1, view.head, view.tail.showl()
