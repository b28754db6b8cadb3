"""Conclusions from hypotheses, sums by other indices: rules that are given what does not fit."""

from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    All,
    Equal,
    ForAll,
    Implies,
    assuming,
    given_each,
    prove,
    prove_by_induction,
    renaming_indices,
)
from theorem_checks.proving.rules.rewriting import with_common_indices

__all__ = ["CASES"]

_case = partial(Case, "proof_of")

A, B, X, Y = sp.symbols("a b x y", real=True)
K, J = (sp.Symbol(name, integer=True, nonnegative=True) for name in "kj")
N = sp.Symbol("n", integer=True, nonnegative=True)


def _known(said: Any) -> Any:
    return assuming(said, prove(Equal(B, B)), Equal(A, B))


def _swapped() -> Any:
    """That x = y implies 2 x = 2 y and x = 2 y, by the first of these twice."""
    first = Implies(Equal(A, B), Equal(A, B))
    whole = Implies(Equal(A, B), All((Equal(A, B), Equal(A, 2 * B))))
    return given_each(whole, _known(first), _known(first))


def _of_another_hypothesis() -> Any:
    """What a = b implies, under x = y."""
    first = Implies(Equal(A, B), Equal(A, B))
    return given_each(Implies(Equal(X, Y), All((Equal(A, B),))), _known(first))


def _other_summand() -> Any:
    """A sum of k for one of k + 1, as an index of another name."""
    one, other = sp.Sum(K, (K, 0, N)), sp.Sum(J + 1, (J, 0, N))
    return renaming_indices(Equal(other, one), prove(with_common_indices(Equal(one, one))))


def _taken_index() -> Any:
    """The index of a sum is called as a symbol that is free in it: j n for k n."""
    one, other = sp.Sum(K * J, (K, 0, N)), sp.Sum(J * J, (J, 0, N))
    return renaming_indices(Equal(one, other), prove(with_common_indices(Equal(one, one))))


def _turned() -> Any:
    """a = b as a hypothesis of b = a + 1, by putting b for a in what is not concluded."""
    return assuming(Implies(Equal(A, B), Equal(B, A + 1)), prove(Equal(B, B)), Equal(A, B))


def _of_what_it_divides_by() -> Any:
    """Under a = 0, that (a^2 + a) / a is 1."""
    return assuming(Implies(Equal(A, 0), Equal((A**2 + A) / A, 1)), prove(Equal(1, 1)), Equal(A, 0))


def _captures() -> Any:
    """A hypothesis about n is put into what is said for every n."""
    said = Implies(Equal(N, 0), ForAll(N, 0, Equal(N, 0)))
    return assuming(said, prove_by_induction(ForAll(N, 0, Equal(0, 0))), Equal(N, 0))


CASES = (
    _case(Slip.ORDER_OF_EVALUATION, "one part for two", Truth.FALSE, _swapped),
    _case(Slip.HIDDEN_ASSUMPTION, "under another hypothesis", Truth.FALSE, _of_another_hypothesis),
    _case(Slip.NAME, "a sum of another summand by another index", Truth.FALSE, _other_summand),
    _case(Slip.NAME, "the index of a sum called as what is free in it", Truth.FALSE, _taken_index),
    _case(Slip.HIDDEN_ASSUMPTION, "b = a + 1 under a = b", Truth.FALSE, _turned),
    _case(Slip.POLE, "(a^2 + a) / a is 1 under a = 0", Truth.FALSE, _of_what_it_divides_by),
    _case(Slip.NAME, "n = 0 put into what is said for every n", Truth.FALSE, _captures),
)
