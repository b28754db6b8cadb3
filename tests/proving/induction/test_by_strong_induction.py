"""Induction from all integers before, and its rules, which refuse what does not follow."""

from typing import Any, cast

import pytest
import sympy as sp

from theorem_checks import (
    All,
    AtMost,
    Equal,
    ForAll,
    Implies,
    Verdict,
    proof_of,
    prove,
    prove_by_induction,
    prove_by_strong_induction,
)
from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.judging.judge import judged
from theorem_checks.proving.rules.derivations import (
    Applied,
    Derived,
    Instance,
    a_term_of,
    at_any,
    derivation,
    index_of,
    linear,
    obligations_from_all_before,
    term_by_term,
    terms_of_sums,
)

n, m, j, s = sp.symbols("n m j s", integer=True, nonnegative=True)
v = sp.Symbol("v", nonnegative=True)
C, D, E, F = (sp.Function(name, real=True) for name in "CDEF")
A, X = (sp.Function(name, nonnegative=True) for name in "AX")
total = cast(Any, sp.Sum)


def reads_all(x, last):
    """x(m + 1) from E and all values before, with a weight for each."""
    step = E(m + 1) + total(F(m + 1, j) * x(j), (j, 0, last))
    return All((Equal(x(0), E(0)), ForAll(m, 0, Equal(x(m + 1), step))))


def test_recurrences_that_read_all_values_before_are_equal():
    same = ForAll(n, 0, Equal(C(n), D(n)))
    both = All((reads_all(C, m), reads_all(D, m)))
    assert prove_by_strong_induction(Implies(both, same)).verdict is Verdict.PROVED
    one_less = All((reads_all(C, m), reads_all(D, m - 1)))
    assert prove_by_strong_induction(Implies(one_less, same)).verdict is Verdict.UNDECIDED


def test_the_last_term_of_a_sum_may_stand_beside_it():
    apart = E(m + 1) + total(F(m + 1, j) * D(j), (j, 0, m - 1)) + F(m + 1, m) * D(m)
    other = All((Equal(D(0), E(0)), ForAll(m, 0, Equal(D(m + 1), apart))))
    same = ForAll(n, 0, Equal(C(n), D(n)))
    found = prove_by_strong_induction(Implies(All((reads_all(C, m), other)), same))
    assert found.verdict is Verdict.PROVED


def bounded(bound):
    """Rows of X are averages of rows before, with weights of at most 1 together."""
    row = v * X(s, m) + total(A(m + 1, j + 1) * v * X(s, j), (j, 0, m))
    rows = ForAll(s, 0, All((Equal(X(s + 1, 0), 0), ForAll(m, 0, Equal(X(s + 1, m + 1), row)))))
    first = ForAll(m, 0, All((Equal(X(0, m), A(m, 0)), AtMost(A(m, 0), 2))))
    weights = ForAll(m, 0, AtMost(total(A(m + 1, j + 1), (j, 0, m)), 1))
    said = ForAll(n, 0, ForAll(m, 0, AtMost(X(n, m), bound)))
    return Implies(All((rows, first, weights)), said)


def test_a_sum_is_bounded_by_a_bound_of_its_terms():
    assert prove_by_strong_induction(bounded(2 * (2 * v) ** n)).verdict is Verdict.PROVED
    assert prove_by_strong_induction(bounded(2 * v**n)).verdict is Verdict.UNDECIDED


def says_product(closed, w):
    """A matrix of any size, applied to a vector and to twice the vector."""
    size, M, x = w.size("n"), w.table("M"), w.sequence("x")

    def times(h, s, a, name):
        return w.sum(lambda b: M[a, b] * h[s, b], name, 0, size - 1)

    h = w.rows("h", lambda a: x[a], lambda h, s, a: times(h, s, a, "b"))
    g = w.rows("g", lambda a: 2 * x[a], lambda g, s, a: times(g, s, a, "c"))
    said = lambda s, a: Equal(g[s, a], w.call(closed, s) * h[s, a])  # noqa: E731
    return w.for_all("s", lambda s: w.for_all("a", lambda a: said(s, a)))


def test_a_recurrence_of_vectors_of_any_size():
    check = proof_of(says_product, prove_by_strong_induction, instances=[{"n": 2, "s": 2, "a": 1}])
    assert check(lambda _: 2).verdict is Verdict.PROVED
    assert check(lambda _: 3).verdict is Verdict.REFUTED
    assert check(lambda s: 2 if s < 5000 else 3).verdict is Verdict.UNDECIDED


