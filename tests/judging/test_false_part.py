"""Of a counterexample the part is shown that is false, and the values that it reads."""

import re

import sympy as sp

from theorem_checks import All, Counterexample, Implies, SameOutputs, instances_of
from theorem_checks.judging.judge import at_instances
from theorem_checks.reporting.counterexamples import counterexample_lines
from theorem_checks.statements.conclusions import AtMost, Equal
from theorem_checks.statements.worlds.symbolic import Symbolic


def says_of_two(factor, w):
    """The first part is about A and c, the second about B and x."""
    d = w.size("d")
    A, B, x = w.array("A", d, d), w.array("B", d, d), w.array("x", d)
    c, _ = w.number("c"), w.number("unused")
    return All((Equal(c * (A + A), 2 * c * A), Equal(B @ x + B @ x, factor * (B @ x))))


def found_at(says, subject):
    found = at_instances(says, subject).counterexample
    assert found is not None
    return found


def test_they_are_those_of_the_false_part_and_the_sizes():
    found = found_at(says_of_two, 3)
    assert found.read == ("d", "B", "x")
    assert {*found.values} == {"d", "A", "B", "x", "c", "unused"}
    assert "A = " not in str(found)
    assert ", 3 more values, not read by what is false; left side" in str(found)
    assert "and 3 more values, not read by what is false" in list(counterexample_lines(found))


def test_functions_of_which_nothing_is_known_are_told_as_they_are_there():
    def says(factor, w):
        d = w.size("d")
        f, g, x = w.function("f", d, 1), w.function("g", d, 1), w.array("x", d)
        return All((Equal(f(x) + f(x), 2 * f(x)), Equal(g(x) + g(x), factor * g(x))))

    found = found_at(says, 3)
    assert found.read == ("d", "x", "g([z])")
    assert {*found.values} == {"d", "x", "f([z])", "g([z])"}
    (x,), (value,) = found.values["x"], found.values["g([z])"].strip("[]").split(", ")
    at_x = sp.sympify(value.replace("^", "**").replace(" z", "*z").replace("z", f"({x})"))
    assert (found.claimed, found.found) == (f"[{2 * at_x}]", f"[{3 * at_x}]")


def test_the_part_is_told_as_it_is_said_of_symbols():
    found = found_at(says_of_two, 3)
    assert found.part == says_of_two(3, Symbolic({})).parts[1].latex
    assert f"false: ${found.part}$" in list(counterexample_lines(found))
    assert found.to_json()["part"] == found.part


def test_of_a_part_of_a_part_that_one_is_told():
    def says(factor, w):
        said = says_of_two(factor, w)
        return All((said.parts[0], said))

    found = found_at(says, 3)
    assert found.explanation.endswith("in part (c) of (a)–(c)")
    assert found.part == says_of_two(3, Symbolic({})).parts[1].latex


def test_a_formula_of_some_lines_is_told():
    def says(factor, w):
        x = w.array("x", w.size("d"))
        many = Equal(sum(((k + 1) * (x @ x * x) for k in range(12)), 0 * x) @ x, factor * (x @ x))
        return All((Equal(x, x), many))

    found = found_at(says, 3)
    assert found.part == says(3, Symbolic({})).parts[1].latex
    assert len(found.part) > 400


def test_of_parts_under_a_hypothesis_the_false_one_is_told_and_what_the_hypothesis_reads():
    def says_of_both(factor, w):
        c = w.number("c", positive=True)
        return All((Equal(c, c), Equal(c + c, factor * c)))

    def says(factor, w):
        return Implies(AtMost(w.number("e"), 1), says_of_both(factor, w))

    found = found_at(says, 3)
    assert found.part == says_of_both(3, Symbolic({})).parts[1].latex
    assert set(found.shown) == {"c", "e"}
    assert found.explanation.endswith("in part (b) of (a)–(b)")


def test_one_that_is_too_long_to_be_read_goes_by_its_number():
    def says(factor, w):
        x = w.array("x", w.size("d"))
        many = Equal(sum((x @ x * x for _ in range(80)), 0 * x) @ (x @ x * x), factor * (x @ x))
        return All((Equal(x, x), many))

    found = found_at(says, 3)
    assert found.part == r"\text{part (b) of (a)–(b)}"
    assert found.read == ("d", "x")


