"""What is exported, as text; and what is refused."""

import pytest

from constructions.arrays import tanh
from tests.certifying.shared import trace_is_cyclic
from theorem_checks.certifying import terms as t
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.exporting import Exporter
from theorem_checks.certifying.refuting import refutation_for
from theorem_checks.certifying.theorems import NoFormError, Theorem
from theorem_checks.judging.judge import statement_of
from theorem_checks.statements.conclusions import AtMost, Equal, Implies
from theorem_checks.statements.for_reals import ForReals


def statement(says, subject=None):
    return " ".join(certificate_of(says, subject).statement.split())


def test_a_sum_for_all_sizes():
    assert statement(trace_is_cyclic) == (
        "Definition statement : Prop :="
        " forall (F : numFieldType) (d : nat) (e : nat)"
        " (V : nat -> nat -> F) (K : nat -> nat -> F),"
        " (1 <= d)%N -> (1 <= e)%N ->"
        " ((\\sum_(i < d) (\\sum_(j < e) V i j * K j i))"
        " = (\\sum_(k < e) (\\sum_(l < d) K k l * V l k)) :> F)."
    )


def test_sorts_are_hypotheses():
    def says(_subject, w):
        x, y = w.number("x", positive=True), w.number("forall", nonzero=True)
        n = w.size("n", least=0)
        return Equal(x * y * n, n * y * x)

    said = statement(says)
    assert "(n : nat) (forall'' : F) (x : F), forall'' != 0 -> 0 < x -> " in said


def test_a_least_value_is_a_hypothesis_of_the_statement():
    def says(_subject, w):
        k = w.number("k", least=2)
        return Equal(k * (k + 1), k + k**2)

    assert "(k : F), 0 < k -> (2%:R <= k) -> k * (1 + k) = k + (k ^+ 2) :> F" in statement(says)


def test_positive_parts_are_over_ordered_fields():
    def says(_subject, w):
        from theorem_checks.statements.arrays.index_expressions import positive

        n = w.size("n")
        v = w.array("v", n)
        if not w.is_symbolic:
            return Equal(v, v)
        return Equal(
            w.entries(lambda _h, i: positive(v[i]) - positive(-v[i]), n),
            w.entries(lambda _h, i: v[i], n),
        )

    said = statement(says)
    assert "F : realFieldType" in said
    assert "(Num.max (v i) 0) + (- 1) * (Num.max ((- 1) * v i) 0) = v i" in said


def test_formulas_over_the_reals():
    def says(_subject, w):
        x, y = w.reals("x y")
        w.assume(y > 0)
        return ForReals((x / y) * y <= x)

    assert statement(says) == (
        "Definition statement : Prop :="
        " (forall y x : R, ((0 < y)) -> (y <> 0 /\\ (((x / y) * y) <= x)))."
    )


def test_a_hypothesis_stands_before_what_it_is_of():
    def says(_subject, w):
        x, y = w.number("x"), w.number("y")
        return Implies(AtMost(x, y), Equal(x + y, y + x))

    assert "(x <= y) -> x + y = " in statement(says)


def of_a_hypothesis_that_divides(_subject, w):
    x, y = w.number("x"), w.number("y")
    within = Implies(Equal(1 / x, y), Equal(x, y))  # met at more places, so that less were said
    return Implies(within, Equal(x, x))


def of_an_integer(_subject, w):
    z = w.number("z", integer=True)
    return Equal(z, z)


def of_a_function_without_form(_subject, w):
    n = w.size("n")
    x, A = w.array("x", n), w.array("A", n, n)
    return Equal(A @ tanh(x), A @ tanh(x) + w.zeros(n))


def of_reals_in_a_hypothesis(_subject, w):
    x = w.real("x")
    return Implies(ForReals(x <= x), Equal(w.number("y"), w.number("z")))


@pytest.mark.parametrize(
    ("says", "named"),
    [
        (of_a_hypothesis_that_divides, "a hypothesis with a division"),
        (of_an_integer, "the integer z"),
        (of_reals_in_a_hypothesis, "ForReals"),
        (of_a_function_without_form, r"the function e\^ in an array"),
    ],
)
def test_what_cannot_be_said_is_refused_by_name(says, named):
    with pytest.raises(NoFormError, match=f"no certificate form yet: .*{named}"):
        certificate_of(says, None)


def test_a_hypothesis_of_relations_may_divide_by_what_may_be_0_for_it_is_met_more_often():
    def divided(_, w):
        a, b = w.number("a"), w.number("b")
        return Implies(Equal(a, 1 / b), Equal(a * b, 1))

    assert "(a = (b^-1) :> F) -> a * b = 1" in statement(divided)


def test_the_text_is_the_same_each_time():
    one, other = (certificate_of(trace_is_cyclic, None) for _ in range(2))
    assert one == other
    assert one.digest == other.digest


def test_a_function_of_which_nothing_is_known_is_a_variable():
    def says(_subject, w):
        d, n = w.size("d"), w.size("n")
        g, x = w.function("g", d, n), w.array("x", d)
        return Equal(g(x) + g(x * 2), g(x * 2) + g(x))

    said = statement(says)
    assert "(g : (nat -> F) -> nat -> F)" in said
    assert "g (fun j : nat => x j) i + g (fun k : nat => x k * (1 * 2%:R)) i = " in said


def test_what_is_false_of_functions_has_no_refutation_yet():
    def says(_subject, w):
        d = w.size("d")
        g, x = w.function("g", d, d), w.array("x", d)
        return Equal(g(x), g(x * 2))

    with pytest.raises(NoFormError, match="functions"):
        refutation_for(statement_of(says, None))


@pytest.mark.parametrize(("name", "is_known"), [("n", True), ("m", False), ("k", False)])
def test_a_size_is_a_divisor_where_it_is_positive(name, is_known):
    exporter = object.__new__(Exporter)
    exporter.theorem = Theorem(sizes={"n": 1, "m": 0})
    assert exporter._is_not_zero(t.OfSize(t.Size("name", (name,)))) is is_known
