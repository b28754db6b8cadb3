"""Statements about sequences: their text, evaluated by Rocq at numbers, and what is refused."""

import random
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from tests.certifying.shared import NEEDS_COQC, compiled
from theorem_checks.certifying.certificates import certificate_for
from theorem_checks.certifying.recurrences import _Recurrences, is_of_sequences
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements.analysis import BoundedBelow, Proportional
from theorem_checks.statements.conclusions import All, AtMost, Equal, ForAll, Implies
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.hypotheses import Either
from theorem_checks.statements.reals.terms import reals

n, k, m = (sp.Symbol(name, integer=True, nonnegative=True) for name in "nkm")
p = sp.Symbol("p", integer=True, positive=True)
x, y = sp.symbols("x y", real=True)
a = sp.Function("a", real=True)
b = sp.Function("b", real=True, nonnegative=True, integer=True)


def said(conclusion):
    assert is_of_sequences(conclusion)
    return " ".join(_Recurrences(conclusion).statement.split())


def test_a_recurrence_is_a_hypothesis_like_any_other():
    grows = ForAll(n, 0, Equal(a(n + 1), 2 * a(n)))
    text = said(Implies(grows, ForAll(k, 1, Equal(a(k), 2 * a(k - 1)))))
    assert "forall (a : nat -> R), ((forall n'0 : nat, ((a (1 + n'0)%nat) = (2 * (a n'0))))" in text
    assert "(forall k'1 : nat, (1 <= k'1)%nat -> ((a k'1) = (2 * (a (k'1 - 1)%nat))))" in text


def test_what_a_sort_says_of_a_sequence_is_said():
    text = said(ForAll(n, 0, AtMost(0, b(n))))
    assert "(forall k0' : nat, exists n' : nat, b k0' = INR n') ->" in text


@pytest.mark.parametrize(
    "side",
    [
        *(a(n - 1), a(n - k), a(p - 2), a(n / 2), x ** (n - 1), x**y),
        sp.Sum(a(n), (n, 2, k)),  # of k - 1 terms, and k may be 0
        sp.Sum(1 / (a(n) + 1), (n, 0, k)),
        *(sp.Function("c", positive=True, rational=True)(n), sp.tan(a(0))),
        *(sp.sqrt(x), sp.binomial(x, n), sp.binomial(n - k, 2), sp.factorial(n - 1)),
    ],
)
def test_what_may_not_be_natural_or_has_no_counterpart_is_refused(side):
    with pytest.raises(NoFormError):
        said(ForAll(m, 0, Equal(a(m) + side, x)))


def test_a_name_of_two_things_is_refused():
    for other in (sp.Symbol("a", real=True), sp.Function("a", real=True)(n, n)):
        with pytest.raises(NoFormError, match="two things of the name a"):
            said(ForAll(m, 0, Equal(a(m), other)))


def test_bound_variables_capture_nothing():
    total: Any = sp.Sum
    text = said(Equal(a(n), total(a(n) * a(k), (k, 0, n)) + total(a(n), (n, 1, 3))))
    assert "(total (fun k'0 : nat => ((a k'0) * (a n))) 0%nat (1 + n)%nat)" in text
    assert "(total (fun n'1 : nat => (a n'1)) 1%nat 3%nat)" in text


def test_behind_a_range_a_variable_is_again_what_it_was_before():
    text = said(ForAll(n, 0, Equal(sp.Sum(a(n), (n, 0, n)), a(n))))
    assert text.endswith("= (a n'0))).")
    assert "(n : nat)" not in text


def test_a_divisor_that_may_be_0_stands_beside():
    assert "((a 0%nat) <> 0 /\\ x = (/ (a 0%nat)))" in said(Equal(x, 1 / a(0)))
    assert "<>" not in said(ForAll(n, 0, Equal(a(n), 1 / (p + 1))))


