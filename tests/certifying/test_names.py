"""Names of the world as identifiers of Rocq."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorem_checks.certifying.names import encoded_name, original_name

WORDS = [
    "d",
    "W_V",
    "h.1",
    "xs[0,1]",
    "forall",
    "F",
    "n'",
    "x''",
    "lam''",
    "1st",
    "_a",
    "'27'",
    "ü",
]


@pytest.mark.parametrize("name", WORDS)
def test_what_is_written_is_read_again(name):
    assert original_name(encoded_name(name)) == name


@given(st.text(min_size=1))
def test_every_name_is_an_identifier_and_comes_back(name):
    identifier = encoded_name(name)
    assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_']*", identifier)
    assert original_name(identifier) == name


@given(st.text(min_size=1), st.text(min_size=1))
def test_two_names_are_two_identifiers(one, other):
    assert (encoded_name(one) == encoded_name(other)) == (one == other)


@given(st.text(min_size=1))
def test_a_name_has_an_even_number_of_apostrophes(name):
    """The proofs' own names, T' and h0', have one."""
    assert encoded_name(name).count("'") % 2 == 0
