"""Powers of a matrix in certificates: what is said of them, at numbers and to the kernel."""

from fractions import Fraction

import numpy as np
import pytest

from tests.certifying.instances import SUMS, table
from tests.certifying.shared import NEEDS_COQC, compiled
from theorem_checks.certifying import terms as t
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.exporting import exported
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.rocq_text import statement_of
from theorem_checks.certifying.theorems import NoFormError, Tensor, Theorem
from theorem_checks.judging.judge import statement_of as stated
from theorem_checks.statements.conclusions import Equal

MATRIX = [[Fraction(1), Fraction(-2)], [Fraction(1, 2), Fraction(3)]]
BY_AGE = Tensor("P", 3, "", t.Size("number", (2,)), "A")
BETWEEN = Tensor("P", 4, "", t.Size("number", (2,)), "A")


def power(age):
    found = np.array([[Fraction(int(i == k)) for k in range(2)] for i in range(2)])
    for _ in range(age):
        found = np.array(MATRIX) @ found
    return found


def said_at(tensor):
    """What is said of the powers, at ages or times up to 3 and at all places."""
    theorem = Theorem(tensors={"A": Tensor("A", 2), "P": tensor})
    for hypothesis in statement_of(theorem)[1]:
        names, said = hypothesis[len("(forall ") : -1].split(" : nat, ", 1)
        for at in np.ndindex(*(2 if name in ("i", "k") else 3 for name in names.split())):
            places = dict(zip(names.split(), at, strict=True))
            *conditions, equation = said.split(" -> ")
            for name, place in places.items():
                equation = f"let {name} := {place}%N in {equation}"
            if all(_holds(one, places) for one in conditions):
                yield equation


def _holds(condition, places):
    left, relation, right = condition.removeprefix("(").removesuffix(")%N").split()
    one, other = (places.get(side, side) for side in (left, right))
    return int(one) < int(other) if relation == "<" else int(one) <= int(other)


@NEEDS_COQC
def test_what_is_said_of_powers_is_true_of_those_that_python_finds(tmp_path):
    zero = np.full((2, 2), Fraction(0))
    by_age = np.array([power(age) for age in range(4)])
    between = np.array([[power(a - b) if b <= a else zero for b in range(4)] for a in range(4)])
    lines, goals = [SUMS, table("A", np.array(MATRIX))], 0
    for tensor, values in ((BY_AGE, by_age), (BETWEEN, between)):
        lines += [f"Module M{tensor.rank}.", table("P", values)]
        for equation in said_at(tensor):
            lines.append(f"Goal {equation} :> rat. Proof. by_value. Qed.")
            goals += 1
        lines.append(f"End M{tensor.rank}.")
    assert goals >= 50
    code, told = compiled(tmp_path / "Powers.v", lines, 200.0)
    assert code == 0, told


def next_power(turned, w):
    """A^(j + 1) is A A^j; `turned` for A^T A^j."""
    n, T = w.size("n"), w.size("T")
    A, v = w.array("A", n, n), w.array("v", n)
    power = w.matrix_powers("power", A, T)
    again = A.T if turned else A

    def after_all(at, t, i):
        return at.sum(lambda k: power[t, t, i, k] * v[k], n)

    def first(at, t, i):
        return at.sum(lambda k: at.delta(i, k) * v[k], n)

    def by_turning(at, t, i):
        return at.sum(lambda k, m: power[t, t, i, k] * again[k, m] * v[m], n, n)

    def plain(at, t, i):
        return at.sum(lambda m: A[i, m] * v[m], n)

    sides = (by_turning, plain) if turned is not None else (after_all, first)
    return Equal(*(w.entries(side, T, n) for side in sides))


SCRIPT = """
Theorem proved : statement.
Proof.
move=> F T n A power v hT hn before first later t i ht hi.
rewrite (bigD1 (Ordinal hi)) //= [X in _ + X]big1 ?addr0 => [|k].
  by apply: eq_bigr => m _; rewrite first // eqxx mul1r.
rewrite -val_eqE /= eq_sym => /negbTE e; apply: big1 => m _.
by rewrite first // e !mul0r.
Qed.
"""


@NEEDS_COQC
@pytest.mark.timeout(600)
def test_the_same_script_proves_no_more_than_is_true(rocq_folder):
    good, wrong = (certificate_of(next_power, turned, None, SCRIPT) for turned in (False, True))
    assert good.form == wrong.form == "index sums"
    assert good.statement != wrong.statement
    found = rule_on({"good": good, "wrong": wrong}, rocq_folder)
    assert found["good"].accepted, found["good"].said
    assert not found["wrong"].accepted


def test_the_powers_are_said_to_be_those_of_the_matrix():
    found = statement_of(exported(stated(next_power, None)).theorem)
    assert any("power a.+1 b i k = \\sum_(m < n) A i m * power a b m k" in h for h in found[1])
    assert any("(a < b)%N -> power a b i k = 0" in h for h in found[1])
    assert "(A : nat -> nat -> F)" in found[0]


def test_other_powers_have_no_form():
    def by_entries(_, w):
        n, T = w.size("n"), w.size("T")
        base = w.array("g", n)
        power = w.powers("power", base, T)
        return Equal(*(w.entries(lambda at, t, i: power[t, t, i], T, n) for _ in range(2)))

    with pytest.raises(NoFormError, match="the tensor power"):
        certificate_of(by_entries, None)
