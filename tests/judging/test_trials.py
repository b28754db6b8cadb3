"""What a counterexample says at an instance: the author's names, formulas as one writes them."""

import pytest
import sympy as sp

from theorem_checks import (
    All,
    Gaussian,
    Mean,
    RandomMatrix,
    Verdict,
    bilinear,
    inner,
    prove_for_all,
    reals,
)
from theorem_checks.judging.judge import at_instances
from theorem_checks.statements.analysis import Converges
from theorem_checks.statements.conclusions import AtMost, Equal, Implies, Less, SameOutputs
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.reals.terms import implies
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.verdicts.for_readers import read_by_nobody


def says_of_recurrence(factor, w):
    """h_t = factor^t x, for the recurrence with the factor 2 and one of several indices beside."""
    x, t = w.number("x", positive=True), w.size("t")
    h = w.recurrence("h", x, lambda h, s: 2 * h[s])
    X = w.rows("X", lambda k, i: k + i, lambda X, s, k, i: X[s, k, i] + 1, axes=3)
    a = w.sequence("a", lambda a, s: Equal(a[s] * a[s], a[s]))
    zeros = w.sum(lambda s: a[s] * a[s] - a[s], "s", 0, 1)
    return Equal(h[t] + X[t, 1, 1] + zeros, factor**t * x + t + 2)


def test_indices_that_no_author_named_are_not_among_the_values():
    wrong = at_instances(says_of_recurrence, 3).counterexample
    assert wrong is not None
    assert {*wrong.values} == {"x", "t", "a_0", "a_1"}
    held = at_instances(says_of_recurrence, 2)
    assert held.verdict is Verdict.HOLDS
    assert held.scope.startswith("x = ")
    assert "_" not in held.scope


def says_of_drawn(subject, w):
    """Two parts, of which the last has two, about a sequence and a table of which any are drawn."""
    x, L, d = w.sequence("x", start=1), w.table("L"), w.size("d")
    equal = w.for_all("n", lambda n: Equal(x[n], subject(x[n], L[0, 1])), start=1)
    return All((Equal(d, d), All((equal, Equal(x[1], x[1])))))


def test_the_values_of_sequences_and_tables_are_shown():
    wrong = at_instances(says_of_drawn, lambda x, entry: x + entry).counterexample
    assert wrong is not None
    assert wrong.values["L[0, 1]"] != 0
    assert {name for name in wrong.values if name.startswith("x_")} == {f"x_{wrong.values['n']}"}
    assert wrong.claimed == str(wrong.values[f"x_{wrong.values['n']}"])
    assert wrong.explanation == "the sides differ, in part (b) of (a)–(c)"


x, y = reals("x y")
FORMULAS = {
    "2 y - x ≤ 0 ⟹ y < x": implies(2 * y - x <= 0, y < x),
    "x < y ∨ x ≥ y + 1": (y > x) | ~(x < y + 1),
    "x² + y ≠ 1 ∧ y < 0": (x * x + y != 1) & (y < 0),
    "¬(x = 0 ∨ y = 0)": ~((x == 0) | (y == 0)),
}


@pytest.mark.parametrize("written", FORMULAS)
def test_what_is_claimed_is_written_as_mathematics(written):
    wrong = prove_for_all(FORMULAS[written]).counterexample
    assert wrong is not None
    assert wrong.claimed == written
    assert "\\" in wrong.latex
    assert f"claimed {written}, found " in str(wrong)
    assert type(wrong)(**wrong.to_json()) == wrong


def test_a_formula_that_is_false_at_an_instance_is_written_as_mathematics():
    def says(bound, w):
        return ForReals(w.real("a") ** 2 > bound)

    wrong = at_instances(says, 0).counterexample
    assert wrong is not None
    assert (wrong.claimed, wrong.latex) == ("0 < a²", "0 < a^{2}")


def test_assumptions_of_a_scope_are_written_as_mathematics():
    found = prove_for_all(x > y, assume=[~(x <= y), (x < 1) | (y < 1)])
    assert "with x > y, x < 1 ∨ y < 1" in found.scope


