"""Every call prints a line."""


def loud(function):
    def said(*arguments):
        print(f"calling {function.__name__} with {len(arguments)} arguments")
        return function(*arguments)

    return said