def test_a_row_is_made_from_rows_before():
    def says(_, w):
        x = w.rows("x", lambda a: a, lambda x, s, a: x[s + 1, a + 1])
        return w.for_all("s", lambda s: Equal(x[s, 0], 0))

    assert proof_of(says, prove_by_strong_induction)(None).verdict is Verdict.UNDECIDED


def test_a_step_is_under_what_holds_before():
    base, step = obligations_from_all_before(ForAll(n, 0, AtMost(C(n), 1)))
    assert base.is_same(AtMost(C(0), 1))
    before = ForAll(m, 0, Implies(AtMost(m, n), AtMost(C(m), 1)))
    assert step.is_same(Implies(All((before,)), AtMost(C(n + 1), 1)))
    with pytest.raises(ArgumentError, match="free of n"):
        obligations_from_all_before(Implies(AtMost(C(n), 2), ForAll(n, 0, AtMost(C(n), 1))))
    with pytest.raises(ArgumentError, match="free of n"):
        at_any(Implies(AtMost(C(n), 2), ForAll(n, 0, AtMost(C(n), 1))))


def test_a_derivation_uses_only_what_is_known():
    general = ForAll(m, 1, AtMost(C(m), 1))
    aim = Implies(general, AtMost(C(5), 1))
    assert derivation(aim, Instance(general, 5)).verdict is Verdict.PROVED
    with pytest.raises(CheckError, match="from 1 on"):
        derivation(Implies(general, AtMost(C(0), 1)), Instance(general, 0))
    with pytest.raises(CheckError, match="from 1 on"):
        derivation(Implies(general, AtMost(C(n), 1)), Instance(general, n))
    with pytest.raises(CheckError, match="not known"):
        derivation(aim, Instance(ForAll(m, 0, AtMost(C(m), 0)), 5))
    with pytest.raises(CheckError, match="is not known"):
        derivation(aim, Applied(Implies(general, AtMost(C(5), 1))))
    with pytest.raises(CheckError, match="last step"):
        derivation(aim, Instance(general, 4))
    under = Implies(AtMost(C(1), 0), AtMost(C(1), 1))
    with pytest.raises(CheckError, match="last step"):  # its hypothesis is not known
        derivation(AtMost(C(1), 1), Derived(under, prove_by_strong_induction(under)))


def test_no_symbol_is_captured_by_an_instance():
    inner = ForAll(j, 0, AtMost(C(m), D(j)))
    with pytest.raises(CheckError, match="binds"):
        derivation(Implies(ForAll(m, 0, inner), AtMost(0, 1)), Instance(ForAll(m, 0, inner), j))


def test_terms_are_compared_over_the_same_range():
    one, other = total(C(j), (j, 0, n)), total(D(j), (j, 0, n))
    i = index_of(one, "i")
    wanted = terms_of_sums(AtMost(one, other), i)
    assert wanted.is_same(Implies(All((AtMost(0, i), AtMost(i, n))), AtMost(C(i), D(i))))
    with pytest.raises(ArgumentError, match="range"):
        terms_of_sums(AtMost(one, total(D(j), (j, 1, n))), i)
    with pytest.raises(ArgumentError, match="new symbol"):
        terms_of_sums(AtMost(one, other), n)
    with pytest.raises(ArgumentError, match="new symbol"):
        terms_of_sums(AtMost(one, other), sp.Symbol("i", real=True))
    with pytest.raises(ArgumentError, match="new symbol"):
        terms_of_sums(Implies(AtMost(C(i), 0), AtMost(one, other)), i)
    with pytest.raises(CheckError):
        term_by_term(AtMost(one, other), i, prove(AtMost(0, 1)))


def test_only_a_sum_without_negative_terms_is_at_least_each():
    within = All((AtMost(0, m), AtMost(m, n)))
    said = Implies(within, AtMost(X(m, 0), total(X(j, 0), (j, 0, n))))
    assert a_term_of(said).verdict is Verdict.PROVED
    for wrong in (
        Implies(within, AtMost(C(m), total(C(j), (j, 0, n)))),
        Implies(within, AtMost(X(m + 1, 0), total(X(j, 0), (j, 0, n)))),
        Implies(All((AtMost(0, m), AtMost(m, n + 1))), said.body),
    ):
        with pytest.raises(ArgumentError):
            a_term_of(wrong)


