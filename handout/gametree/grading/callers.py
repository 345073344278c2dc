"""What a caller may do to an answer."""

from typing import Any

from gametree.seq import Seq


def copied(answer: Any) -> Any:
    """A copy of an answer, of each list in it, and of each pair in a sequence."""
    match answer:
        case Seq():
            return Seq.from_list([copied(part) for part in answer.to_list()])
        case list():
            return [copied(part) for part in answer]
        case tuple() if type(answer) is tuple:
            return tuple([copied(part) for part in answer])
    return answer


def overwritten(answer: Any) -> Any:
    """A copy of an answer as it is now; then nothing but None is in its lists, however deep."""
    copy, left = copied(answer), [answer]
    while left:
        match left.pop():
            case Seq() as sequence:
                left += sequence.to_list()
            case tuple() as parts:
                left += parts
            case list() as parts:
                left += parts
                parts[:] = [None]
    return copy