def test_a_range_from_0_is_not_positive_whatever_its_symbol_says():
    assert "((INR p'0) <> 0 /\\ " in said(ForAll(p, 0, AtMost(a(p) / p, 1)))
    assert "<>" not in said(ForAll(p, 1, AtMost(a(p) / p, 1)))
    with pytest.raises(NoFormError, match="what is summed over"):
        said(AtMost(sp.Sum(a(p) / p, (p, 0, n)), 1))
    with pytest.raises(NoFormError, match="what is multiplied over"):
        said(AtMost(sp.Product(a(p) / p, (p, 0, n)), 1))


def test_a_product_over_a_range_is_one_of_the_library():
    text = said(Equal(sp.Product(a(p), (p, 1, n)), x))
    assert "(product (fun p'0 : nat => (a p'0)) 1%nat n) = x" in text


def test_what_is_rounded_is_a_number_even_where_it_has_no_sequence():
    text = said(Equal(sp.floor(n / 10), x))
    assert "((IZR (R_Ifp.Int_part ((1 / 10) * (INR n)))) = x)" in text


def test_an_exponent_that_may_be_negative_is_one_of_a_positive_number_only():
    q = sp.Symbol("q", positive=True)
    assert "(a 0%nat) = ((q ^ n) * (/ q))" in said(Equal(a(0), q ** (n - 1)))


def test_alternatives_and_what_is_true_of_all_reals_stand_within():
    r = reals("r")
    either = Either((Equal(a(0), 1), AtMost(a(1), 0)))
    text = said(Implies(either, All((ForReals(r * r >= 0), Equal(a(0), x)))))
    assert "((((a 0%nat) = 1) \\/ ((a 1%nat) <= 0)) ->" in text
    assert "((forall r : R, ((0 <= (r * r)))) /\\" in text


def test_a_bound_for_all_large_integers_is_one_of_some_positive_number():
    text = said(BoundedBelow(k, k * a(k) ** 2 / (x + k)))
    assert "(exists least'1 : R, 0 < least'1 /\\ (exists first'1 : nat," in text
    assert "forall k'0 : nat, (first'1 <= k'0)%nat -> (((INR k'0) + x) <> 0 /\\ least'1 <= " in text
    two = said(All((BoundedBelow(k, a(k)), Implies(BoundedBelow(k, -a(k)), Equal(a(0), x)))))
    assert "least'1 <= (a k'0)" in two
    assert "least'2 <= ((- 1) * (a k'1))" in two


def test_logarithms_are_of_numbers_that_are_at_least_1():
    text = said(ForAll(n, 0, AtMost(a(n), sp.log(n + p))))
    assert "(ln (INR (n'0 + p)%nat))" in text
    assert "(ln (INR 2%nat))" in said(ForAll(n, 0, AtMost(a(n), sp.log(2))))
    for other in (sp.log(n), sp.log(x), sp.log(p - 1), sp.log(p / 2)):
        with pytest.raises(NoFormError):
            said(ForAll(n, 0, AtMost(a(n), other)))


def test_sequences_in_proportion_differ_by_a_factor_that_is_not_0():
    real = said(Proportional(k, (a(k),), (x,)))
    assert "exists real'1 : R, 0 < real'1 ^ 2%nat /\\ (forall error'1 : R, 0 < error'1 ->" in real
    assert "0 < x ^ 2%nat /\\ ((a k'0) - real'1 * x) ^ 2%nat <= error'1 * (x ^ 2%nat)" in real
    text = said(Proportional(k, (a(k), a(k + 1)), (x, y)))
    assert "((a k'0) - (real'1 * x - imaginary'1 * y)) ^ 2%nat + " in text
    assert "((a (1 + k'0)%nat) - (real'1 * y + imaginary'1 * x)) ^ 2%nat <= " in text
    assert "(INR k'0) <> 0" in said(Proportional(k, (a(k) / k,), (x,)))


HALVING = ForAll(n, 0, Equal(a(n + 1), a(n) / 2))


