"""Chains of machines: what is stated, against the cells run in Python, and what is accepted."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from constructions.arrays import concatenate, relu
from tests.cells import Affine
from tests.certifying.shared import NEEDS_COQC
from theorem_checks import EveryChain, link_by_link, simulation
from theorem_checks.certifying.certificates import LIBRARY, certificate_of, statement_alone
from theorem_checks.certifying.chains import ChainText, several_stated
from theorem_checks.certifying.compiler import coqc
from theorem_checks.certifying.compiler_runs import Compilers, run_compiler
from theorem_checks.certifying.rocq import compiled_library, rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.judging.judge import statement_of
from theorem_checks.statements.worlds.symbolic import Symbolic


class Summing:
    """W times the sum of all tokens so far, and a function of that."""

    def __init__(self, W, nothing, of=lambda v: v):
        self.W, self.nothing, self.of = W, nothing, of

    def initial_state(self):
        return self.nothing

    def step(self, state, x):
        after = state + x
        return after, self.of(self.W @ after)


def halves(v):
    return concatenate([relu(v), relu(-v)])


def signed(W, sign=-1):
    return concatenate([concatenate([W.T, -W.T]).T, concatenate([sign * W.T, W.T]).T])


def says(sign, w):
    """Maps of halves behind sums, in chains of any number."""
    n, m, k = w.size("n"), w.size("m"), w.size("k")
    x, y, z = w.array("x", n), w.array("y", m), w.array("z", k)
    W, V = w.array("W", m, n), w.array("V", k, n)
    here, there = w.interface("v", x, one=halves), w.interface("v", y, one=halves)
    plain = w.interface("plain", x)
    nothing = x.__number_system__.zeros((x.shape[0],))
    first = Summing(V, nothing, halves), Summing(V, nothing)
    return EveryChain(
        (
            w.link(here, there, Affine(signed(W, sign), relu), Affine(W)),
            w.link(plain, w.interface("v", z, one=halves), *first),
        )
    )


def by(chain):
    return link_by_link(chain, lambda same: simulation(same, same.other.state))


def test_each_link_is_for_sizes_and_weights_of_its_own():
    made = certificate_of(says, -1, by).statement
    assert statement_alone(statement_of(says, -1)) == made
    said = " ".join(made.split())
    assert "exists (m : nat) (n : nat) (W : nat -> nat -> F), (1 <= m)%N /\\ (1 <= n)%N /\\" in said
    assert "p' = @v_interface' F n /\\ q' = @v_interface' F m /\\ Chains.is_link p' q'" in said
    assert "Chains.chain (fun p' q' c1' c2' => @link0' F p' q' c1' c2' \\/ @link1'" in said


def test_what_passes_is_of_vectors():
    def of_matrices(_subject, w):
        x = w.array("x", w.size("n"), w.size("m"))
        place = w.interface("v", x)
        same = Affine(w.array("W", x.shape[0], x.shape[0]))
        return EveryChain((w.link(place, place, same, same),))

    with pytest.raises(NoFormError, match="what passes in a chain, but of vectors"):
        certificate_of(of_matrices, None, by)


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_true_chains_are_accepted_and_a_proof_of_one_proves_no_other(rocq_folder):
    good = certificate_of(says, -1, by)
    wrong = replace(good, statement=several_stated((says(1, Symbolic()),)))
    loose = replace(good, statement=good.statement.replace("@link1' F p' q'", "@link1' F q' p'"))
    assert good.statement not in (wrong.statement, loose.statement)
    found = rule_on({"good": good, "wrong": wrong, "loose": loose}, rocq_folder)
    assert found["good"].accepted, found["good"].said
    assert found["good"].axioms == ()
    assert not found["wrong"].accepted
    assert not found["loose"].accepted


def texts(values):
    """Numbers, as elements of the field."""
    return [f"({Fraction(v).numerator}%:Q / {Fraction(v).denominator}%:Q)" for v in values]


def listed(vectors):
    return f"[:: {'; '.join(f'[:: {chr(59).join(texts(v))}]' for v in vectors)}]"


def table(rows):
    """A matrix as a function of places."""
    found = "; ".join(f"[:: {'; '.join(texts(row))}]" for row in rows)
    return f"(fun i j => nth 0 (nth [::] [:: {found}] i) j)"


@NEEDS_COQC
@pytest.mark.timeout(900)
@pytest.mark.deep
@pytest.mark.parametrize("seed", range(2))
def test_machines_and_interfaces_are_the_cells_at_numbers(rocq_folder, tmp_path, seed):
    draw = np.random.default_rng(seed)
    chain = ChainText(says(-1, Symbolic()))
    n, m = (int(v) for v in draw.integers(1, 4, 2))
    W = draw.integers(-3, 4, (m, n)).astype(object) * Fraction(1, 2)
    zs = [draw.integers(-3, 4, n).astype(object) * Fraction(1, 3) for _ in range(3)]
    both = np.block([[W, -W], [-W, W]])
    split = lambda v: np.concatenate([np.maximum(v, 0), np.maximum(-v, 0)])  # noqa: E731
    one = [np.maximum(both @ split(z), 0) for z in zs]
    other = [split(W @ z) for z in zs]
    sums = np.cumsum(zs, axis=0)
    passed = f"[:: {'; '.join(listed([z]) for z in zs)}]"
    own, summing = (
        " ".join(["rat_realFieldType", *_sizes(link, {"n": n, "m": m, "k": m}), table(W)])
        for link in chain.links
    )
    goals = [
        (f"Chains.puts (@one0' {own}) {passed}", [np.split(v, 2) for v in one]),
        (f"Chains.puts (@other0' {own}) {passed}", [np.split(v, 2) for v in other]),
        (
            f"map (Chains.function_of (@v_interface' rat_realFieldType {n})) {passed}",
            [np.split(split(z), 2) for z in zs],
        ),
        (f"Chains.puts (@other1' {summing}) {passed}", [np.split(split(W @ s), 2) for s in sums]),
        (f"Chains.puts (@one1' {summing}) {passed}", [np.split(split(W @ s), 2) for s in sums]),
    ]
    lines = [_HEADER, *chain.stated]
    for text, expected in goals:
        said = f"[:: {'; '.join(map(listed, expected))}]"
        lines.append(f"Goal {text} = {said} :> seq (seq (seq rat)).\nProof. by_value. Qed.")
    wrong = f"[:: {'; '.join(listed([v + 1 for v in np.split(w, 2)]) for w in one)}]"
    lines.append(
        f"Goal {goals[0][0]} = {wrong} :> seq (seq (seq rat)).\nProof. Fail by_value. Abort."
    )
    library = compiled_library(rocq_folder, "chains")
    assert "Chains" in LIBRARY["chains"]
    assert coqc()
    file = tmp_path / "Values.v"
    file.write_text("\n".join(lines))
    code, told = run_compiler([library], file, 300.0, lambda _line: None, Compilers())
    assert code == 0, told


def _sizes(link, sizes):
    """The sizes of a link, in the order in which its statement has them."""
    named = [v[1:].split(" :")[0] for v in link.variables]
    return [str(sizes[name]) for name in named if name in sizes]


_HEADER = r"""
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Chains.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Ltac by_value := rewrite /Chains.puts /=; rewrite /mkseq /= ?big_ord_recl ?big_ord0 /=;
  apply/eqP; vm_compute; reflexivity.
"""
