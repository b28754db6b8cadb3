"""Why each of several inequalities follows that follow together."""

import sympy as sp

from theorem_checks import All, AtMost, Equal, ForAll, Implies, prove_by_induction
from theorem_checks.deriving.each_of_these import OF_THESE
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.deriving.order_steps import BY_HYPOTHESES
from theorem_checks.deriving.rules_said import GIVEN
from theorem_checks.statements.plain_text import plain_text


def test_each_part_of_what_follows_together_has_a_line_or_is_a_hypothesis():
    n = sp.Symbol("n", integer=True, nonnegative=True)
    p = sp.Symbol("p", positive=True)
    x = sp.Function("x", real=True)
    falls = All((Equal(x(0), 1), ForAll(n, 0, Equal(x(n + 1), p * (2 - x(n)) + x(n)))))
    bounds = All((AtMost(p, 1), AtMost(0, x(n)), AtMost(x(n), 2), AtMost(x(n), 2 * n * p + 1)))
    said = Implies(All((falls, AtMost(p, 1))), ForAll(n, 0, bounds))
    base, step = derivation_of(prove_by_induction(said)).parts
    known, *others = [part for part in step.parts if part.name == OF_THESE]
    assert known.rule == GIVEN
    assert [len(part.lines) for part in others] == [2, 2, 2]
    assert base.parts == ()  # of which all is seen at once


def test_what_stands_before_is_told_where_it_is_used():
    n = sp.Symbol("n", integer=True, nonnegative=True)
    p, q = sp.symbols("p q", positive=True)
    x = sp.Function("x", real=True)
    goes = All((AtMost(x(0), 0), ForAll(n, 0, AtMost(x(n + 1), x(n) + p))))
    each = AtMost(x(n), n * p), Implies(AtMost(q, x(n)), AtMost(q / p, n))
    found = prove_by_induction(Implies(goes, ForAll(n, 0, All(each))))
    _, step = derivation_of(found).parts
    first, second = [part.lines[-1] for part in step.parts if part.name == OF_THESE]
    assert first.why == BY_HYPOTHESES
    assert second.why == f"{BY_HYPOTHESES} and what stands before"


def test_what_has_no_line_is_told_with_what_it_needs():
    n = sp.Symbol("n", integer=True, nonnegative=True)
    a, b = sp.symbols("a b", real=True)
    x, z = (sp.Function(name, real=True) for name in "xz")
    each = AtMost(0, x(n)), Equal(a * z(n), b * x(n))
    start = (one.substituted({n: sp.Integer(0)}) for one in each)
    stays = All(tuple(Equal(one(n + 1), one(n)) for one in (x, z)))
    said = Implies(All((*start, ForAll(n, 0, stays))), ForAll(n, 0, All(each)))
    _, step = derivation_of(prove_by_induction(said)).parts
    first, second = (part for part in step.parts if part.name == OF_THESE)
    assert (len(first.lines), len(first.using)) == (2, 0)
    using = [plain_text(one) for one in second.using]
    assert using == ["x_(n + 1) = x_n", "z_(n + 1) = z_n", "a z_n = b x_n"]