@NEEDS_COQC
def test_what_is_omega_of_1_is_proved_and_what_is_halved_is_not(rocq_folder):
    kept = ForAll(n, 0, Equal(a(n + 1), a(n)))
    proof = (
        "intros a [h0 h]; exists 1; split; [lra|]; exists O; intros k _; induction k as [|k IH]."
    )
    script = f"""Theorem proved : statement.
Proof. {proof}
rewrite h0; lra. change (S k) with (1 + k)%nat; rewrite h; exact IH. Qed."""
    true, false = (
        certificate_for(Implies(All((Equal(a(0), 1), steps)), BoundedBelow(k, a(k))), script=script)
        for steps in (kept, HALVING)
    )
    ruled = rule_on({"C_true": true}, rocq_folder) | rule_on({"C_false": false}, rocq_folder)
    assert ruled["C_true"].accepted, ruled["C_true"].said
    assert not ruled["C_false"].accepted


@NEEDS_COQC
def test_what_is_twice_another_is_in_proportion_and_what_is_0_is_not(rocq_folder):
    script = """Theorem proved : statement.
Proof.
intros a [h0 h].
assert (e : forall k, a k = 1).
  induction k as [|k IH]; [exact h0|]; change (S k) with (1 + k)%nat; rewrite h; exact IH.
exists 2; split; [lra|]; intros e' he; exists O; intros k _; rewrite e; split; lra.
Qed."""
    given = All((Equal(a(0), 1), ForAll(n, 0, Equal(a(n + 1), a(n)))))
    true, false = (
        certificate_for(Implies(given, Proportional(k, (factor * a(k),), (a(k),))), script=script)
        for factor in (2, 0)
    )
    ruled = rule_on({"C_true": true}, rocq_folder) | rule_on({"C_false": false}, rocq_folder)
    assert ruled["C_true"].accepted, ruled["C_true"].said
    assert not ruled["C_false"].accepted


TURN = Implies(Equal(a(0), sp.pi / p), All((Equal(a(1), sp.cos(a(0))), Equal(a(2), sp.sin(a(0))))))


def test_cosines_sines_and_pi_are_those_of_the_library():
    text = said(TURN)
    assert "((a 0%nat) = (PI * (/ (INR p)))) ->" in text
    assert "((a 1%nat) = (cos (a 0%nat))) /\\ ((a 2%nat) = (sin (a 0%nat)))" in text


@NEEDS_COQC
def test_the_cosine_of_pi_is_not_its_sine(rocq_folder):
    at_pi, proof = Equal(a(0), sp.pi), "intros a h; rewrite h; apply cos_PI."
    script = f"Theorem proved : statement.\nProof. {proof} Qed."
    true, false = (
        certificate_for(Implies(at_pi, Equal(of(a(0)), -1)), script=script)
        for of in (sp.cos, sp.sin)
    )
    ruled = rule_on({"C_true": true}, rocq_folder) | rule_on({"C_false": false}, rocq_folder)
    assert (ruled["C_true"].accepted, ruled["C_false"].accepted) == (True, False)


FORMULAS = [
    *(a(n + 2) - 3 * a(p - 1), sp.Sum(a(k) * k, (k, 1, n)), sp.Sum(a(n + k), (k, 0, n + 1))),
    *(x**n * y, (x + 1) ** (2 * n + 1), 1 / p**2, x ** (p - 1), p ** (-n - 1)),
    sp.Sum(sp.Sum(a(k) * a(m), (k, 0, m)), (m, 0, n)),
    sp.Sum(a(k) * x**m, (k, 0, m - 1), (m, 0, n)),
    sp.Sum(a(k - 1) * b(k), (k, 1, n + 1)),
    sp.Rational(-2, 3) * a(n * p) + b(2) ** 3,
    *(sp.floor(a(n) / 2 - x), sp.floor(-n / p), p ** (n - m), p ** (2 - m)),
    *(sp.binomial(n, k), sp.binomial(p + 2, m), sp.factorial(n + 1) / sp.factorial(k)),
]

RATIONAL = r"""
From Coq Require Import QArith Qround List Factorial.
Local Open Scope Q_scope.
Definition R := Q.
Definition INR (n : nat) : Q := inject_Z (Z.of_nat n).
Definition IZR := inject_Z.
Module R_Ifp. Definition Int_part (x : Q) : Z := Qfloor x. End R_Ifp.
Module Binomial.
Definition C (n k : nat) : Q := INR (fact n) / (INR (fact k) * INR (fact (n - k))).
End Binomial.
Fixpoint pow (x : Q) (n : nat) : Q := match n with O => 1 | S n => x * pow x n end.
Notation "x ^ n" := (pow x n%nat) : Q_scope.
Fixpoint total (f : nat -> Q) (a n : nat) : Q :=
  match n with O => 0 | S n' => total f a n' + f (a + n')%nat end.
"""


