"""From all real numbers to the entries of arrays, and from both signs to all numbers."""

from typing import Any

import pytest
import sympy as sp

from theorem_checks import All, AtMost, Equal, Evidence, Implies, Less, Verdict, arithmetic, prove
from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.proving.rules.entrywise import (
    at_arrays,
    at_entries,
    either_sign,
    entrywise,
    of_either_sign,
)
from theorem_checks.statements.arrays.symbolic_arrays import family, symbol_array
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.worlds.symbolic import Symbolic

x, y, X, Y = sp.symbols("x y X Y", real=True)


def within(value: Any, most: Any) -> tuple[AtMost, AtMost]:
    return AtMost(-most, value), AtMost(value, most)


PRODUCT = Implies(All((*within(x, X), *within(y, Y))), All(within(x * y, X * Y)))


def said(found: Evidence) -> Conclusion:
    assert found.statement is not None
    return found.statement.conclusion


def test_a_product_is_bounded_entry_by_entry():
    w = Symbolic()
    n, M = w.size("n"), w.number("M")
    u, v, size = w.array("u", n), w.array("v", n), w.array("s", n)
    found = entrywise(PRODUCT, arithmetic(PRODUCT), {x: u, y: v, X: M, Y: size})
    assert found.verdict is Verdict.PROVED
    assert found.is_sealed
    whole = said(found)
    assert isinstance(whole, Implies)
    under = All((*within(u, M), *within(v, size)))
    for one, other in ((under, whole.hypothesis), (whole.body, All(within(u * v, size * M)))):
        assert arithmetic(Implies(one, other)).verdict is Verdict.PROVED
    assert arithmetic(Implies(whole.body, under)).verdict is Verdict.UNDECIDED


def test_exponentials_and_their_reciprocals_are_those_of_entries():
    w = Symbolic()
    u = w.array("u", w.size("n"))
    near = AtMost(0, 1 / (1 + sp.exp(-x)))
    found = entrywise(near, prove(near), {x: u})
    sigmoid = u.__number_system__.sigmoid(u)
    assert found.verdict is Verdict.PROVED
    made: Any = said(found)
    assert prove(Equal(made.rhs, sigmoid)).verdict is Verdict.PROVED
    with pytest.raises(ArgumentError, match="1/x of a positive x"):
        at_entries(AtMost(0, 1 / x), {x: u})


def test_a_number_beside_an_array_is_at_every_place():
    w = Symbolic()
    n = w.size("n")
    u, c = w.array("u", n), w.array("c", 1)[0]
    made = at_entries(AtMost(x, y), {x: u, y: c})
    assert made.is_same(AtMost(u, u * 0 + c))


def test_only_real_numbers_are_all_numbers():
    positive, whole = sp.Symbol("x", positive=True), sp.Symbol("x", integer=True)
    u = Symbolic().array("u", 3)
    for symbol in (positive, whole):
        with pytest.raises(ArgumentError, match="real, and no more"):
            at_entries(AtMost(0, symbol), {symbol: u})
    with pytest.raises(ArgumentError, match="as x is"):
        at_entries(AtMost(0, positive), {positive: -sp.Integer(1)})
    with pytest.raises(ArgumentError, match="stand in the conclusion"):
        at_entries(AtMost(0, x), {y: u})


def test_arrays_have_places_and_the_same_axes():
    n, m = sp.symbols("n m", integer=True, nonnegative=True)
    empty = symbol_array("u", family("a", n))
    with pytest.raises(ArgumentError, match="at least one place"):
        at_entries(AtMost(x, X), {x: empty})
    one, other = (symbol_array(a, family(a, s + 1)) for a, s in (("u", n), ("v", m)))
    with pytest.raises(ArgumentError, match="same axes"):
        at_entries(AtMost(x, y), {x: one, y: other})
    both = symbol_array("u", (family("a", n + 1), family("b", m + 1)))
    with pytest.raises(ArgumentError, match="one family"):
        at_entries(AtMost(x, 1), {x: both})


def test_no_false_lemma_goes_through():
    """What is false of one number proves nothing of arrays, and is no refutation of these."""
    u = Symbolic().array("u", 3)
    false = AtMost(x, x - sp.Symbol("k", positive=True))
    found = entrywise(false, prove(false), {x: u})
    assert found.verdict is Verdict.UNDECIDED
    with pytest.raises(CheckError):
        entrywise(false, prove(AtMost(x, x)), {x: u})


def test_what_is_so_of_free_arrays_is_so_of_others():
    w = Symbolic()
    n = w.size("n")
    u, v = w.array("u", n), w.array("v", n)
    general = Equal(u @ v, v @ u)
    found = at_arrays(general, prove(general), (u, u + v))
    assert found.verdict is Verdict.PROVED
    assert said(found).is_same(Equal((u + v) @ v, v @ (u + v)))
    with pytest.raises(ArgumentError):
        at_arrays(general, prove(general), (u + v, u))
    complex_number = sp.Symbol("z")
    with pytest.raises(ArgumentError, match="real"):
        at_arrays(general, prove(general), (u, v * complex_number))
    for pair in ((u, 2), (2, u)):
        with pytest.raises(ArgumentError, match="a free array and an array"):
            at_arrays(general, prove(general), pair)


def test_no_array_of_which_more_is_known_is_any_array():
    w = Symbolic()
    n = w.size("n")
    P, Q = w.invertible("P", n)
    general = Equal(P @ Q, w.identity(n))
    with pytest.raises(ArgumentError):
        at_arrays(general, prove(general), (P, P + P))
    unit = symbol_array(Tensor("e", 1, known="unit"), family("n", sp.Symbol("n", positive=True)))
    with pytest.raises(ArgumentError):
        at_arrays(AtMost(unit, unit), prove(AtMost(unit, unit)), (unit, unit + unit))


def test_both_signs_are_all_numbers():
    square = AtMost(0, x * x)
    one, other = of_either_sign(square, x)
    found = either_sign(square, x, prove(one), prove(other))
    assert found.verdict is Verdict.PROVED
    with pytest.raises(CheckError):
        either_sign(AtMost(0, x), x, prove(one), prove(other))
    half = of_either_sign(AtMost(0, x), x)
    assert either_sign(AtMost(0, x), x, *map(prove, half)).verdict is Verdict.UNDECIDED


def test_a_symbol_of_either_sign_is_any_real_number():
    z = sp.Symbol("x", nonnegative=True)
    with pytest.raises(ArgumentError, match="real, and no more"):
        of_either_sign(AtMost(0, z), z)
    with pytest.raises(ArgumentError, match="no other symbol"):
        of_either_sign(AtMost(z, x), x)


@pytest.mark.parametrize("joined", [lambda part: part, lambda part: All((part,))])
def test_an_implication_in_a_hypothesis_says_less_of_arrays_than_of_entries(joined):
    x = sp.Symbol("x", real=True)
    lemma = Implies(joined(Implies(AtMost(1, x), AtMost(x, -1))), Less(x, 1))
    evidence = arithmetic(lemma)
    assert evidence.verdict is Verdict.PROVED
    w = Symbolic()
    with pytest.raises(ArgumentError, match="hypotheses that are relations"):
        entrywise(lemma, evidence, {x: w.array("u", w.size("n"))})
