"""Entries of arrays of real numbers: what is stated, its values, and what is not accepted."""

import re
from fractions import Fraction

import pytest
import sympy as sp

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import certificate_for
from theorem_checks.certifying.fact_certificates import certificate_of_fact
from theorem_checks.certifying.real_arrays import real_arrays_statement
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.facts import FACTS
from theorem_checks.statements.arrays.entry_functions import absolute, highest, logarithm, root
from theorem_checks.statements.arrays.index_expressions import Opaque, Sum, exponential
from theorem_checks.statements.arrays.index_families import family
from theorem_checks.statements.arrays.index_relations import at_most, delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.known_functions import RECIPROCAL
from theorem_checks.statements.arrays.symbolic_arrays import concatenate, symbol_array
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.conclusions import All, AtMost, Equal, Implies, Less

n = sp.Symbol("n", integer=True, positive=True)
i, j = Index("i", n), Index("j", n)
x, y, m = Tensor("x", 1), Tensor("y", 1), Tensor("m", 0)
VALUES = [Fraction(1, 2), Fraction(-3), Fraction(2)]
ORDERED = [(VALUES[a], VALUES[b]) for b in range(3) for a in range(b + 1)]


def test_an_array_is_a_function_and_a_relation_is_for_all_places_of_its_own():
    said = real_arrays_statement(Implies(AtMost(x[i], m[()]), Less(Sum(x[j], j), y[i])))
    assert "forall (n : nat) (x : nat -> R) (m : R) (y : nat -> R),\n  (1 <= n)%nat ->" in said
    assert "(forall p1' : nat, (p1' < n)%nat -> (x p1') <= m) ->" in said
    assert "forall p2' : nat, (p2' < n)%nat -> (total (fun p3' : nat => (x p3')) 0 n)" in said


def test_names_of_functions_and_two_things_of_one_name_are_kept_apart():
    largest = Tensor("greatest", 1)
    assert "(greatest'' p1')" in real_arrays_statement(AtMost(largest[i], m[()]))
    with pytest.raises(NoFormError, match="two things of the name x"):
        real_arrays_statement(AtMost(x[i], Tensor("x", 0)[()]))
    for one, other in (
        (Tensor("c", 0)[()], sp.Symbol("c", real=True)),  # an array without axes, and a number
        (sp.Symbol("c", real=True), sp.Symbol("c", positive=True)),
    ):
        with pytest.raises(NoFormError, match="two things of the name c"):
            real_arrays_statement(All((AtMost(x[i], one), Less(x[i], other))))


def test_arrays_are_their_entries_and_relations_of_indices_are_1_or_0():
    vector = symbol_array("v", family("k", n))
    assert "forall p1' : nat, (p1' < n)%nat -> 0 < (v p1')" in real_arrays_statement(
        Less(0, vector)
    )
    t = Index("t", sp.Symbol("k", integer=True, positive=True) + n)
    said = real_arrays_statement(Equal(Sum(y[t], t), m[()]))
    assert "(total (fun p1' : nat => (y p1')) 0 (k + n)) = m" in said
    with pytest.raises(NoFormError, match="several blocks"):
        real_arrays_statement(Less(0, concatenate([vector, vector])))


def inverse(value):
    return Opaque(RECIPROCAL, (), (), value)


def test_that_no_divisor_is_0_stands_beside_a_relation_for_all_places_of_its_sum():
    said = real_arrays_statement(Equal(Sum(y[i] * inverse(x[i]), i), inverse(m[()]) / (n + 1)))
    assert "((forall p1' : nat, (p1' < n)%nat -> (x p1') <> 0) /\\ m <> 0 /\\ " in said
    assert "/\\ (1 + (INR n)) <> 0 /\\ (total (fun p1' : nat => " in said
    own = real_arrays_statement(All((Equal(inverse(x[i]), y[i]), Less(0, y[i]))))
    assert "(p1' < n)%nat -> (x p1') <> 0 /\\ (/ (x p1')) = (y p1')) /\\\n" in own
    assert "(forall p2' : nat, (p2' < n)%nat -> 0 < (y p2'))" in own
    for hypothesis in (All((AtMost(inverse(x[i]), 1), Less(0, x[i]))), Less(m[()] / n, 0)):
        with pytest.raises(NoFormError, match="a division in a hypothesis"):
            real_arrays_statement(Implies(hypothesis, Less(0, x[i])))


def test_without_a_proof_by_hand_there_is_no_certificate():
    with pytest.raises(NoFormError):
        certificate_for(AtMost(logarithm(x[i]), x[i]))


