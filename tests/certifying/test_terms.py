"""What terms of certificates are."""

from dataclasses import is_dataclass

import pytest

from theorem_checks.certifying import terms

KINDS = [
    one
    for one in vars(terms).values()
    if isinstance(one, type) and is_dataclass(one) and one.__module__ == terms.__name__
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_term_stays_what_it_is(kind):
    assert kind.__dataclass_params__.frozen
