"""What stacks are as functions of their tokens."""

from fractions import Fraction

import pytest

from constructions.arrays import relu
from proofs.lsrl.program_steps import PLAIN_STEPS, STEPS, machines_of
from theorem_checks import (
    EveryStackIs,
    Verdict,
    closed_under_composition,
)
from theorem_checks.proving.machines.composed_at_numbers import _is_continuous, is_so_at_numbers
from theorem_checks.statements.stacks import PROPERTIES
from theorem_checks.statements.worlds.symbolic import Symbolic


@pytest.mark.parametrize("how", PROPERTIES)
def test_programs_are_what_they_are_said_to_be(how):
    multiplies = how in ("Lipschitz", "far slopes", "at most linear")
    for steps, expected in (
        (PLAIN_STEPS, Verdict.PROVED),
        (STEPS, Verdict.UNDECIDED if multiplies else Verdict.PROVED),
    ):
        every = EveryStackIs(machines_of(steps, Symbolic()), how)
        found = closed_under_composition(every)
        assert found.verdict is expected, found.reason
        assert found.statement is not None
        assert found.statement.key == every.key
        assert PROPERTIES[how] in every.latex


def test_a_form_that_is_wrong_is_seen_at_numbers():
    w = Symbolic()
    x, h, a = (w.array(name, w.size(f"d_{name}")) for name in "xha")
    names = frozenset({"h"}), frozenset({"x"})
    square, kink = (x * x).blocks[0,], relu(x + 1).blocks[0,]
    assert is_so_at_numbers([kink], "Lipschitz", *names)
    assert is_so_at_numbers([kink], "at most linear", *names)
    assert not is_so_at_numbers([square], "at most linear", *names)
    assert is_so_at_numbers([square], "continuous", *names)
    assert not is_so_at_numbers([square], "Lipschitz", *names)
    assert not is_so_at_numbers([square], "far slopes", *names)
    assert not is_so_at_numbers([(h * h).blocks[0,]], "affine", *names)
    assert is_so_at_numbers([(a * a).blocks[0,]], "Lipschitz", *names)
    assert is_so_at_numbers([], "affine", *names)
    quotient = (a / (x @ x)).blocks[0,]
    assert not is_so_at_numbers([quotient], "Lipschitz", *names)


@pytest.mark.parametrize(("jump", "is_seen"), [(1, False), (1.5, True), (2, True)])
def test_what_jumps_by_more_than_a_little_is_not_continuous(jump, is_seen):
    height = Fraction(jump) / 2**40
    assert _is_continuous(lambda at: [height * (at > 0)]) is not is_seen
