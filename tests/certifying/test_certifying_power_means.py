"""Means of powers of normal matrices: their text, evaluated by Rocq at numbers, what is refused."""

import random
import shutil
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np
import pytest
import sympy as sp

from tests.certifying.shared import NEEDS_COQC, compiled
from theorem_checks import Gaussian, GaussianMatrix, MeanWithin, sum_over
from theorem_checks.certifying.certificates import LIBRARY, certificate_for
from theorem_checks.certifying.exporting import exported
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.refuting import refutation_for
from theorem_checks.certifying.rocq import compiled_library, rule_on
from theorem_checks.certifying.rocq_text import Naming, term
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.judging.instances import difference_at
from theorem_checks.statements.conclusions import All, Equal
from theorem_checks.statements.worlds.concrete import Concrete

n, m = (sp.Symbol(name, integer=True, positive=True) for name in "nm")
j, k = (sp.Symbol(name, integer=True, nonnegative=True) for name in "jk")
v, u = (sp.Symbol(name, positive=True) for name in "vu")
x = sp.Symbol("x", real=True)
V, W = GaussianMatrix("V", m, n, u), GaussianMatrix("W", n, n, v)
PROVED = "Theorem proved : statement."


def text_of(conclusion):
    return " ".join(certificate_for(conclusion, None, PROVED).statement.split())


def places(lag, other):
    """Over the places of W in the powers of two lags."""
    return sum_over(lambda a, b: (a + 1) * (W ** (lag - 1 - a) @ (W**b).T).trace(), lag, other)


def test_a_statement_is_of_all_that_is_so_distributed():
    word = V @ W**j @ (W.T) @ V.T
    text = text_of(MeanWithin(word.trace() / n ** (j + 1), v**j, u / n))
    assert "(F : realFieldType) (m : nat) (n : nat) (j : nat) (u : F) (v : F)" in text
    assert "0 < v -> mean_within ([:: u; v] : seq F) [:: [:: m; n]; [:: n; n]]%N" in text
    product = "[:: (0, false, 1); (1, false, j); (1, true, 1); (0, true, 1)]%N"
    assert f"(fun tr' => ((n%:R ^+ (1 + j)%N)^-1) * (tr' m%N {product}))" in text
    assert text.endswith("((v ^+ j)) ((n%:R^-1) * u).")


def test_what_is_summed_over_is_less_than_its_range():
    text = text_of(MeanWithin(places(j + 2, k), 0, 1))
    assert "(\\sum_(i < (2 + j)%N) (\\sum_(l < k) (1 + (i : nat)%:R) * (tr' n%N" in text
    assert "[:: (0, false, ((1 + j)%N - (i : nat))%N); (0, true, (l : nat))]%N)" in text


def test_half_powers_are_of_roots_over_a_real_closed_field():
    text = text_of(MeanWithin(W.T.trace() / sp.sqrt(n) ** (2 * j + 3), 0, v ** (j - 1)))
    assert "forall (F : rcfType)" in text
    assert "(((Num.sqrt n%:R) ^+ (3 + (2 * j)%N)%N)^-1)" in text
    assert "((v ^+ j) * (v^-1))" in text


@pytest.mark.parametrize(
    "said",
    [
        MeanWithin((W**j).trace(), 0, x**-1),  # of what may be 0
        MeanWithin((W**j).trace(), 0, sp.sqrt(x)),
        MeanWithin((W**j).trace(), 0, sp.Rational(2) ** sp.Symbol("r", real=True)),
        MeanWithin((W ** (j - 1)).trace(), 0, 1),  # of which the exponent may be -1
        MeanWithin((W ** (j - k)).trace(), 0, 1),
        MeanWithin(sum_over(lambda a: (W ** (j - a)).trace(), j + 2), 0, 1),
        MeanWithin(sum_over(lambda a: (W**a).trace(), j - 1), 0, 1),
        MeanWithin(sum_over(lambda a: (W**a).trace() / (a + 0), j), 0, 1),
        *(MeanWithin((W**j).trace(), 0, sp.factorial2(e)) for e in (j, 2 * j, 2 * j - 5, 2 * x)),
        *(MeanWithin((W**j).trace(), 0, f(v)) for f in (sp.exp, sp.log)),
    ],
)
def test_what_has_no_exact_counterpart_is_refused(said):
    with pytest.raises(NoFormError):
        text_of(said)


