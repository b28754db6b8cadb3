"""At which values of its indices an entry function is asked again."""

import pytest

from theorem_checks.statements.arrays.index_pinning import _places_in


@pytest.mark.parametrize(
    ("number", "rising", "expected"), [(1, False, 8), (2, False, 20), (3, True, 20), (4, True, 15)]
)
def test_places_are_many_also_where_indices_do_not_fall(number: int, rising: bool, expected: int):
    places = _places_in((((None,) * number, rising),))
    assert len(set(places)) == len(places) == expected
    assert max(map(max, places)) == 1000
    assert not rising or all(list(place) == sorted(place) for place in places)


def test_all_places_are_found_where_there_are_few():
    assert len(_places_in((((3, 3, 3), True),))) == 10
    assert len(_places_in((((4, 4), False),))) == 16
    assert len(_places_in((((2, 2, 2), False),))) == 8


def test_no_place_is_beyond_a_size_that_is_a_number():
    places = _places_in((((3, None), False),))
    assert {first for first, _ in places} == {0, 1, 2}
    assert max(second for _, second in places) == 1000
    assert _places_in((((3, 0), False),)) == ()