@NEEDS_COQC
def test_formulas_are_what_python_makes_of_them_at_numbers(tmp_path):
    draw, lines, compared = random.Random(1), [RATIONAL], 0
    rational: Any = sp.Rational
    for _ in range(8):
        values = {s: draw.randint(0, 3) for s in (n, k, m)} | {p: draw.randint(1, 3)}
        values |= {s: sp.Rational(draw.randint(1, 9), draw.randint(1, 4)) for s in (x, y)}
        of_a = [sp.Rational(draw.randint(-9, 9), draw.randint(1, 4)) for _ in range(16)]
        of_b = [draw.randint(0, 5) for _ in range(16)]
        lines += [f"Definition {s.name} := {_number(v)}." for s, v in values.items()]
        for name, known in (("a", of_a), ("b", of_b)):
            listed = " :: ".join(f"({v.p} # {v.q})" for v in map(rational, known))
            lines.append(f"Definition {name} (i : nat) : Q := nth i ({listed} :: nil)%list 0.")
        for formula in FORMULAS:
            text = _Recurrences(Equal(formula, a(0))).body
            text = text.removeprefix("(").rsplit(" = ", 1)[0].rsplit(" /\\ ", 1)[-1]
            number = valued(formula, {**values, "a": of_a, "b": of_b})
            value = Fraction(int(number.p), int(number.q))
            lines.append(
                f"Goal Qeq_bool {text} ({value.numerator} # {value.denominator}) = true."
                " Proof. vm_compute; reflexivity. Qed."
            )
            compared += 1
        lines += [f"Reset {n.name}."]
    assert compared >= 90
    code, told = compiled(tmp_path / "Values.v", lines, 100.0)
    assert code == 0, told


def valued(e, at):
    """The value of a formula, with sums term by term."""
    if isinstance(e, sp.Sum):
        *inner, (own, first, last) = e.limits
        body = sp.Sum(e.function, *inner) if inner else e.function
        found = range(int(valued(first, at)), int(valued(last, at)) + 1)
        return sum((valued(body, {**at, own: i}) for i in found), sp.Integer(0))
    if e in at:
        return sp.sympify(at[e])
    arguments = [valued(part, at) for part in e.args]
    if name := getattr(e.func, "__name__", "") if e.func in (a, b) else "":
        return sp.sympify(at[name][int(arguments[0])])
    return e.func(*arguments) if arguments else e


def _number(value):
    if isinstance(value, int):
        return f"{value}%nat"
    return f"({value.p} # {value.q})"


SCRIPT = """
Theorem proved : statement.
Proof.
intros a h k; induction k as [|k IH]; [simpl; lra|].
assert (e := h k); change (1 + k)%nat with (S k) in e; rewrite e, IH; simpl; ring.
Qed.
"""


def doubling(base):
    """Each value of a sequence is twice the one before: what is it?"""
    grows = ForAll(n, 0, Equal(a(n + 1), 2 * a(n)))
    return Implies(grows, ForAll(k, 0, Equal(a(k), base**k * a(0))))


@NEEDS_COQC
@pytest.mark.timeout(600)
def test_the_same_script_proves_no_more_than_is_true(rocq_folder):
    good, wrong = (certificate_for(doubling(base), None, SCRIPT) for base in (2, 3))
    assert good.form == wrong.form == "recurrences"
    assert good.statement != wrong.statement
    found = rule_on({"good": good, "wrong": wrong}, rocq_folder)
    assert found["good"].accepted, found["good"].said
    assert not found["wrong"].accepted


def test_without_a_script_there_is_no_certificate():
    with pytest.raises(NoFormError, match="its author can write it"):
        certificate_for(doubling(2))
