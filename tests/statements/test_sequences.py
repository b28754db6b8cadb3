"""Sequences in statements: what worlds give, what is drawn, and what is proved of them."""

from fractions import Fraction
from typing import Any, cast

import pytest
import sympy as sp

from theorem_checks import (
    All,
    AtMost,
    Either,
    Equal,
    ForAll,
    Implies,
    Less,
    Verdict,
    arithmetic,
    binomial,
    instances_of,
    proof_of,
    prove_by_induction,
    sqrt,
)
from theorem_checks.certifying.exporting import exported
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.errors import ArgumentError, UndecidedQuestionError
from theorem_checks.judging.instances import is_met
from theorem_checks.judging.judge import statement_of
from theorem_checks.statements.range_signs import is_never_negative, is_positive
from theorem_checks.statements.sequences import UnmetError
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


def says_geometric(closed, w):
    """x, r x, r^2 x, ..."""
    x, r = w.number("x"), w.number("r", positive=True)
    h = w.recurrence("h", x, lambda h, t: r * h[t])
    return w.for_all("n", lambda n: Equal(h[n], w.call(closed, r, x, n)))


def says_fibonacci(closed, w):
    """Two sequences that depend on each other."""
    f, g = w.recurrence("f g", (0, 1), lambda f, g, t: (g[t], f[t] + g[t]))
    both = lambda n: (Equal(f[n], w.call(closed, n)), Equal(g[n], w.call(closed, n + 1)))  # noqa: E731
    return w.for_all("n", lambda n: All(both(n)))


def says_all_before(closed, w):
    """A step that reads all values before; its sum is called otherwise than in what is said."""
    N = w.recurrence("N", 1, lambda N, t: 1 + w.sum(lambda j: N[j], "j", 0, t) + N[t])
    said = lambda k: (  # noqa: E731
        Equal(N[k], w.call(closed, 2 * k + 2)),
        Equal(w.sum(lambda i: N[i], "i", 0, k), w.call(closed, 2 * k + 3) - 1),
    )
    return w.for_all("k", lambda k: All(said(k)))


def says_bounded(step, w):
    """A mean of two numbers of which each is within a bound is so, for all time."""
    m, x = w.number("m", nonnegative=True, small=True), w.number("x", small=True)
    z = w.sequence("z", lambda z, t: All((AtMost(0, z[t]), AtMost(z[t], 1))))
    c = w.sequence("c", lambda c, t: All((AtMost(-m, c[t]), AtMost(c[t], m))))
    h = w.recurrence("h", x, lambda h, t: w.call(step, h[t], z[t], c[t]))
    start = All((AtMost(-m, x), AtMost(x, m)))
    return Implies(start, w.for_all("n", lambda n: All((AtMost(-m, h[n]), AtMost(h[n], m)))))


def says_falls(bound, w):
    """What falls by 1 at least at each step."""
    a = w.sequence("a", lambda a, t: AtMost(a[t + 1], a[t] - 1), start=1)
    return w.for_all("n", lambda n: AtMost(a[n], w.call(bound, a[1], n)), start=1)


def binet(n):
    """The Fibonacci numbers."""
    root = sqrt(5)
    return (((1 + root) / 2) ** n - ((1 - root) / 2) ** n) / root


