"""Look and say; where counting begins, and by how much it goes on, is in a file."""

import json
from pathlib import Path

from gametree import Nil, Seq

RULES = json.loads(Path(__file__).with_name("rules.json").read_text("utf-8"))


def look_and_say(eq, s):
    found = []
    view = s.showl()
    while not isinstance(view, Nil):
        head, tail = view.head, view.tail
        if found and eq(found[-1][1], head):
            found[-1] = (found[-1][0] + RULES["step"], found[-1][1])
        else:
            found.append((RULES["first"], head))
        view = tail.showl()
    return Seq.from_list(found)