def test_of_one_statement_all_are_shown():
    def says(factor, w):
        return says_of_two(factor, w).parts[1]

    found = found_at(says, 3)
    assert found.read == ()
    assert {*found.shown} == {*found.values}


def says_of_sequences(factor, w):
    """The first part is about a alone, the second about h, which b and P determine."""
    a, b, t = w.sequence("a"), w.sequence("b"), w.size("t")
    P = w.table("P", such_that=lambda P, T: AtMost(P[T, 0], 2))
    h = w.recurrence("h", P[0, 0], lambda h, s: h[s] + b[s])
    return All((Equal(a[t], a[t]), Equal(h[t] + h[t], factor * h[t])))


def test_what_determines_the_values_of_a_recurrence_is_read_with_it():
    found = found_at(says_of_sequences, 3)
    assert {name.split("_")[0] for name in found.values} >= {"t", "a", "b", "P[0, 0]"}
    assert {re.split(r"_|\[", name)[0] for name in found.read} == {"t", "b", "P"}


class Sum:
    """Adds its tokens up, times a factor."""

    def __init__(self, factor, zero):
        self.factor, self.zero = factor, zero

    def initial_state(self):
        return self.zero

    def step(self, state, token):
        return (state := state + self.factor * token), state


def test_the_array_that_stands_for_any_token_is_not_among_them():
    def says(factor, w):
        d = w.size("d")
        zero, x, f = w.zeros(d), w.array("x", d), w.number("f")
        return SameOutputs(w.machine(Sum(f, zero), x), w.machine(Sum(factor * f, zero), x))

    found = found_at(says, 3)
    assert found.read == ("d", "f")
    assert {*found.values} == {"d", "f", "x"}
    assert found.part == says(3, Symbolic({})).latex


def test_what_a_trace_of_all_sizes_does_not_have_one_of_these_sizes_has():
    def says(factor, w):
        said = says_of_two(factor, w)
        if w.size("n") == 1:
            return said
        return All((said, said))

    found = found_at(says, 3)
    assert {*found.values} - {*found.read} == {"A", "c", "unused"}
    assert found.part == r"\text{part (b) of (a)–(b)}"


def test_of_a_function_that_runs_on_no_symbols_its_arguments_are_read():
    def says(power, w):
        a, b, c = (w.number(name, positive=True) for name in "abc")
        first = w.for_all("k", lambda k: Equal(b**k, b**k))
        return All((first, w.for_all("n", lambda n: Equal(w.call(power, a, n) * c, c * a**n))))

    found = found_at(says, lambda a, n: a**n if n < 2 else 2 * a**n)
    assert found.read == ("a", "c", "n")
    assert {*found.values} == {"a", "b", "c", "k", "n"}


def test_where_there_is_no_trace_the_token_is_not_among_them():
    def says(factor, w):
        d = w.size("d")
        zero, x, f = w.zeros(d), w.array("x", d), w.number("f")
        kept = getattr(w, "numbers", None) or {}["no trace"]
        same = SameOutputs(w.machine(Sum(f, zero), x), w.machine(Sum(factor * f, zero), x))
        return All((w.for_all("k", lambda k: Equal(k + f, f + k)), same)) if kept else same

    found = found_at(says, 3)
    assert found.read == ("d", "f")
    assert {*found.values} == {"d", "f", "x", "k"}


def test_an_error_in_the_trace_is_none_of_the_counterexample():
    def says(factor, w):
        said = says_of_two(factor, w)
        return said if isinstance(w.numbers["d"], int) or w.numbers["d"] > 0 else None

    assert found_at(says, 3).read == ()


def test_they_are_kept():
    found = found_at(says_of_two, 3)
    assert Counterexample(**found.to_json()) == found


def test_of_a_mutant_nobody_reads_them():
    asked = instances_of(says_of_two)
    for mutates, read in (((), ("d", "B", "x")), ((2,), ())):
        found = asked(3, mutates=mutates).counterexample
        assert found is not None
        assert found.read == read
