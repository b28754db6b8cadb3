"""Inequalities with exp, tanh and logarithms: what is stated, and what the kernel makes of it."""

import math
import re
from fractions import Fraction

import pytest
import sympy as sp

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import certificate_for, file_text
from theorem_checks.certifying.exponential_polynomials import Lemmas, Range
from theorem_checks.certifying.exponentials_proof import range_of, relation_steps
from theorem_checks.certifying.kernel_output import CLASSICAL
from theorem_checks.certifying.numbers import Numbers
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements.conclusions import All, AtMost, Equal, Implies, Less

x = sp.Symbol("x", real=True)
up = sp.Symbol("u", nonnegative=True)
above = sp.Symbol("a", positive=True)
other = sp.Symbol("y", real=True)
sigmoid = 1 / (1 + sp.exp(-x))


def within(low, high, said):
    return Implies(All((AtMost(low, x), AtMost(x, high))), said)


TRUE = {
    "tangent": AtMost(1 + x, sp.exp(x)),
    "slope": AtMost(sp.diff(sigmoid, x), sp.Rational(1, 4)),
    "tail": Less(1 - sigmoid, sp.exp(-x)),
    "tanh": AtMost(sp.tanh(up), up),
    "above": Less(1 + above, sp.exp(above)),
    "odd": Equal(sp.tanh(-x), -sp.tanh(x)),
    "product": Equal(sp.exp(2 * x) * sp.exp(-x), 1 / sp.exp(-x)),
    "box": within(-2, 3, Less(sp.exp(x / 2) * x, sp.Integer(14))),
    "plane": Implies(
        All((AtMost(0, other), AtMost(other, 1))), within(0, 1, Less(sp.exp(x * other), 3))
    ),
    "twice": Less(sp.exp(-sp.exp(x)), sp.Integer(1)),
    "logarithm": AtMost(sp.log(above), above - 1),
    "far": Less(100 * x - sp.exp(x), sp.Integer(400)),
}
FALSE = {
    "tangent": Less(1 + x, sp.exp(x)),
    "slope": Less(sp.diff(sigmoid, x), sp.Rational(1, 4)),
    "tail": Less(1 - sigmoid, sp.Rational(99, 100) * sp.exp(-x)),
    "tanh": AtMost(sp.tanh(up), sp.Rational(999, 1000) * up),
    "above": Less(1 + up, sp.exp(up)),
    "odd": Equal(sp.tanh(-x), sp.tanh(x)),
    "product": Equal(sp.exp(2 * x) * sp.exp(-x), sp.exp(-x)),
    "box": within(-2, 3, Less(sp.exp(x / 2) * x, sp.Integer(13))),
    "plane": Implies(
        All((AtMost(0, other), AtMost(other, 1))),
        within(0, 1, Less(sp.exp(x * other), sp.Rational(27, 10))),
    ),
    "twice": Less(sp.exp(sp.exp(x)), sp.exp(1 + x)),
    "logarithm": AtMost(sp.log(above), above - sp.Rational(1001, 1000)),
    "far": Less(100 * x - sp.exp(x), sp.Integer(350)),
    "undefined": AtMost(sp.log(x), sp.exp(x)),
    "captured": AtMost(sp.Symbol("exp", real=True), sp.exp(x)),
}


def test_a_logarithm_is_said_to_be_of_a_positive_number():
    said = certificate_for(AtMost(sp.log(x), x - 1)).statement
    assert "(0 < x /\\ (ln x) <= ((- 1) + x))" in said


def test_a_name_of_a_function_is_not_that_of_a_number():
    said = certificate_for(FALSE["captured"]).statement
    assert "(exp'' : R)" in said
    assert "(exp'' <= (exp x))" in said


def test_a_range_is_what_is_assumed_of_the_number_alone():
    known = [AtMost(0, x), Less(x, 2), AtMost(x, other)]
    assert range_of(x, known) == Range(Fraction(0), Fraction(2))
    assert range_of(other, known) == Range(None, None)
    assert range_of(above, []) == Range(Fraction(0), None, True)


