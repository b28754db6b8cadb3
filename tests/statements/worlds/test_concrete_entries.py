"""Entries of arrays that a description gives, in a world of numbers."""

from types import SimpleNamespace

import pytest

from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.worlds.concrete_entries import described_entries


def of(entry):
    return described_entries(SimpleNamespace(axes=(), entries={(): entry}), {}, {"W": 3}, None)


def test_an_entry_has_the_parameters_by_name():
    assert elements_of(of(lambda w: w.W + w.delta(1, 1))).item() == 4


def test_of_what_is_not_there_it_is_said_what_there_is():
    told = r"there is no 'sizes' here, but there are delta, at_most, sum, follows, W$"
    with pytest.raises(AttributeError, match=told):
        of(lambda w: w.sizes)