STATEMENTS = {
    "geometric": (says_geometric, lambda r, x, n: r**n * x, lambda r, x, n: r**n * x + n * (n - 1)),
    "fibonacci": (says_fibonacci, binet, lambda n: binet(n + 1)),
    "all before": (says_all_before, binet, lambda n: binet(n) + n),
    "bounded": (
        says_bounded,
        lambda h, z, c: h + z * (c - h),
        lambda h, z, c: h + 3 * z * (c - h),
    ),
    "falls": (says_falls, lambda x, n: x - n + 1, lambda x, n: x - n),
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_what_is_true_is_proved_and_what_is_false_is_refuted(name):
    says, true, false = STATEMENTS[name]
    check = proof_of(says, prove_by_induction)
    found = check(true)
    assert found.verdict is Verdict.PROVED
    assert found.statement is not None
    assert found.statement.key == statement_of(says, true).key
    assert check(false).verdict is Verdict.REFUTED
    assert instances_of(says)(true).verdict is Verdict.HOLDS
    assert instances_of(says)(false).verdict is Verdict.REFUTED


def test_the_definition_of_a_recurrence_is_a_hypothesis():
    said = statement_of(says_geometric, lambda r, x, n: r**n * x)
    assert said.latex.startswith(r"\Big(h_{0} = x")
    assert r"h_{t + 1} = r h_{t}" in said.latex
    other = statement_of(lambda c, w: says_geometric(lambda r, x, n: 2 * x, w), None)
    assert said.key != other.key


def test_a_refutation_tells_at_which_integer():
    found = instances_of(says_geometric)(STATEMENTS["geometric"][2])
    assert found.counterexample is not None
    assert found.counterexample.values["n"] == 2


@pytest.mark.parametrize(
    ("first", "step", "known"),
    [
        (1, lambda x: x + 1, ("positive", "integer")),
        (0, lambda x: x / 2, ("nonnegative",)),
        (1, lambda x: x - 1, ("integer",)),
        (sp.Rational(1, 2), lambda x: x - 1, ("real",)),
    ],
)
def test_what_is_known_of_a_recurrence_is_what_its_step_keeps(first, step, known):
    w = Symbolic()
    h = w.recurrence("h", first, lambda h, t: step(h[t]))
    value = h[w.size("n")].expression
    for name in ("positive", "integer", "nonnegative", "real"):
        implied = name == "real" or (name == "nonnegative" and "positive" in known)
        assert (getattr(value, f"is_{name}") is True) == (name in known or implied)


def test_a_sequence_answers_no_question():
    w = Symbolic()
    a = w.sequence("a")
    for ask in (len, iter, bool, list, hash, lambda a: 1 in a, lambda a: a[:2], lambda a: a == a):
        with pytest.raises(UndecidedQuestionError):
            ask(a)
    with pytest.raises(UndecidedQuestionError):
        bool(a[0] > 0)
    assert bool(w.sequence("b", positive=True)[3] > 0)


@pytest.mark.parametrize("make", [Symbolic, lambda: Concrete({}, 0)])
def test_a_name_stands_for_one_thing(make):
    w = make()
    w.sequence("a")
    for again in (
        lambda: w.sequence("a"),
        lambda: w.recurrence("a", 0, lambda a, t: a[t]),
        lambda: w.number("a"),
        lambda: w.for_all("a", lambda n: Equal(n, n)),
    ):
        with pytest.raises(ArgumentError):
            again()
    with pytest.raises(ArgumentError):
        w.sequence("b")[w.number("x") / 2 if w.is_symbolic else Fraction(1, 2)]


def test_values_are_the_same_whenever_they_are_asked_for():
    w = Concrete({}, 3)
    a = w.sequence("a", integer=True)
    later = a[200]
    assert all(a[k] == Concrete({}, 3).sequence("a", integer=True)[k] for k in (0, 5, 200))
    assert a[200] == later


def test_a_recurrence_is_computed():
    w = Concrete({}, 0)
    h = w.recurrence("h", 1, lambda h, t: h[t] * (t + 1))
    assert [h[k] for k in range(6)] == [1, 1, 2, 6, 24, 120]
    with pytest.raises(UnmetError):
        w.recurrence("g", 2, lambda g, t: g[t] ** 2)[30]  # of 2^30 digits


BITS = lambda b, k: Either((Equal(b[k], 0), Equal(b[k], 1)))  # noqa: E731
MET = {
    "bits": BITS,
    "monotone": lambda a, t: AtMost(a[t], a[t + 1]),
    "falls": lambda a, t: AtMost(a[t + 1], a[t] - 1),
    "geometric": lambda a, t: Equal(2 * a[t + 1], a[t]),
    "within": lambda a, t: All((Less(-1, a[t]), Less(a[t], sp.Rational(1, 3)))),
    "convex": lambda a, t: AtMost(2 * a[t + 1], a[t] + a[t + 2]),
}


@pytest.mark.parametrize("name", MET)
def test_what_is_assumed_is_met_by_what_is_drawn(name):
    met = 0
    for seed in range(12):
        try:
            w = Concrete({}, seed)
            w.sequence("a", MET[name])
        except UnmetError:
            continue
        met += all(is_met(said, w) for said in w.supposed)
    assert met >= 4


def test_what_is_assumed_has_to_be_met_for_all_integers():
    w = Concrete({}, 0)
    a = w.sequence("a")
    first = w.for_all("i", lambda i: AtMost(a[i], max(a[k] for k in range(13))))
    assert not is_met(first, w) or all(a[k] <= max(a[j] for j in range(13)) for k in range(200))


@pytest.mark.parametrize("name", STATEMENTS)
def test_there_is_no_certificate_of_sequences_yet(name):
    says, true, _ = STATEMENTS[name]
    with pytest.raises(NoFormError):
        exported(statement_of(says, true))


def says_attended(bound, w):
    """A weighted sum of what came before, with weights for every pair of times, is not below 1."""
    weights = w.table("weights", nonnegative=True)
    h = w.recurrence("h", 1, lambda h, t: 1 + w.sum(lambda i: weights[t + 1, i] * h[i], "i", 0, t))
    return w.for_all("n", lambda n: AtMost(w.call(bound, n), h[n]))


def test_a_recurrence_may_have_a_weight_for_every_pair_of_times():
    check = proof_of(says_attended, prove_by_induction)
    assert check(lambda n: 1).verdict is Verdict.PROVED
    assert check(lambda n: 2).verdict is Verdict.REFUTED


def says_pascal(subject, w):
    """A table by its first row, its edge, and the sum of two beside each other."""
    closed, edge = subject
    N = w.table_of("N", lambda _: 1, lambda _: edge, lambda N, s, k: N[s + 1, k] + N[s, k])
    row = lambda s: w.for_all("k", lambda k: Equal(N[s, k], w.call(closed, k, s)))  # noqa: E731
    return w.for_all("s", row)


def test_a_table_is_determined_by_its_first_row_and_its_edge():
    check = proof_of(says_pascal, prove_by_induction)
    assert check((binomial, 0)).verdict is Verdict.PROVED
    assert check((binomial, 1)).verdict is Verdict.REFUTED
    assert check((lambda k, s: binomial(k + s, s), 1)).verdict is not Verdict.PROVED


def test_a_statement_for_two_integers_is_proved_by_induction_over_both():
    n, m = sp.symbols("n m", integer=True, nonnegative=True)
    b = sp.Function("b", real=True)
    every = lambda said: ForAll(n, 0, ForAll(m, 0, said))  # noqa: E731
    diagonal = ForAll(m, 0, Equal(b(m, m), 0))
    assert prove_by_induction(every(AtMost(n, n + m))).verdict is Verdict.PROVED
    for false in (every(AtMost(m, n + 5)), Implies(diagonal, every(Equal(b(n, m), 0)))):
        assert prove_by_induction(false).verdict is not Verdict.PROVED
    shadowed = ForAll(n, 0, ForAll(n, 0, AtMost(n, 0)))
    assert prove_by_induction(shadowed).verdict is not Verdict.PROVED


def test_a_table_is_asked_for_integers_as_many_as_it_has():
    for world in (Symbolic(), Concrete({}, 0)):
        a = world.table("a")
        with pytest.raises(ArgumentError, match="2 integers"):
            a[1]
        with pytest.raises(ArgumentError, match="integer"):
            a[1, sp.Rational(1, 2)]
    a = Concrete({}, 0).table("a", 3, integer=True, positive=True)
    assert a[1, 2, 3] == a[1, 2, 3] >= 1


def test_the_sign_of_a_sum_is_that_of_its_terms_from_its_first_index_on():
    n, k = sp.symbols("n k", integer=True, positive=True)
    total: Any = sp.Sum
    a: Any = sp.Function("a", nonnegative=True)
    assert is_never_negative(total(a(k, n) / n, (k, 0, n)) + n)
    assert is_never_negative(total(k, (k, 0, n)))
    assert not is_never_negative(total(k, (k, -3, n)))  # whatever its symbol is called
    assert not is_never_negative(total(a(k, n) - 1, (k, 0, n)))
    assert not is_never_negative(-total(a(k, n), (k, 0, n)))
    assert is_positive(n + total(a(k, n), (k, 0, n)))
    assert not is_positive(sp.Add(1, total(k, (k, -3, 0))))  # which is -5
    assert arithmetic(AtMost(0, total(k, (k, -3, n)))).verdict is not Verdict.PROVED


def test_a_recurrence_believes_no_sign_of_an_index():
    k, total = sp.Symbol("k", integer=True, positive=True), cast(Any, sp.Sum)
    h = Symbolic().recurrence("h", 1, lambda h, t: sp.Add(3, total(k, (k, -3, 0))))
    assert not h[0].expression.is_nonnegative


def test_parts_of_a_subject_that_change_are_seen():
    class Counts:
        def __init__(self):
            self.times = 0

        def __call__(self, r, x, n):
            self.times += 1
            return r**n * x if self.times < 10**4 else x

    def says(subject, w):
        return says_geometric(subject[0], w)

    found = proof_of(says, prove_by_induction)((Counts(),))
    assert found.verdict is Verdict.UNDECIDED
    assert "1.times" in found.reason


def test_rows_of_a_table_are_drawn_such_that_they_meet_what_is_assumed():
    seen = []
    for seed in range(40):
        w = Concrete({}, seed)
        few = lambda a, t: AtMost(w.sum(lambda i: a[t, i], "i", 0, t), 1)  # noqa: B023, E731
        a = w.table("a", such_that=few, nonnegative=True)
        rows = [[a[t, i].expression for i in range(t + 1)] for t in (0, 3, 60)]
        assert all(min(row) >= 0 and sum(row) <= 1 for row in rows)
        seen += [sum(row) for row in rows]
    assert {0 < total < 1 for total in seen} == {True, False}
    assert 1 in seen


def test_a_row_of_a_table_is_assumed_of_by_itself():
    w = Concrete({}, 0)
    with pytest.raises(ArgumentError, match=r"values in the row \d alone"):
        w.table("a", such_that=lambda a, t: AtMost(a[t, 0], a[t + 1, 0]), axes=2)


@pytest.mark.parametrize("seed", range(6))
def test_a_sequence_is_drawn_where_what_is_assumed_leaves_one_value(seed: int):
    a = Concrete({}, seed).sequence("a", lambda a, t: Equal(3 * a[t], 7 * t + 1), positive=True)
    assert [a[t].expression for t in (0, 5, 100)] == [
        sp.Rational(7 * t + 1, 3) for t in (0, 5, 100)
    ]


def test_sequences_of_integers_end_as_lines_and_as_powers_of_2():
    ends = set()
    for seed in range(40):
        a = Concrete({}, seed).sequence("a", integer=True)
        one, two, three = (a[t].expression for t in (100, 101, 102))
        assert one.is_Integer
        ends |= {"doubled"} if two == 2 * one != 0 and three == 2 * two else set()
        ends |= {"line"} if three - two == two - one != 0 else set()
    assert ends == {"doubled", "line"}
