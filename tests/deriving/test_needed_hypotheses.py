"""Base and step are told with the hypotheses that they need."""

import pytest
import sympy as sp

from theorem_checks import (
    All,
    AtMost,
    Equal,
    ForAll,
    Implies,
    Less,
    prove_by_induction,
    prove_by_strong_induction,
)
from theorem_checks.deriving import needed_hypotheses
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.deriving.needed_hypotheses import enough_for, needed_of
from theorem_checks.deriving.text import in_text
from theorem_checks.proving.induction.by_induction import is_decided_in
from theorem_checks.proving.rules.rewriting import hypotheses_of
from theorem_checks.statements.plain_text import plain_text

n, m = (sp.Symbol(name, integer=True, nonnegative=True) for name in "nm")
a, b, c = sp.symbols("a b c", real=True)
x = sp.Function("x", real=True)
FALLS = All((AtMost(x(0), c), ForAll(m, 0, AtMost(x(m + 1), x(m) - 1)), Less(0, b)))


def test_a_base_needs_the_start_and_a_step_the_recurrence():
    said = Implies(FALLS, ForAll(n, 0, AtMost(x(n), c - n)))
    made = derivation_of(prove_by_induction(said))
    base, step = made.parts
    assert [plain_text(one) for one in base.hypotheses] == ["x_0 ≤ c"]
    assert [plain_text(one) for one in step.hypotheses] == ["x_(n + 1) ≤ x_n - 1", "x_n ≤ c - n"]
    assert (base.spared, step.spared) == (3, 3)
    text = in_text(made)
    assert "1. base: x_0 ≤ c\n    [it is what the hypotheses give; 3 other" in text
    assert "; 3 other hypotheses are not needed]" in text


def test_equations_that_are_put_in_are_needed():
    goes = All((Equal(x(0), c), ForAll(m, 0, Equal(x(m + 1), 2 * x(m)))))
    made = derivation_of(prove_by_induction(Implies(goes, ForAll(n, 0, Equal(x(n), c * 2**n)))))
    base, step = made.parts
    assert [plain_text(one) for one in base.hypotheses] == ["x_0 = c"]
    assert plain_text(step.hypotheses[0]) == "x_(n + 1) = 2 x_n"


def test_what_is_so_without_hypotheses_is_told_without():
    said = Implies(Less(0, b), ForAll(n, 0, AtMost(-a * a, n)))
    base, _ = derivation_of(prove_by_induction(said)).parts
    assert base.hypotheses == ()
    assert "⟹" not in plain_text(base.statement)
    assert base.spared == 1


def test_of_many_most_go_at_once():
    tried: list[int] = []

    def proved(said, steps):
        tried.append(len(hypotheses_of(said)[0]) if isinstance(said, Implies) else 0)
        return is_decided_in(said, steps)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(needed_hypotheses, "is_decided_in", proved)
        known = [AtMost(a, 1), *(AtMost(b, k) for k in range(40)), AtMost(a, c)]
        assert needed_of(known, [], AtMost(a, 2), "arithmetic") == known[:1]
    assert len(tried) < 20


def test_the_solver_has_steps_and_no_seconds(monkeypatch):
    monkeypatch.setattr(needed_hypotheses, "STEPS", 1)
    assert needed_of(KNOWN, [], AtMost(a, 2), "arithmetic") == KNOWN


KNOWN = [AtMost(a, 1), AtMost(a, 0), AtMost(b, 1)]


def test_the_last_that_is_not_needed_goes_first():
    assert needed_of(KNOWN, [], AtMost(a, 2), "arithmetic") == KNOWN[:1]
    assert needed_of(KNOWN, [AtMost(a, -1)], AtMost(a, 2), "arithmetic") == []


@pytest.mark.parametrize("rule", ["derivation", "induction", ""])
def test_what_another_rule_has_concluded_keeps_its_hypotheses(rule):
    assert needed_of(KNOWN, [], AtMost(a, 2), rule) == KNOWN


def test_lines_take_nothing_of_what_is_not_told():
    grown = Implies(
        All((AtMost(1, b), AtMost(0, c))), ForAll(n, 0, All((AtMost(0, n * c), AtMost(0, n + b))))
    )
    for part in derivation_of(prove_by_induction(grown)).parts:
        told = {plain_text(one) for one in part.hypotheses}
        assert told <= {"1 ≤ b", "0 ≤ c", "0 ≤ c n", "0 ≤ b + n"}
        assert len(told) + part.spared in (2, 4)


def test_parts_that_follow_from_those_before_need_no_hypotheses_of_other_things():
    y, z = (sp.Function(name, real=True) for name in "yz")
    squares, other, mixed = y(n) ** 2, z(n) ** 2, y(n) * z(n)
    within = AtMost(mixed**2, squares * other)
    known = [AtMost(-b, a), AtMost(a, b)]
    body = All((AtMost(0, squares), AtMost(0, other), within))
    assert needed_of(known, [], body, "arithmetic") == []
    enough = enough_for([*known, AtMost(b, 1)], AtMost(a, 1))
    assert enough is not None
    assert [plain_text(one.latex) for one in enough] == ["a ≤ b", "b ≤ 1"]
    assert enough_for(known, AtMost(a, 1)) is None


def test_a_step_of_a_derivation_takes_what_it_needs_of_what_was_drawn_for_it():
    y = sp.Function("y", real=True)
    goes = ForAll(m, 0, Equal(x(m + 1), x(m) + 1))
    given = All((Equal(x(0), 0), Equal(y(0), 5), AtMost(x(0), y(0)), goes))
    made = derivation_of(prove_by_strong_induction(Implies(given, ForAll(n, 0, Equal(x(n), n)))))
    taken = [plain_text(one) for part in made.walk() if not part.parts for one in part.hypotheses]
    assert taken == ["x_0 = 0", "x_(n + 1) = x_n + 1", "(x_n = n)"]


def test_a_derivation_tries_only_so_often_what_it_needs(monkeypatch):
    x, y = sp.Symbol("x", real=True), sp.Symbol("y", real=True)
    known, body = [AtMost(0, y), AtMost(1, x)], AtMost(0, x)
    assert needed_of(known, (), body, "arithmetic") == [known[1]]
    monkeypatch.setattr(needed_hypotheses, "IN_ALL", 1)
    with needed_hypotheses.attempts_counted():
        assert needed_of(known, (), body, "arithmetic") == known
        assert enough_for(known, body) is None
