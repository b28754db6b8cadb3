"""A proof that proves a false statement as well reads nothing, and proves nothing."""

import pytest
import sympy as sp

from constructions.cells.linear_attention import LinearAttention
from theorem_checks import RandomVector, Verdict, norm2, prove, prove_identity
from theorem_checks.judging.judge import judged
from theorem_checks.judging.late import late_mutant
from theorem_checks.proving.effort import proofs_only, remembering
from theorem_checks.statements.conclusions import All, AtMost, Equal, Least, Mean, SameOutputs
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.worlds import Symbolic

x = sp.Symbol("x")


def says(total, w):
    n = w.size("n")
    return Equal(w.sum(lambda k: 2 * k - 1, "k", 1, n), w.call(total, n))


def test_a_proof_that_reads_its_statement_is_not_taken_in():
    asked = []

    def by(conclusion):
        asked.append(conclusion)
        return prove(conclusion)

    found = judged(says, by, lambda n: n**2)
    assert found.verdict is Verdict.PROVED
    true, late = asked
    (n,) = true.rhs.free_symbols
    assert all((late.rhs - true.rhs).subs(n, size) == 0 for size in range(1, 12))
    assert (late.rhs - true.rhs).subs(n, 12) != 0


def test_parts_that_are_the_same_are_not_proved_twice():
    square = Equal((x + 1) ** 2, x**2 + 2 * x + 1)
    with remembering():
        first = prove(square)
        assert prove(square) is not first  # only a late mutant is asked about in a hurry
        with proofs_only():
            again, other = prove(square), prove(Equal(square.lhs, square.rhs + 1))
    assert again.is_sealed
    assert again.statement == first.statement
    assert other.verdict is not Verdict.PROVED
    with proofs_only():
        assert prove(square) is not again


def test_a_proof_that_seals_what_it_is_handed_is_found_out():
    def by_anything(conclusion):
        return concluded(prove_identity(1, 1), conclusion, "a sentence")

    found = judged(says, by_anything, lambda n: n**2)
    assert found.verdict is Verdict.UNDECIDED
    assert "does not read the subject" in found.reason


def a_machine(w):
    d = w.size("d")
    token = w.array("x", d)
    weights = [w.array(name, d, d) for name in ("W_V", "W_K", "W_Q")]
    cell = LinearAttention(*weights)
    return SameOutputs(w.machine(cell, token), w.machine(cell, token))


def an_equation_of_arrays(w):
    array = w.array("A", w.size("d"), w.size("n"))
    return Equal(array, array)


def a_mean(w):
    d = w.size("d").expression
    return Mean(norm2(RandomVector("x", d)), d)


def a_least(w):
    eta = w.number("eta").expression
    x = RandomVector("x", w.size("d").expression)
    return Least((1 - eta) ** 2 * norm2(x), eta, 1)


def several(w):
    n = w.size("n").expression
    return All((AtMost(0, n), Equal(n + n, 2 * n)))


@pytest.mark.parametrize("made", [a_machine, an_equation_of_arrays, a_mean, a_least, several])
def test_statements_of_each_kind_are_changed(made):
    world = Symbolic()
    conclusion = made(world)
    changed = late_mutant(conclusion, world)
    assert changed is not None
    assert changed.key != conclusion.key
    if not isinstance(conclusion, SameOutputs | Least):
        assert prove(conclusion).verdict is Verdict.PROVED
        assert prove(changed).verdict is not Verdict.PROVED


def test_an_inequality_may_stay_true_and_is_left_alone():
    n = sp.Symbol("n", integer=True, positive=True)
    assert late_mutant(AtMost(0, n), Symbolic()) is None
