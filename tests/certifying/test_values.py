"""What a statement says at values that are given."""

import pytest

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.values import Instance

SIZE = t.Size("name", ("n",))
ONE, OTHER = t.Bound(1, SIZE), t.Bound(2, SIZE)


@pytest.mark.parametrize(("one", "other", "value"), [("1000", "1000", 1), ("1000", "999", 0)])
def test_a_delta_is_1_where_its_places_are_equal_numbers(one, other, value):
    at = Instance({}, {}, {}, {ONE.number: int(one), OTHER.number: int(other)})
    assert at.term(t.Delta(ONE, OTHER)) == value
