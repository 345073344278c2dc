"""Objects of the tests' classes are for a hand-in what they are in one program."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.sandbox.tiers import Nursery
from tests.boxed import LOCKED
from tests.course_tests.conftest import nursery_for_tests
from tests.course_tests.examining import ChangedCase, catch_changes, examined_in, failures_of


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    """What they are is the same at every tier."""
    with nursery_for_tests(LOCKED[-1]) as made:
        yield made


TESTS = """
    import io
    from collections.abc import Sequence
    from unittest.mock import MagicMock, Mock
    from work import called, counted, flat, kinds, of_kind, same, sized, summed, truths

    class Shape:
        def __init__(self, n):
            self.n = n
        def area(self):
            return self.n

    class Box(Shape):
        def __len__(self):
            return self.n
        def __iter__(self):
            return iter(range(self.n))
        def __add__(self, other):
            return Box(self.n + other.n)

    class Call(Shape):
        def __call__(self):
            return 5

    class Row(Sequence):
        def __init__(self, *parts):
            self.parts = parts
        def __len__(self):
            return len(self.parts)
        def __getitem__(self, at):
            return self.parts[at]

    class Both(Box, Call):
        pass

    class Old:
        def __getitem__(self, at):
            return "ab"[at]

    def test_called():
        assert called([Shape(1), Call(2), lambda: 7, Both(1), Box(1)]) == [None, 5, 7, 5, None]

    def test_flat():
        assert flat([Shape(1), Box(2), 3, Row(8, 9), "ab"]) == [0, 1, 3, 8, 9, "ab"]

    def test_old():
        assert flat([*Old()]) == ["ab"[0], "b"]

    def test_sized():
        assert sized([Shape(1), Box(2), Row(), Both(3)]) == [False, True, True, True]

    def test_kinds():
        assert kinds([Shape(1), Box(2), Box(3), Both(1), io.StringIO()]) == {
            "Shape": 1, "Box": 2, "Both": 1, "StringIO": 1
        }

    def test_same():
        assert same(Box(1), Box(2)) and not same(Box(1), Shape(1))

    def test_below():
        assert of_kind(Both(1), Shape(1)) and of_kind(Both(1), Call(1)) and of_kind(Box(1), Box(1))
        assert not of_kind(Shape(1), Box(1)) and not of_kind(Call(1), Box(1))

    def test_truths():
        assert truths([Shape(0), Box(0), Box(1), Row(), Mock(), MagicMock()]) == [
            True, False, True, False, True, True
        ]

    def test_summed():
        assert summed([Box(1), Box(2), Box(3)]).n == 6

    def test_counted():
        first = Shape(1)
        assert counted([Shape(1), first, first], first) == 2
"""
REFERENCE = """
    from collections.abc import Iterable

    def called(things):
        return [thing() if callable(thing) else None for thing in things]
    def flat(things):
        found = []
        for thing in things:
            if isinstance(thing, Iterable) and not isinstance(thing, str):
                found += thing
            elif not hasattr(thing, "area"):
                found.append(thing)
        return found
    def sized(things):
        return [hasattr(thing, "__len__") for thing in things]
    def kinds(things):
        names = [type(thing).__name__ for thing in things]
        return {name: names.count(name) for name in names}
    def same(one, other):
        return type(one) is type(other)
    def of_kind(one, other):
        return isinstance(one, type(other))
    def truths(things):
        return [bool(thing) for thing in things]
    def summed(things):
        found, *rest = things
        for thing in rest:
            found = found + thing
        return found
    def counted(things, wanted):
        return sum(thing == wanted for thing in things)
"""
OTHER = """
    from collections import Counter
    from collections.abc import Callable, Sized
    from functools import reduce

    def called(things):
        return [thing() if isinstance(thing, Callable) else None for thing in things]
    def flat(things):
        found = []
        for thing in things:
            try:
                found += [thing] if type(thing) is str else [*thing]
            except TypeError:
                found += [] if hasattr(thing, "n") else [thing]
        return found
    def sized(things):
        return [isinstance(thing, Sized) for thing in things]
    def kinds(things):
        return Counter(thing.__class__.__name__ for thing in things)
    def same(one, other):
        return one.__class__ == other.__class__
    def of_kind(one, other):
        return issubclass(type(one), type(other))
    def truths(things):
        return [True if thing else False for thing in things]
    def summed(things):
        return reduce(lambda one, other: one + other, things)
    def counted(things, wanted):
        return things.count(wanted)
