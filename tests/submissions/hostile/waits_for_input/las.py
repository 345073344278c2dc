"""Asks for the answer."""


def look_and_say(eq, s):
    s.showl()
    return input("Which answer is right? ")