LEAST = AtMost(0, x[i]), AtMost(0, y[i])  # where logarithms are of 0 as well
IN_ORDER = AtMost(x[i], y[i])
SLIPS = {
    "exponential-increases": Implies(IN_ORDER, Less(exponential(x[i]), exponential(y[i]))),
    "logarithm-increases": Implies(
        All((LEAST[0], IN_ORDER)), AtMost(logarithm(x[i]), logarithm(y[i]))
    ),
    "exponential-of-logarithm": Implies(LEAST[0], Equal(exponential(logarithm(x[i])), x[i])),
    "logarithm-of-product": Implies(
        All(LEAST), Equal(logarithm(x[i] * y[i]), logarithm(x[i]) + logarithm(y[i]))
    ),
    "logarithm-below-tangent": Implies(Less(0, x[i]), Less(logarithm(x[i]), x[i] - 1)),
    "greatest-bound": Implies(AtMost(x[i], m[()]), Less(highest(x[j], j), m[()])),
    "least-bound": Implies(
        All((AtMost(x[i], m[()]), AtMost(x[i], m[()]))), AtMost(highest(absolute(x[j]), j), m[()])
    ),
}


@NEEDS_COQC
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", SLIPS)
def test_the_proof_of_a_fact_does_not_prove_its_slip(name, rocq_folder):
    made = certificate_of_fact(FACTS[name])
    assert made is not None
    false = certificate_for(SLIPS[name], script=made.proof)
    assert false.form == made.form == "arrays of reals"
    assert not rule_on({"C_slip": false}, rocq_folder)["C_slip"].accepted


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_exported_sides_have_the_values_that_python_gives_them(rocq_folder):
    """Rational values, at three entries: sums, largest ones, absolute values, roots of squares."""
    most, size = max(VALUES), sum(VALUES)
    pairs = [
        (Sum(x[j] * x[j], j), sum(v * v for v in VALUES)),
        (highest(x[j], j), most),
        (highest(absolute(x[j]), j), max(map(abs, VALUES))),
        (highest(x[j] - 5, j), most - 5),
        (Sum(2 * x[j] + m[()], j) * m[()], (2 * size + 3 * Fraction(7, 3)) * Fraction(7, 3)),
        (root(Sum(x[j], j) * Sum(x[j], j)), abs(size)),
        (absolute(Sum(x[j], j)), abs(size)),
        (exponential(Sum(x[j], j) - Sum(x[j], j)), Fraction(1)),
        (logarithm(Sum(x[j], j) * 0 + 1), Fraction(0)),
        (Sum(at_most(j, i) * x[j] * x[i], i, j), sum(b * a for a, b in ORDERED)),
        (Sum(delta(i, j) * x[i] * (x[j] + 1), i, j), sum(v * (v + 1) for v in VALUES)),
        (Sum(x[j] * inverse(x[j] + 4), j), sum(v / (v + 4) for v in VALUES)),
        (inverse(Sum(x[j] / (n + 4), j)) / n**2, 7 / size / 9),
    ]
    entries = "(fun p : nat => match p with O => 1 / 2 | S O => - 3 | _ => 2 end)"
    goals = []
    for side, value in pairs:
        text = real_arrays_statement(Equal(side, sp.Integer(0))).split("->\n  ")[-1]
        text = re.sub(r"^\((?:.* <> 0\)? /\\ )?(.*) = 0\)\.$", r"\1", text)
        own = f"({value.numerator} / {value.denominator})".replace("(-", "(- ")
        goals.append(
            f"Goal let n := 3%nat in let x := {entries} in let m := 7 / 3 in {text} = {own}.\n"
            "intros n x m; subst n x m; cbn -[IZR]; by_value. Qed."
        )
    tactic = (
        "Ltac by_value :="
        " repeat match goal with |- context [Rabs ?a] =>"
        " first [rewrite (Rabs_right a) by lra | rewrite (Rabs_left a) by lra] end;\n"
        "  cases_within; first [lra | exfalso; lra"
        " | match goal with\n"
        "  | |- exp ?a = _ => replace a with 0 by lra; rewrite exp_0; lra\n"
        "  | |- ln ?a = _ => replace a with 1 by lra; rewrite ln_1; lra\n"
        "  | |- sqrt ?a = ?b => replace a with (b * b) by lra; apply sqrt_square; lra end].\n"
    )
    made = certificate_of_fact(FACTS["greatest-bound"])
    assert made is not None
    proof = tactic + "\n".join(goals) + "\n" + made.proof
    tried = type(made)(made.key, made.form, made.statement, proof, True)
    ruling = rule_on({"C_values": tried}, rocq_folder)["C_values"]
    assert ruling.accepted, ruling.said
