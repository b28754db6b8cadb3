"""What follows from equal outputs, and what does not."""

import pytest
import sympy as sp

from tests.proving.rules.theorems import Copies, Ranks
from theorem_checks import (
    ArgumentError,
    Index,
    Tensor,
    Verdict,
    delta,
    family,
    symbol_array,
    zeros,
)
from theorem_checks.proving.machines.consequences import linear_combination
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Equal,
    Implies,
)


def test_what_is_no_sum_of_differences_of_outputs_does_not_follow():
    copies = Copies()
    assert copies.block(2).verdict is not Verdict.PROVED
    nothing = Implies(copies.same, Equal(1, 0))
    i = Index("i", copies.d)
    assert linear_combination(nothing, []).verdict is not Verdict.PROVED
    run = (copies.unit(i), [copies.token])
    assert linear_combination(nothing, [run]).verdict is not Verdict.PROVED
    with pytest.raises(ArgumentError, match="at least one token"):
        linear_combination(nothing, [(copies.unit(i), [])])
    with pytest.raises(ArgumentError, match="SameOutputs"):
        linear_combination(Implies(Equal(1, 0), Equal(1, 0)), [])


def test_what_follows_may_be_an_array_of_no_axes():
    copies = Copies()
    weight, token = copies.token, copies.token
    follows = Equal((weight @ token) - (weight @ token), zeros(()))
    assert linear_combination(Implies(copies.same, follows), []).verdict is Verdict.PROVED
    false = Equal(weight @ token, zeros(()))
    assert linear_combination(Implies(copies.same, false), []).verdict is not Verdict.PROVED
    with pytest.raises(ArgumentError, match="an Equal of numbers"):
        linear_combination(Implies(copies.same, Equal(token, token)), [])


def test_an_equation_is_used_as_the_hypothesis_says_it_and_no_other():
    ranks = Ranks()
    (i,), (k,) = ranks.block.rows, ranks.block.columns
    assert ranks.follows([]).verdict is not Verdict.PROVED
    assert ranks.follows([(1, ranks.entry(i, k, 2))]).verdict is not Verdict.PROVED
    assert ranks.follows([(1, ranks.entry(k, i))]).verdict is not Verdict.PROVED
    for number in (0, 2, -1, True):
        with pytest.raises(ArgumentError, match="one of the hypotheses"):
            ranks.follows([(number, ranks.entry(i, k))])
    with pytest.raises(ArgumentError, match="one of the hypotheses"):
        ranks.follows(hypothesis=ranks.same)
    with pytest.raises(ArgumentError, match="weights for each entry"):
        ranks.follows([(1, ranks.L)])


def test_a_consequence_is_of_machines_once_and_of_equations_of_arrays():
    ranks = Ranks()
    equal = Equal(ranks.block.equal.lhs, ranks.block.equal.lhs)
    alone = linear_combination(Implies(ranks.inverse, equal), [])
    assert alone.verdict is Verdict.PROVED
    with pytest.raises(ArgumentError, match="SameOutputs"):
        ranks.follows(hypothesis=ranks.inverse)
    for strange in (ranks.same, AtMost(0, 1), Equal(1, 0)):
        with pytest.raises(ArgumentError, match="once at most"):
            ranks.follows(hypothesis=All((*ranks.both.parts, strange)))


def test_an_equation_says_nothing_outside_of_its_families():
    """Of pairs i <= j alone A = B is assumed; so nothing follows of A and B at i > j."""
    d = sp.Symbol("d", integer=True, positive=True)
    pairs = family("pair", d, d, increasing=True)
    A, B = symbol_array("A", pairs), symbol_array("B", pairs)
    i, j = Index("i", d), Index("j", d)
    (own, other) = pairs.indices(0)
    entries = [array.blocks[0,].renamed([(own, i), (other, j)]) for array in (A, B)]
    weights = SymbolicArray(A.axes, {(0,): delta(own, i) * delta(other, j)})
    free = Tensor("C", 2), Tensor("D", 2)
    (left, right) = (SymbolicArray(A.axes, {(0,): x[own, other]}) for x in free)
    everywhere = Implies(Equal(left, right), Equal(*(x[i, j] for x in free)))
    assert linear_combination(everywhere, [], [(1, weights)]).verdict is not Verdict.PROVED
    inside = Implies(Equal(A, B), Equal(*entries))
    assert linear_combination(inside, [], [(1, weights)]).verdict is Verdict.PROVED
