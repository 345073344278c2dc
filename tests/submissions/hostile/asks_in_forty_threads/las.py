"""Counts what the judge has answered to other threads."""

import threading

from gametree import Seq


def look_and_say(eq, s):
    heard, elements = [], list(s)[:6]

    def ask(x, y):
        heard.append(eq(x, y))

    threads = [threading.Thread(target=ask, args=(x, y)) for x in elements for y in elements]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Seq.from_list([(heard.count(True), x) for x in elements])