def test_there_are_no_proofs_and_no_refutations_but_by_authors():
    said = MeanWithin((W @ W.T).trace(), 0, v)
    with pytest.raises(NoFormError, match="its author can write it"):
        certificate_for(said)
    with pytest.raises(NoFormError, match="a refutation"):
        refutation_for(said)


def test_it_stands_beside_other_statements():
    both = All((MeanWithin(W.T.trace(), 0, 0), Equal((v + 1) ** 2, v**2 + 2 * v + 1)))
    text = text_of(both)
    assert "(mean_within ([:: v] : seq F)" in text
    assert "/\\ (((1 + v) ^+ 2) = 1 + 2%:R * v + (v ^+ 2) :> F)." in text


# --- against Python

HEAD = r"""
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import Means Words.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Notation F := rat.
Section Computed.
Variables (sizes : seq (seq nat)) (X : place -> rat).
Fixpoint computed (s : seq letter) (i j : nat) : rat :=
  if s is l :: s' then
    foldr (fun k t => entry_of X l i k * computed s' k j + t) 0 (iota 0 (columns sizes l))
  else (i == j)%:R.
Definition computed_trace (rows : nat) (fs : seq factor) :=
  foldr (fun i t => computed (spelled fs) i i + t) 0 (iota 0 rows).
Lemma sumE r (f : nat -> rat) : \sum_(i < r) f i = foldr (fun i t => f i + t) 0 (iota 0 r).
Proof. by rewrite -(big_mkord xpredT f) /index_iota subn0 unlock. Qed.
Lemma alongE s i j : along sizes X s i j = computed s i j.
Proof.
elim: s i j => //= l s IH i j; rewrite -(sumE _ (fun k => entry_of X l i k * computed s k j)).
by apply: eq_bigr => k _; rewrite IH.
Qed.
Lemma traceE rows fs : trace sizes X rows fs = computed_trace rows fs.
Proof. by rewrite /computed_trace -sumE; apply: eq_bigr => i _; rewrite alongE. Qed.
End Computed.
Definition table (values : seq (seq (seq rat))) (p : place) : rat :=
  if p.2 is [:: i; j] then nth 0 (nth [::] (nth [::] values p.1) i) j else 0.
Ltac by_value := rewrite ?big_ord_recl ?big_ord0; apply/eqP; vm_compute; reflexivity.
"""

STATEMENTS = [
    MeanWithin((V @ W**j @ V.T).trace() / n ** (j + 1) - 2 * W.T.trace(), v**j, u / n),
    MeanWithin(places(j + 1, k) * v ** (j - 1) + 3, (v + u) ** 2 / 3, n * sp.factorial2(2 * k + 1)),
    MeanWithin((V.T @ V @ (W**k).T).trace() ** 2, j * v**k - u, j**2 * sp.factorial2(2 * j - 3)),
    MeanWithin(sum_over(lambda a, b: (W**a @ (W**b).T).trace(), j, 2), 0, sp.factorial2(2 * j - 1)),
]


def rational(value):
    value = Fraction(value)
    top = f"({abs(value.numerator)}%:R / {value.denominator}%:R)"
    return f"(- {top})" if value < 0 else top


def statistic_at(said, values, at):
    """A polynomial in traces of arrays that are given, by name."""
    total = Fraction(0)
    for coefficient, words in said.statistic.mapped(lambda e: e.subs(at)).at_numbers():
        product = Fraction(str(coefficient))
        for word in words:
            rows = int(word.factors[0].sides[0])
            whole = np.array(sp.eye(rows).tolist(), dtype=object)
            for factor in word.factors:
                one = values[factor.matrix.name]
                one = one.T if factor.transposed else one
                whole = reduce(lambda a, b: a @ b, [one] * int(factor.exponent), whole)
            product *= Fraction(str(sum(whole[i, i] for i in range(rows))))
        total += product
    return total


def decided(file, goals, folder):
    """Compile goals with the library: the exit status, and what was told."""
    library = compiled_library(folder, "means of powers")
    for name in LIBRARY["means of powers"]:
        for suffix in (".v", ".vo"):
            shutil.copy(library / f"{name}{suffix}", file.parent)
    return compiled(file, [HEAD, *goals], 300)


def table(array):
    return f"[:: {'; '.join(f'[:: {chr(59).join(map(rational, row))}]' for row in array)}]"


