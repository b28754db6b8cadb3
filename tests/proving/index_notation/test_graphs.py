"""Products of entries are named in one way, whatever their indices are called."""

from itertools import permutations
from math import prod

import pytest
import sympy as sp
from sympy.combinatorics import Permutation

from theorem_checks import Index, Sum, Tensor, Verdict, prove_index_identity
from theorem_checks.proving.index_notation.graphs import _parity

d = sp.Symbol("d", integer=True, positive=True)
A, v, E = Tensor("A", 2), Tensor("v", 1), Tensor("E", 3, symmetry="antisymmetric")


def test_indices_that_can_be_exchanged_are_not_tried_in_all_orders():
    """Of nine there are 362,880, more than are ever tried."""
    centre, *others = (Index(name, d) for name in "cijklmnopq")
    one = prod([A[centre, i] * v[i] for i in others])
    turned = prod([A[centre, i] for i in others[::-1]]) * prod([v[i] for i in others])
    found = prove_index_identity(Sum(one, centre, *others), Sum(turned, centre, *others))
    assert found.verdict is Verdict.PROVED


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_the_sign_of_an_order_is_that_of_its_permutation(order):
    places = [Index(name, d) for name in "ijk"]
    even = Permutation(list(order)).is_even
    assert _parity([(1, number) for number in order]) == (1 if even else -1)
    moved = E[tuple(places[number] for number in order)]
    same, opposite = (prove_index_identity(moved, s * E[tuple(places)]).verdict for s in (1, -1))
    expected = (Verdict.PROVED, Verdict.REFUTED)
    assert (same, opposite) == (expected if even else expected[::-1])


def test_an_antisymmetric_tensor_is_0_where_two_indices_are_equal():
    i, j = Index("i", d), Index("j", d)
    assert _parity([(1, 0), (1, 1), (1, 0)]) == 0
    assert prove_index_identity(E[i, j, i], 0).verdict is Verdict.PROVED