def third(x):
    return x[2]


def test_a_place_that_the_subject_lacks_is_told_with_where_it_asks_for_it():
    def says(subject, w):
        x = w.array("x", w.size("n"))
        return Equal(subject(x), subject(x))

    found = at_instances(says, third)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    line = third.__code__.co_firstlineno + 1
    told = found.counterexample.found
    where = f"tests/judging/test_trials.py:{line}"
    assert told.startswith(f"IndexError in third ({where}): place=2 is not valid")
    assert "a place in an array of shape (1,)" in told
    assert found.counterexample.explanation == "the subject raises here"


def unfinished(x):
    return x[0] + far  # pyright: ignore[reportUndefinedVariable]


def lost(x):
    import no_such_module  # pyright: ignore[reportMissingImports]

    return no_such_module.first(x)


@pytest.mark.parametrize(("subject", "error"), [(unfinished, NameError), (lost, ImportError)])
def test_code_that_runs_nowhere_refutes_nothing(subject, error):
    def says(subject, w):
        x = w.array("x", w.size("n"))
        return Equal(subject(x), subject(x))

    with pytest.raises(error):
        at_instances(says, subject)


FAR = Converges(
    sp.Symbol("n", integer=True, positive=True), "a size", sp.Integer(0), "almost surely"
)


def says_of_far_and_near(more, w):
    n = w.size("n")
    return All((Equal(n + more, n), FAR, All((AtMost(1, n), FAR))))


def test_parts_that_no_instance_decides_are_told():
    found = at_instances(says_of_far_and_near, 0, [{"n": 1}, {"n": 2}])
    assert found.verdict is Verdict.HOLDS
    assert found.scope == (
        "n = 1; n = 2; part (b) of (a)–(d) is not decided at any instance; part (d) of (a)–(d) is"
        " not decided at any instance"
    )


def test_parts_that_some_instances_decide_are_counted():
    def says(_, w):
        n = w.size("n")
        return All((AtMost(1, n), AtMost(n, 3) if n == 2 else FAR))

    found = at_instances(says, 0, [{"n": 1}, {"n": 2}, {"n": 3}])
    assert found.scope.endswith("n = 3; part (b) of (a)–(b) is not decided at 2 of the 3 instances")


def test_a_part_whose_hypothesis_is_never_met_is_named():
    def says(_, w):
        n = w.size("n")
        return All((AtMost(1, n), Implies(AtMost(n, 0), Equal(n, 5))))

    found = at_instances(says, 0, [{"n": 1}, {"n": 2}])
    assert found.verdict is Verdict.VACUOUS
    assert found.reason.endswith("meets the hypothesis of part (b) of (a)–(b).")


def test_a_part_that_is_wrong_beside_others_is_named_and_refuted():
    found = at_instances(says_of_far_and_near, 1, [{"n": 1}])
    assert found.verdict is Verdict.REFUTED
    assert "part (a) of (a)–(d)" in str(found.counterexample)


@pytest.mark.parametrize(("more", "said"), [(0, "equal"), (1, "in the wrong order")])
def test_a_strict_inequality_of_equal_sides_is_told_apart(more, said):
    def says(more, w):
        x = w.number("x")
        return Less(x + more, x + w.number("y") * 0)

    wrong = at_instances(says, more).counterexample
    assert wrong is not None
    assert wrong.explanation == f"the sides are {said}"


def says_they_commute(subject, w):
    """Two matrices commute, beside a vector of another size, from how many entries on."""
    d, m = w.size("d"), w.size("m")
    A, B, x = w.array("A", d, d), w.array("B", d, d), w.array("x", m)
    return All((Equal(x, x), Equal(A @ B, subject(A, B))))


def test_a_counterexample_has_the_smallest_sizes_at_which_it_is_one():
    far = [{"d": 4, "m": 3}]
    found = at_instances(says_they_commute, lambda A, B: B @ A, far).counterexample
    assert found is not None
    assert (found.values["d"], found.values["m"]) == (2, 1)
    assert found.read == ("d", "A", "B")


