"""Character by character; whatever of ASCII is no letter or digit is a sign."""

COMMON = open("common.txt", encoding="utf-8").read().splitlines()


def is_sign(character):
    return character.isascii() and not character.isalnum()


def bare(word):
    while word and is_sign(word[0]):
        word = word[1:]
    while word and is_sign(word[-1]):
        word = word[:-1]
    return word.lower()


def tally(text):
    counts, word = {}, ""
    for character in text + "\n":
        if not character.isspace():
            word += character
            continue
        if word := bare(word):
            counts[word] = 1 + (counts[word] if word in counts else 0)
        word = ""
    return counts


def density(text):
    rare = total = 0
    for word, count in tally(text).items():
        total += count
        rare += 0 if word in COMMON else count
    try:
        return rare / total
    except ZeroDivisionError:
        return 0


def first_repeated(feed, seen=frozenset()):
    word = next(feed, None)
    if word is None or word in seen:
        return word
    return first_repeated(feed, seen | {word})