def test_a_factor_in_which_the_index_stands_stays_in_a_sum():
    whole = total(v * C(j), (j, 0, n))
    assert linear(Equal(whole, v * total(C(j), (j, 0, n)))).verdict is Verdict.PROVED
    wrong = linear(Equal(whole, 2 * v * total(C(j), (j, 0, n))))
    assert wrong.verdict is not Verdict.PROVED
    indexed = total(j * C(j), (j, 0, n))
    assert linear(Equal(indexed, j * total(C(j), (j, 0, n)))).verdict is not Verdict.PROVED


def test_sums_of_many_ranges_call_their_indices_alike():
    a, b = sp.symbols("a b", integer=True, nonnegative=True)
    one = total(F(j, m), (j, 0, n), (m, 0, n))
    other = total(F(a, b), (a, 0, n), (b, 0, n))
    transposed = total(F(b, a), (a, 0, n), (b, 0, n))
    same = lambda e: ForAll(n, 0, Equal(one + C(n), e + C(n)))  # noqa: E731
    assert prove_by_strong_induction(same(other)).verdict is Verdict.PROVED
    assert prove_by_strong_induction(same(transposed)).verdict is not Verdict.PROVED


def test_what_ordinary_induction_proves_is_proved():
    doubled = All((Equal(C(0), 1), ForAll(m, 0, Equal(C(m + 1), 2 * C(m)))))
    said = Implies(doubled, ForAll(n, 0, AtMost(1, C(n))))
    assert prove_by_induction(said).verdict is Verdict.PROVED
    assert prove_by_strong_induction(said).verdict is Verdict.PROVED


def test_a_term_at_an_index_of_its_own_sums_is_refused():
    i, k = sp.symbols("i k", integer=True, nonnegative=True)
    ranged = total(1 + total(2 ** (i * j), (j, 0, 3)), (i, 0, 0))

    def said_at(place):
        within = All((AtMost(sp.Integer(0), place), AtMost(place, sp.Integer(0))))
        return Implies(within, AtMost(ranged.function.xreplace({i: place}), ranged))

    assert a_term_of(said_at(k)).verdict is Verdict.PROVED
    with pytest.raises(ArgumentError, match="that the terms bind"):
        a_term_of(said_at(j))


def test_of_several_sums_over_one_range_each_may_be_the_one_that_is_meant():
    one, other = total(C(j), (j, 0, n)), total(D(j), (j, 0, n))
    split = total((C(j) - one) * v, (j, 0, n))
    ones = total(1, (j, 0, n))
    assert linear(Equal(split, v * one - v * one * ones)).verdict is Verdict.PROVED
    assert linear(Equal(split, v * one - v * other * ones)).verdict is not Verdict.PROVED
    assert linear(Equal(total(C(j) * D(j), (j, 0, n)), one * other)).verdict is not Verdict.PROVED


def test_a_sum_of_what_has_no_index_is_as_often_that():
    i, j = sp.symbols("i j", integer=True, positive=True)
    mean = total(C(i), (i, 1, n + 1)) / (n + 1)
    apart = total((C(j) - mean) * D(0), (j, 1, n + 1))
    assert prove_by_strong_induction(ForAll(n, 0, Equal(apart + 1, 1))).verdict is Verdict.PROVED
    fewer = total(C(i), (i, 1, n + 1)) / (n + 2)
    wrong = total((C(j) - fewer) * D(0), (j, 1, n + 1))
    found = prove_by_strong_induction(ForAll(n, 0, Equal(wrong + 1, 1)))
    assert found.verdict is not Verdict.PROVED
    empty = total((C(j) - 1) * D(0), (j, 2, n))  # as many as n - 1, but for n = 0
    said = Equal(empty, D(0) * total(C(j), (j, 2, n)) - D(0) * (n - 1))
    assert prove_by_strong_induction(ForAll(n, 0, said)).verdict is not Verdict.PROVED


