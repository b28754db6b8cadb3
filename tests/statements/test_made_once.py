from dataclasses import dataclass

import pytest

from theorem_checks.statements.made_once import made_once


@dataclass(frozen=True)
class Pair:
    one: list
    other: int = 0

    @made_once
    def double(self):
        """Twice the same."""
        self.one.append(len(self.one))
        return [*self.one, *self.one]


def test_it_is_made_when_it_is_asked_for_and_once():
    pair = Pair([7])
    assert pair.one == [7]
    assert pair.double == [7, 1, 7, 1]
    assert pair.double is pair.double
    assert pair.one == [7, 1]


def test_each_object_has_its_own_and_equal_ones_too():
    one, other = Pair([7]), Pair([7])
    assert one == other
    assert one.double is not other.double


def test_a_new_object_in_the_place_of_an_old_one_has_its_own():
    for number in range(100):  # each but the first stands where another one stood, mostly
        assert Pair([number]).double == [number, 1, number, 1]


def test_what_fails_is_made_again():
    class Late:
        ready = False

        @made_once
        def value(self):
            if not self.ready:
                raise ValueError("not yet")
            return 3

    late = Late()
    with pytest.raises(ValueError, match="not yet"):
        _ = late.value
    late.ready = True
    assert late.value == 3


def test_of_a_class_it_is_the_property_itself_with_its_words():
    assert isinstance(Pair.double, made_once)
    assert Pair.double.__doc__ == "Twice the same."
