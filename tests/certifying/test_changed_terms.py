"""Terms of certificates, changed."""

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.changed_terms import without_delta

SIZE, OTHER = (t.Size("name", (name,)) for name in ("n", "m"))
OWN, PLACE, ELSEWHERE = t.Bound(5, SIZE), t.Bound(7, SIZE), t.Bound(7, OTHER)


def summed(delta):
    return t.Sum(OWN, t.Times((t.Entry("x", (OWN,)), delta)))


def test_a_sum_with_a_delta_is_the_term_at_the_other_place():
    for place in (PLACE, t.Bound(3, SIZE)):  # after the variable by its number, and before it
        there = t.Entry("x", (place,))
        assert without_delta(summed(t.Delta(OWN, place))) == there
        assert without_delta(summed(t.Delta(place, OWN))) == there


def test_a_delta_of_a_place_with_itself_or_in_another_range_is_left():
    for other in (OWN, ELSEWHERE):
        said = summed(t.Delta(OWN, other))
        assert without_delta(said) is said