def test_what_is_negative_somewhere_has_no_lemma():
    near = {(0, 0): -1, (1, 0): -1, (0, 1): 1}  # exp(x) - 1 - x, which is 0 at 0
    assert Lemmas().positive(near, Range(Fraction(0), None), strict=False)
    for strict, more in ((True, {}), (False, {(2, 0): -1}), (False, {(0, 1): 0})):
        with pytest.raises(NoFormError, match="has one sign"):
            Lemmas().positive({**near, **more}, Range(Fraction(0), None), strict=strict)


@NEEDS_COQC
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.deep)])
def test_true_statements_are_accepted_and_false_ones_are_not(rocq_folder, every):
    true, false = list(TRUE.items())[::every], list(FALSE.items())[::every]
    given = {f"{name}_true": certificate_for(said) for name, said in true}
    given |= {f"{name}_false": certificate_for(said) for name, said in false}
    assert {one.form for one in given.values()} == {"exponentials"}
    true = {name: one for name, one in given.items() if name.endswith("true")}
    false = {name: one for name, one in given.items() if name not in true}
    found = rule_on(true, rocq_folder) | rule_on(false, rocq_folder)
    said = {name: one.said for name, one in found.items()}
    assert {name: one.accepted for name, one in found.items()} == {
        name: name.endswith("true") for name in given
    }, said
    assert {axiom for one in found.values() for axiom in one.axioms} <= CLASSICAL


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_exported_sides_have_the_values_that_python_gives_them(rocq_folder):
    """Of 40 instances: intervals of the kernel that are about the values that doubles have."""
    sides = [side for said in TRUE.values() for side in sides_of(said)]
    goals, points = [], (Fraction(1, 2), Fraction(7, 3), Fraction(5, 4))
    for side in sides:
        for point in points:
            values = {s: sp.Rational(point.numerator, point.denominator) for s in side.free_symbols}
            value = float(side.subs(values))
            if not values or not math.isfinite(value) or abs(value) > 10**6:
                continue
            text = text_at(side, point)
            least, most = (Fraction(value) + step * Fraction(1, 10**6) for step in (-1, 1))
            goals.append(f"Goal {bound(least)} <= {text} <= {bound(most)}. by_intervals. Qed.")
    assert len(goals) >= 40
    made = certificate_for(AtMost(0, sp.exp(x)))
    tactic = "Ltac by_intervals := rewrite ?tanh_by_exp; split; (interval with (i_prec 60)).\n"
    proof = tactic + "\n".join(goals) + "\n" + made.proof
    tried = type(made)(made.key, made.form, made.statement, proof)
    assert "Goal" in file_text([("C", tried)])
    ruling = rule_on({"C": tried}, rocq_folder)["C"]
    assert ruling.accepted, ruling.said


def sides_of(said):
    if isinstance(said, Implies):
        return sides_of(said.body)
    return [side for side in (said.lhs, said.rhs) if isinstance(side, sp.Expr)]


def text_at(side, point):
    """The exported text of an expression, with a number in place of each name."""
    text = Numbers(AtMost(side, sp.Integer(1))).body
    text = re.sub(r"^\((?:.* /\\ )?(.*) <= .*\)$", r"\1", text)
    return re.sub(r"\b[xyua]\b", f"({point})", text)


def bound(value):
    value = Fraction(value).limit_denominator(10**9)
    return f"({value.numerator} / {value.denominator})".replace("(-", "(- ")


@pytest.mark.parametrize(("number", "are_bisected"), [(1, True), (2, True), (3, True), (4, False)])
def test_intervals_are_asked_of_boxes_of_few_dimensions(number, are_bisected):
    sides = [sp.Symbol(f"x{n}", real=True) for n in range(number)]
    known = [relation for side in sides for relation in (AtMost(0, side), AtMost(side, 1))]
    steps = relation_steps(Less(sp.exp(sp.Mul(*sides)), 3), known, str, Lemmas())
    assert ("i_bisect" in steps) is are_bisected