"""


def test_what_they_can_do_and_are_called_is_as_in_one_program(
    nursery: Nursery, tmp_path: Path
) -> None:
    plan, _, faults = examined_in(nursery, tmp_path, TESTS, REFERENCE)
    assert faults == {}
    assert failures_of(nursery, plan, OTHER) == {}
    for old in ("callable(thing)", "isinstance(one, type(other))", "bool(thing)"):
        assert failures_of(nursery, plan, REFERENCE.replace(old, "True")), old


BELOW = ChangedCase(
    """
    import copy
    from work import Pet, Shelter, greeting, keep

    class Sounds:
        def sound(self): return "Wuff"
    class Dog(Sounds, Pet):
        kind = "dog"
    class Puppy(Dog):
        def __init__(self, name, age):
            super().__init__(name)
            self.age = age
        @property
        def weight(self): return self.age * 3
        def __str__(self): return f"little {self.name}"

    def test_kept():
        pets, rex = [], Dog("Rex")
        assert keep(pets, rex) == 1 and pets == [rex] and pets[0] is rex
        assert keep(pets, Puppy("Bob", 2)) == 2
    def test_equal():
        assert Dog("a") == Dog("a") == Pet("a") and Dog("a") != Dog("b") and Dog("a") != "a"
        assert Puppy("a", 1) == Dog("a")
    def test_methods():
        assert Dog("Rex").speak() == "Rex: Wuff"
        assert greeting(Dog("Rex")) == "Rex: Wuff, dog"
        assert greeting(Puppy("Bob", 2)) == "Bob: Wuff, dog"
    def test_state():
        shelter, rex = Shelter(), Dog("Rex")
        shelter.add(rex)
        shelter.add(Puppy("Bob", 2))
        assert rex.home == "here" and shelter.names() == ["Rex", "Bob"]
        shelter.rename("Max")
        assert rex.name == "Max" and shelter.names() == ["Max", "Max"]
    def test_overridden():
        shelter = Shelter()
        shelter.add(Puppy("Bob", 2))
        assert shelter.weights() == [6] and shelter.words() == ["little Bob"]
    """,
    """
    class Pet:
        def __init__(self, name): self.name = name
        def sound(self): raise NotImplementedError
        def speak(self): return f"{self.name}: {self.sound()}"
        def __eq__(self, other): return isinstance(other, Pet) and self.name == other.name
        @property
        def weight(self): return 10
    def keep(pets, pet):
        pets.append(pet)
        return len(pets)
    def greeting(pet): return f"{pet.speak()}, {pet.kind}"
    class Shelter:
        def __init__(self): self.pets = []
        def add(self, pet):
            pet.home = "here"
            self.pets.append(pet)
        def names(self): return [pet.name for pet in self.pets]
        def rename(self, name):
            for pet in self.pets: pet.name = name
        def weights(self): return [pet.weight for pet in self.pets]
        def words(self): return [str(pet) for pet in self.pets]
    """,
    (
        """
        from dataclasses import dataclass
        @dataclass
        class Pet:
            name: str
            def sound(self): return "?"
            def speak(self): return self.name + ": " + self.sound()
            def __eq__(self, other):
                return issubclass(other.__class__, Pet) and self.name == other.name
            weight = property(lambda self: 10)
        def keep(pets, pet):
            pets.insert(len(pets), pet)
            return len(pets)
        def greeting(pet): return pet.speak() + ", " + pet.kind
        class Shelter:
            def __init__(self): self.pets = ()
            def add(self, pet): self.pets, pet.home = (*self.pets, pet), "here"
            def names(self): return list(vars(pet)["name"] for pet in self.pets)
            def rename(self, name):
                for pet in reversed(self.pets): pet.name = name
            def weights(self): return [pet.weight for pet in self.pets]
            def words(self): return list(map(str, self.pets))
        """,
        """
        from functools import singledispatch
        class Pet:
            made = 0
            def __init_subclass__(cls): cls.below = True
            def __init__(self, name): self.name = name
            def sound(self): ...
            def speak(self): return f"{self.name}: {self.sound()}"
            def __eq__(self, other):
                if type(other) is str: return False
                match other:
                    case Pet(name=name): return name == self.name
                return NotImplemented
            @property
            def weight(self): return 10
        def keep(pets, pet):
            if pet == "": raise ValueError("nothing")
            if not (isinstance(pet, Pet) and issubclass(type(pet), Pet)): raise TypeError(pet)
            if pet in ["", None, 3]: raise ValueError("no pet")
            assert type(pet).__name__ in ("Dog", "Puppy") and type(pet).below and pet.made == 0
            assert "name" in vars(pet)
            pets += [pet]
            return len(pets)
        @singledispatch
        def greeting(pet): return "?"
        @greeting.register
        def _(pet: Pet): return ", ".join([pet.speak(), getattr(pet, "kind", "?")])
        class Shelter:
            def __init__(self): self._pets = {}
            def add(self, pet):
                assert isinstance(pet, Pet)
                setattr(pet, "home", "here")
                self._pets[len(self._pets)] = pet
            def names(self): return [*map(lambda pet: pet.name, self._pets.values())]
            def rename(self, name): [setattr(pet, "name", name) for pet in self._pets.values()]
            def weights(self): return [pet.weight for pet in self._pets.values()]
            def words(self): return [f"{pet}" for pet in self._pets.values()]
        """,
    ),
    (
        ("self.name == other.name", "True"),
        ("pet.home", "pet.house"),
        ("pet.name = name", "pass"),
        ("{self.sound()}", "Wau"),
        (", {pet.kind}", ", Dog"),
        ("pet.weight for", "10 for"),
        ("str(pet) for", "pet.name for"),
    ),
)


def test_what_is_below_a_class_of_the_hand_ins_is_of_that_class(
    nursery: Nursery, tmp_path: Path
) -> None:
    catch_changes(nursery, tmp_path, BELOW)


POINTS = ChangedCase(
    """
    from work import Point, far
    class Named(Point):
        def label(self): return f"{self.x}!"
    def test_equal():
        assert Named(1) == Named(1) and Named(1) != Named(2) and Named(1) != 1
    def test_far():
        assert far([Named(3), Named(5)]) == Named(5) and far([Named(3)]).label() == "3!"
    def test_named():
        assert repr(Named(1)) == "Named(x=1)" and Named(1) != Point(1)
        assert Named(1).kind() == "Named" and Point(1).kind() == "Point"
    """,
    """
    from dataclasses import dataclass
    @dataclass
    class Point:
        x: int
        def kind(self): return type(self).__name__
    def far(points): return max(points, key=lambda point: point.x)
    """,
    (),
    (("@dataclass\n", "@dataclass(eq=False)\n"), ("max", "min"), ("type(self)", "Point")),
)


def test_objects_below_a_dataclass_are_compared_as_its_own_are(
    nursery: Nursery, tmp_path: Path
) -> None:
    catch_changes(nursery, tmp_path, POINTS)


DELETED = ChangedCase(
    """
    import pytest
    from work import Pet, forget, forget_name
    class Plain:
        def __init__(self): self.n = 3
        def area(self): return 4
    class Dog(Pet): pass
    def test_plain():
        plain = Plain()
        forget(plain)
        assert not hasattr(plain, "n")
        with pytest.raises(AttributeError): forget(plain)
    @pytest.mark.parametrize("kind", [Pet, Dog])
    def test_pet(kind):
        pet = kind("Rex")
        forget_name(pet)
        assert not hasattr(pet, "name") and pet.area() == 1
    def test_set_here():
        pet = Dog("Rex")
        pet.n = 3
        forget(pet)
        assert not hasattr(pet, "n") and pet.name == "Rex"
    """,
    """
    class Pet:
        def __init__(self, name): self.name = name
        def area(self): return 1
    def forget(value): del value.n
    def forget_name(value): del value.name
    """,
    (
        """
        class Pet:
            def __init__(self, name): self.name = name
            area = lambda self: 1
        def forget(value): delattr(value, "n")
        def forget_name(value):
            if hasattr(value, "name"): value.__delattr__("name")
        """,
    ),
    (("del value.n\n", "pass\n"), ("del value.name", "value.name = None")),
)


def test_what_a_hand_in_deletes_is_gone(nursery: Nursery, tmp_path: Path) -> None:
    catch_changes(nursery, tmp_path, DELETED)


def test_no_method_of_a_tests_object_is_deleted(nursery: Nursery, tmp_path: Path) -> None:
    """What a test asks its own object afterwards is that one's word."""
    tests = """
        from work import area_of
        class Shape:
            def __init__(self, side):
                self.area = lambda: side ** 2
            def area(self): return 9
        def test_area():
            shape = Shape(5)
            assert area_of(shape) == shape.area()
        """
    reference = "def area_of(shape): return shape.area()\n"
    plan, _, faults = examined_in(nursery, tmp_path, tests, reference)
    assert faults == {}
    lie = "def area_of(shape):\n    del shape.area\n    return 9\n"
    assert failures_of(nursery, plan, lie).keys() == {"test_area"}
