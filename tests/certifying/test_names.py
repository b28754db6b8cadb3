"""Names of the world as identifiers of Rocq."""

import re

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import certificate_for
from theorem_checks.certifying.names import encoded_name, original_name
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.conclusions import Equal

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


@pytest.mark.parametrize("word", ["sin", "cos", "PI", "IZR", "Z", "foldl", "iota", "minn", "seq"])
def test_what_statements_are_written_with_is_no_name_of_the_world(word):
    assert encoded_name(word) == f"{word}''"
    assert original_name(encoded_name(word)) == word


@NEEDS_COQC
@pytest.mark.timeout(300)
def test_arrays_may_be_called_what_the_kernel_knows(rocq_folder):
    """`Fixpoint` is no identifier; in a statement of runs, `foldl` and `iota` are functions."""
    i = Index("i", sp.Symbol("seq", integer=True, positive=True))
    words = ("Fixpoint", "CoFixpoint", "foldl", "iota", "unit", "tt", "minn", "sin")
    entries = [Tensor(word, 1)[i] for word in words]
    made = certificate_for(Equal(sum(entries[1:], entries[0]), sum(entries[:-1], entries[-1])))
    assert rule_on({"C_words": made}, rocq_folder)["C_words"].said == ""
