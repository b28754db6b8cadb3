"""What follows from equal outputs on sequences of symbolic length: closed forms, and bounds."""

from dataclasses import dataclass
from typing import Any

import pytest

from tests.certifying import instances
from tests.certifying.shared import NEEDS_COQC, claim_of, coqc_output
from theorem_checks import Impulse, LongRun, World, inner_dimension, long_linear_combination
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.proving.machines.inner_dimensions import required_blocks
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.index_relations import delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray, zeros
from theorem_checks.statements.conclusions import AtMost, Implies
from theorem_checks.statements.first_outputs import SameFirstOutputs


@dataclass(frozen=True)
class Sums:
    """A sum of what tokens are, through n units, and read out again."""

    C: Any
    W: Any

    def initial_state(self):
        return self.C.T @ (self.C @ self.W[:, 0] * 0)

    def step(self, state, x):
        after = state + self.W @ x
        return after, self.C @ after


@dataclass(frozen=True)
class Total:
    none: Any

    def initial_state(self):
        return self.none * 0

    def step(self, state, x):
        after = state + x
        return after, after


def says_sums(subject, w: World):
    """On R + 1 + `more` tokens: sums take as many units as they have entries, and `above`."""
    above, more = subject
    d, n, R = w.size("d"), w.size("n"), w.size("R")
    token = w.array("x", d)
    one = w.machine(Sums(w.array("C", d, n), w.array("W", n, d)), token)
    other = w.machine(Total(w.array("t", d)), token)
    return Implies(SameFirstOutputs(one, other, R + 1 + more), AtMost(d + above, n))


def by_a_token_before(said):
    """The token is the last but as many as an age says; a sum over ages has each as a summand."""
    same: Any = said.hypothesis
    C, W = same.array("C"), same.array("W")
    ((tokens,),) = same.one.token.axes
    none, age = zeros((tokens,)), Index("age", same.tokens - 1)

    def unit(i):
        (k,) = tokens.indices(0)
        return SymbolicArray(((tokens,),), {(0,): scalar(delta(k, i))})

    (block,) = required_blocks(C, W)
    (i,), (k,) = block.rows, block.columns
    runs = [
        LongRun(unit(i), [], Impulse(age, none), [unit(k)]),
        LongRun(-1 * unit(i), [], Impulse(age, none), [none]),
    ]
    part = long_linear_combination(Implies(same, block.equal), runs)
    return inner_dimension(said, C, W, part)


def test_of_the_first_outputs_alone_it_is_said_for_so_many_tokens():
    statement = certificate_of(says_sums, (0, 0), script="x").statement
    assert "(seq.size xs' < (1 + R'')%N)%N -> " in statement


@pytest.mark.deep
@NEEDS_COQC
def test_a_bound_follows_from_runs_of_any_length_and_no_more_than_it(rocq_folder):
    made = {
        "C_right": certificate_of(says_sums, (0, 0), by_a_token_before),
        "C_more": certificate_of(says_sums, (1, 0), by_a_token_before),
    }
    assert made["C_right"].form == "lower bounds, long runs"
    found = rule_on(made, rocq_folder)
    accepted = {name: one.accepted for name, one in found.items()}
    assert accepted == {"C_right": True, "C_more": False}
    assert found["C_right"].axioms == ()


def test_that_first_outputs_are_equal_is_no_conclusion_yet():
    def says(_subject, w):
        d = w.size("d")
        token = w.array("x", d)
        one, other = (w.machine(Total(w.array(name, d)), token) for name in "tu")
        return SameFirstOutputs(one, other, w.size("R"))

    with pytest.raises(NoFormError, match="without an invariant"):
        certificate_of(says, None, None)


@NEEDS_COQC
def test_machines_of_a_hypothesis_put_out_what_they_do_in_python(tmp_path):
    claim, modules = claim_of(says_sums, (0, 0)), []
    for seed in range(3):
        lines, goals = instances.machine_goals(claim, seed)
        proofs = [f"Goal {goal}.\nProof. by_value. Qed." for goal in goals]
        modules += [f"Module M{seed}.", *lines, *proofs, f"End M{seed}."]
        assert goals
    coqc_output(tmp_path / "outputs.v", "\n".join([instances.SUMS, *modules]))