def arrays_for(said, at, draw):
    """Small integers for the entries of all matrices, by name."""
    found = {}
    for matrix in said.statistic.matrices:
        shape = [int(side.subs(at)) for side in (matrix.rows, matrix.columns)]
        entries = [draw.choice((-1, 0, 1, 2)) for _ in range(shape[0] * shape[1])]
        found[matrix.name] = np.array(entries, dtype=object).reshape(shape)
    return found


def goals_at(said, at, arrays):
    """That all that a statement speaks of is what Python makes of it, at numbers and arrays."""
    body: Any = exported(said).theorem.body
    for symbol, value in at.items():
        kind = f"{value}%N" if symbol.is_integer else f"({rational(str(value))} : rat)"
        yield f"Notation {symbol.name} := {kind}."
    sizes = "; ".join(f"[:: {a.shape[0]}; {a.shape[1]}]" for a in arrays.values())
    yield f"Definition X' := table [:: {'; '.join(map(table, arrays.values()))}]."
    yield f"Definition tr' := computed_trace [:: {sizes}]%N X'."
    ends = [Fraction(str(side.subs(at))) for side in (said.about, said.within)]
    values = statistic_at(said, arrays, at), *ends
    for tree, value in zip((body.statistic, body.about, body.within), values, strict=True):
        text = term(tree, Naming([encoded_name(s.name) for s in at]))
        yield f"Goal ({text}) = {rational(value)} :> rat. Proof. by_value. Qed."


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_texts_are_what_python_makes_of_them_at_numbers(rocq_folder, tmp_path):
    draw, goals = random.Random(2), []
    for said in STATEMENTS:
        for lag, other in ((0, 1), (1, 0), (1, 1), (2, 1)):
            values = {n: 2, m: 1, j: lag, k: other, v: "1/2", u: 3}
            at = {symbol: sp.Rational(value) for symbol, value in values.items()}
            inner = goals_at(said, at, arrays_for(said, at, draw))
            goals += [f"Module M{len(goals)}.", *inner, f"End M{len(goals)}."]
    code, told = decided(tmp_path / "instances.v", goals, rocq_folder)
    assert code == 0, told[-2000:]


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_moments_of_normal_numbers_are_those_of_the_law(rocq_folder, tmp_path):
    law, lines = Gaussian(variance=sp.Rational(2, 3)), []
    for order in range(7):
        moment = rational(str(law.moment(order))) if order else "1"
        goal = f"Goal normal_moment ({rational(Fraction(2, 3))} : rat) {order} = {moment}."
        lines.append(f"{goal} Proof. by_value. Qed.")
    for count in range(5):
        value = int(sp.factorial2(2 * count - 1))
        lines.append(f"Goal odd_factorial {count} = {value}%N. Proof. reflexivity. Qed.")
    code, told = decided(tmp_path / "moments.v", lines, rocq_folder)
    assert code == 0, told[-2000:]
    assert sp.factorial2(-3) == -1  # by which the one of 2 j - 3 is said for j = 0


FOURTH = r"""
Theorem proved : statement.
Proof.
move=> F v v0 W E X nX.
have h := nX (nseq 4 (0, [:: 0; 0]))%N isT.
have [i e] : has_mean E (fun w => trace [:: [:: 1; 1]]%N (fun p => X p w) 1 [:: (0, false, 4)]%N)
    (3%:R * v ^+ 2).
  move: h; rewrite /normal_moment /= big_seq1 /= mulrC; apply: hm_ext => w.
  by rewrite /trace big_ord1 /= /columns /= !big_cons big_nil !big_ord1.
by split=> //; rewrite e subrr normr0.
Qed.
"""


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_the_mean_of_a_fourth_power_is_decided(rocq_folder):
    one = GaussianMatrix("W", 1, 1, v)
    true, false = (MeanWithin((one**4).trace(), moments * v**2, 0) for moments in (3, 2))
    certificates = {"C_true": certificate_for(true, None, FOURTH)}
    ruled = rule_on(certificates, rocq_folder)
    ruled |= rule_on({"C_false": certificate_for(false, None, FOURTH)}, rocq_folder)
    assert ruled["C_true"].accepted, ruled["C_true"].said
    assert (ruled["C_true"].axioms, ruled["C_false"].accepted) == ((), False)
    world = Concrete({}, 0)
    world.numbers["v"] = Fraction(2)
    found = [difference_at(said.substituted({v: sp.Integer(2)}), world) for said in (true, false)]
    assert found[0] is None
    assert found[1] is not None
