# Made of cheap.sql: edit that file, not this one.
TEXT = """\
SELECT name, price FROM products WHERE price < 500 ORDER BY price, name;
"""
import sqlite3
