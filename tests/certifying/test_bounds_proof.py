"""Certificates of how many numbers a state has at least, and of families of ordered pairs."""

from dataclasses import dataclass
from typing import Any

import pytest
import sympy as sp

from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_invertible_values import (
    minimal_repaired,
)
from tests.certifying.shared import NEEDS_COQC
from theorem_checks import Evidence
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.rocq_text import Naming, term
from theorem_checks.certifying.signs_proof import excess_of_sizes
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.proving.machines.consequences import linear_combination
from theorem_checks.proving.machines.inner_dimensions import inner_dimension, required_blocks
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.index_relations import delta
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import AtMost, Implies, SameOutputs
from theorem_checks.statements.hypotheses import Unequal


def says_copy(more, w):
    """A linear map through n units that puts out its token of size d."""
    d, n = w.size("d"), w.size("n")
    token = w.array("x", d)
    one = w.machine(Through(w.array("C", d, n), w.array("W", n, d), w.array("h_0", n)), token)
    other = w.machine(Echo(w.array("y_0", d)), token)
    return Implies(SameOutputs(one, other), AtMost(d + more, n))


@dataclass(frozen=True)
class Through:
    C: Any
    W: Any
    start: Any

    def initial_state(self):
        return self.start

    def step(self, _state, x):
        after = self.W @ x
        return after, self.C @ after


@dataclass(frozen=True)
class Echo:
    start: Any

    def initial_state(self):
        return self.start

    def step(self, _state, x):
        return x, x


def by_copies(fewer):
    same = fewer.hypothesis
    C, W = same.array("C"), same.array("W")
    ((tokens,),) = same.one.token.axes

    def unit(i):
        (k,) = tokens.indices(0)
        return SymbolicArray(((tokens,),), {(0,): scalar(delta(k, i))})

    (block,) = required_blocks(C, W)
    (i,), (k,) = block.rows, block.columns
    part = linear_combination(Implies(same, block.equal), [(unit(i), [unit(k)])])
    return inner_dimension(fewer, C, W, part)


@pytest.mark.deep
def test_rows_may_be_pairs_and_what_a_token_adds_is_taken_as_it_is():
    _, fewer = certificate_parts(minimal_repaired)
    for lemma in ("times_orders", "pairs_below", "decide_fast_sound"):
        assert lemma in fewer
    assert "=> (x'.1 <= x'.2)%N" in fewer
    tensor = next(line for line in fewer.splitlines() if " => g (fun " in line)
    assert tensor.startswith("  | ")  # a function at a token is one tensor for the normaliser


def certificate_parts(claim):
    made = certificate_of(claim.says, claim.subject, claim.checks[0].function.by)
    assert made.form == "lower bounds"
    return made.statement, made.proof


@NEEDS_COQC
def test_a_copy_takes_as_many_units_as_it_has_entries_and_no_proof_says_more(rocq_folder):
    made = {f"C_{n}": certificate_of(says_copy, n, by_copies) for n in (0, 1)}
    assert made["C_0"].form == "lower bounds"
    assert "d%:R <= n%:R" in made["C_0"].statement
    found = rule_on(made, rocq_folder)
    assert {name: one.accepted for name, one in found.items()} == {"C_0": True, "C_1": False}
    assert found["C_0"].axioms == ()


def test_a_bound_needs_the_matrices_and_their_runs():
    with pytest.raises(NoFormError, match="without the runs"):
        certificate_of(says_copy, 0, lambda _: Evidence.undecided("No runs are given."))


def test_names_of_the_author_may_be_those_of_the_proof():
    def says(_subject, w):
        level, rows = w.size("level"), w.size("rows")
        token = w.array("inside", level)
        left, right = w.array("left", level, rows), w.array("right", rows, level)
        one = w.machine(Through(left, right, w.array("p", rows)), token)
        same = SameOutputs(one, w.machine(Echo(w.array("v", level)), token))
        return Implies(same, AtMost(level, rows))

    statement = certificate_of(says, None, script="x").statement
    assert "level%:R <= rows%:R" in statement


def test_an_order_of_an_array_is_one_of_its_entries():
    def says(_subject, w):
        d, a = w.size("d"), w.number("a")
        return Implies(Unequal(a, 0), AtMost(a, w.array("v", d)))

    made = certificate_of(says, None, script="x")
    assert "forall i : nat, (i < d)%N ->" in made.statement
    assert "a <= v i" in made.statement


@pytest.mark.parametrize(
    ("excess", "written"),
    [
        (lambda d, n: d * n, "2%:R * (d%:R + (- 1)) + 1 * (n%:R + (- 2%:R)) + 2%:R"),
        (lambda d, n: d**2 - d, "((d%:R + (- 1)) ^+ 2)"),
    ],
)
def test_an_order_of_sizes_is_by_a_sum_of_what_is_not_negative(excess, written):
    d, n = (sp.Symbol(name, integer=True, positive=True) for name in "dn")
    found = excess_of_sizes(sp.expand(excess(d, n)), {"d": 1, "n": 2})
    assert written in term(found, Naming(()))


@pytest.mark.parametrize("excess", [lambda d, n: d - n, lambda d, n: d / n - 1])
def test_what_is_not_so_has_no_such_proof(excess):
    d, n = (sp.Symbol(name, integer=True, positive=True) for name in "dn")
    with pytest.raises(NoFormError, match="a proof of AtMost"):
        excess_of_sizes(sp.expand(excess(d, n)), {"d": 1, "n": 2})
