# -*- coding: latin-1 -*-
# Élément par élément, ½ fois
"""HW 9, part 1."""

from typing import Any, Callable

from gametree import Nil, Seq


def look_and_say(eq: Callable[[Any, Any], bool], s: Seq[Any]) -> Seq[tuple[int, Any]]:
    """Read a sequence aloud. Neighbours that are eq are counted together."""
    answer = []
    count = 0
    current = None
    view = s.showl()
    while not isinstance(view, Nil):
        if count > 0 and eq(current, view.head):
            count += 1
        else:
            if count > 0:
                answer.append((count, current))
            current = view.head
            count = 1
        view = view.tail.showl()
    if count > 0:
        answer.append((count, current))
    return Seq.from_list(answer)