def test_a_sum_over_two_ranges_is_linear_where_both_are_the_same():
    i, k, c = sp.Symbol("i", integer=True), sp.Symbol("k", integer=True), sp.Symbol("c", real=True)
    F, G = sp.Function("F", real=True), sp.Function("G", real=True)
    below = (i, 0, n), (k, 0, i)
    sums: list[Any] = [sp.Sum(f(i, k), *reversed(below)) for f in (F, G)]
    one, other = sums
    whole = sp.Sum(c * F(i, k) + 2 * G(i, k), *reversed(below))
    assert linear(Equal(whole, c * one + 2 * other)).verdict is Verdict.PROVED
    assert linear(Equal(whole, c * one + other)).verdict is not Verdict.PROVED
    turned = sp.Sum(F(k, i), *reversed(below))
    swapped = linear(Equal(sp.Sum(c * F(i, k), *reversed(below)), c * turned))
    assert swapped.verdict is not Verdict.PROVED
    outside = linear(Equal(sp.Sum(i * F(i, k), *reversed(below)), i * one))
    assert outside.verdict is not Verdict.PROVED
    shorter = sp.Sum(F(i, k), (k, 0, i - 1), (i, 0, n))
    with pytest.raises(ArgumentError, match="that range"):
        linear(Equal(sp.Sum(c * F(i, k), *reversed(below)), c * shorter))
    with pytest.raises(ArgumentError, match="that range"):
        linear(Equal(sp.Sum(c * F(i, k), *reversed(below)), c * sp.Sum(F(i, n), (i, 0, n))))


def test_the_index_of_a_sum_may_stand_in_what_is_put_into_it():
    def says(_, world):
        a, u = world.table("a", nonnegative=True), world.sequence("u", nonnegative=True)

        def weighted(h, t):
            return u[t] + world.sum(lambda k: a[t, k] * h[k], "k", 0, t)

        h = world.recurrence("h", world.number("x", nonnegative=True), weighted)

        def twice(t):
            return world.sum(
                lambda i: a[t, i] * world.sum(lambda j: a[i, j] * h[j], "j", 0, i), "i", 0, t
            )

        return world.for_all(
            "n", lambda t: AtMost(twice(t), world.sum(lambda m: a[t, m] * h[m + 1], "m", 0, t))
        )

    assert judged(says, prove_by_strong_induction, None).verdict is Verdict.PROVED


def test_linear_keeps_the_indices_of_a_sum_apart_from_symbols_in_its_ends():
    i, j, k, m, c = (sp.Symbol(name, integer=True) for name in "ijkmc")
    F = sp.Function("F", real=True)

    def total(own: sp.Symbol, inner: sp.Symbol) -> Any:
        return sp.Sum(F(own, inner), (own, 0, n), (inner, 0, own))

    to_itself = Equal(sp.Sum(c * F(k, 0), (k, 0, k)), c * sp.Sum(F(j, 0), (j, 0, j)))
    outer_end = Equal(sp.Sum(c * F(i, k), (i, 0, n), (k, 0, i)), c * total(m, j))
    for said in (to_itself, outer_end):  # the symbols at the ends are any two numbers
        with pytest.raises(ArgumentError, match="that range"):
            linear(said)
    renamed = c * sp.Sum(F(i, j), (i, 0, n), (j, 0, i))
    assert linear(Equal(outer_end.lhs, renamed)).verdict is Verdict.PROVED
    twice = sp.Sum(c * F(k, 0), (k, 0, n), (k, 0, m))  # m + 1 times the inner one
    with pytest.raises(ArgumentError, match="of its own"):
        linear(Equal(twice, c * sp.Sum(F(j, 0), (i, 0, n), (j, 0, m))))
    with pytest.raises(ArgumentError, match="that range"):
        linear(Equal(sp.Sum(c * F(j, 0), (i, 0, n), (j, 0, m)), twice))


@pytest.mark.parametrize("start", [0, 1, 2])
@pytest.mark.parametrize("relation", [Equal, AtMost])
def test_a_hypothesis_is_known_from_its_start_on_alone(start: int, relation: Any):
    """From 1 on C(n + 1) = C(n) leaves C(1) free, whatever C(0) is."""
    falls = ForAll(m, start, relation(C(m + 1), C(m)))
    said = Implies(All((falls, Equal(C(0), 0))), ForAll(n, 0, relation(C(n), 0)))
    assert (prove_by_strong_induction(said).verdict is Verdict.PROVED) is (start == 0)
