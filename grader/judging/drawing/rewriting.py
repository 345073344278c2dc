"""Questions with some of their parts replaced: calls, arguments, objects of the library."""

from collections.abc import Iterable
from typing import Any

from grader.student.library import declared
from grader.student.question import Attribute, Call, Question, SpecialForm


class Rewriting:
    """Questions in which the second of each pair takes the place of the first, by identity."""

    def __init__(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        # With those that are replaced, so that no other object gets the id of one.
        self._instead = {id(one): (one, other) for one, other in pairs}
        self._known = {number: other for number, (_, other) in self._instead.items()}

    def of(self, value: Any) -> Any:
        """A question, or a part of it; one that occurs twice is still one."""
        if id(value) in self._known:
            return self._known[id(value)]
        if isinstance(value, Question):
            return self._known.setdefault(id(value), self._question(value))
        if type(value) in (tuple, list):
            return type(value)(map(self.of, value))
        if type(value) is dict:
            return {key: self.of(part) for key, part in value.items()}
        if declared(type(value), "PLACES"):
            return self._place(value)
        return value

    def _question(self, question: Question) -> Question:
        match question:
            case Attribute(_target=target, _name=name):
                return Attribute(self.of(target), name)
            case Call(_function=function, _arguments=arguments):
                named = {name: self.of(x) for name, x in question._named.items()}
                return Call(self.of(function), tuple(map(self.of, arguments)), named)
            case SpecialForm(_body=body, _given=given):
                bound = question._bound
                return SpecialForm(question._form, self.of(body), [*map(self.of, given)], bound)
        return question

    def _place(self, place: Any) -> Any:
        """The same place in the object that takes the place of its own."""
        _tag, path_in, follow, *_ = declared(type(place), "PLACES")
        for one, other in self._instead.values():
            if declared(type(one), "TEXTS") and (path := path_in(one, place)) is not None:
                return follow(other, path)
        return place