def test_a_counterexample_has_the_simplest_numbers_at_which_it_is_one():
    def says_it_is_at_most(bound, w):
        d, a = w.size("d"), w.number("a", positive=True)
        u, v = w.array("u", d), w.array("v", d)
        return AtMost(a * (u @ v), w.call(bound, a))

    found = at_instances(says_it_is_at_most, lambda a: a / 2).counterexample
    assert found is not None
    assert found.values["d"] == 1
    assert found.values["a"] == 1  # at 0 the product is not positive
    assert [*found.values["u"]] == [*found.values["v"]] == [1]


def test_a_counterexample_of_reals_has_the_simplest_ones():
    def says_it_is_below(bound, w):
        x, y = w.real("x"), w.real("y")
        return ForReals(x * x <= bound(y))

    found = at_instances(says_it_is_below, lambda y: y - 1).counterexample
    assert found is not None
    assert (found.values["x"], found.values["y"]) == (0, 0)


def test_constant_vectors_are_shown_and_simple():
    def says_mean(multiple, w):
        d, n = w.size("d"), w.size("n")
        a, W = w.constant("a", d), RandomMatrix("W", d, n, Gaussian(variance=1))
        return Mean(bilinear(a, W @ W.T, a), inner(a, a) * w.call(multiple, n))

    found = at_instances(says_mean, lambda n: n + 1).counterexample
    assert found is not None
    assert (found.values["d"], found.values["n"], [*found.values["a"]]) == (1, 1, [1])
    assert (found.claimed, found.found) == ("2", "1")


def test_simpler_numbers_leave_the_reason_as_it_is():
    def says_it_is_so(quotient, w):
        a, b = w.number("a"), w.number("b")
        return Equal(w.call(quotient, a, b), a / b + 1)

    found = at_instances(says_it_is_so, lambda a, b: a / b).counterexample
    assert found is not None
    assert found.explanation == "the sides differ"  # and not that it divides by 0
    assert (found.values["a"], found.values["b"]) == (0, 1)


def test_what_no_instance_decides_does_not_hold():
    def says_the_same(known, w):
        n, x = w.size("n"), w.number("x")
        if not known(n):
            raise NoExactValueError("a moment that nobody knows")
        return Equal(x, x)

    assert at_instances(says_the_same, lambda n: False).verdict is Verdict.UNDECIDED
    some = at_instances(says_the_same, lambda n: n > 1, [{"n": n} for n in (1, 2, 3)])
    assert some.verdict is Verdict.HOLDS
    assert some.scope.endswith("it is not decided at 1 of the 3 instances")


def test_sequences_and_tokens_are_simple():
    def says_it_is_less(factor, w):
        x, L, n = w.sequence("x"), w.table("L"), w.size("n")
        return Equal(x[n] + L[n, 0], w.call(factor, x[n]) + L[n, 0])

    found = at_instances(says_it_is_less, lambda x: 2 * x).counterexample
    assert found is not None
    assert (found.values["n"], found.values["x_1"], found.values["L[1, 0]"]) == (1, 1, 0)

    class Kept:
        def __init__(self, factor):
            self.factor = factor

        def initial_state(self):
            return self.factor * 0

        def step(self, state, x):
            return state + x, self.factor * state + x

    def says_they_are_alike(factor, w):
        x, one = w.array("x"), w.array("one")
        return SameOutputs(w.machine(Kept(one), x), w.machine(Kept(one * factor), x))

    found = at_instances(says_they_are_alike, 2).counterexample
    assert found is not None
    assert found.explanation == "the outputs at t = 2 differ, on the tokens 1, 1"
    assert (found.claimed, found.found) == ("2", "3")


def test_where_nobody_reads_it_no_smaller_one_is_looked_for():
    with read_by_nobody():
        found = at_instances(says_they_commute, lambda A, B: B @ A, [{"d": 4, "m": 3}])
    assert found.counterexample is not None
    assert found.counterexample.values["d"] == 4
