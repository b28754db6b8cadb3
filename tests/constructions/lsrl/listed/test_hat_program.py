"""The program of hats as data is the one that its formulas write in nodes."""

from itertools import product

import pytest

from constructions.errors import ArgumentError
from constructions.lsrl import ForEach, Input, LinState
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.listed.hat_program import listed_hat_program
from constructions.lsrl.listed.programs import program_of_nodes
from constructions.lsrl.programs.hats import (
    hat,
    hat_program,
    hat_program_gated,
    kept_at_query,
    weighted,
)


def written(d_in: int, d_out: int) -> ForEach:
    """Write the program by the operators of nodes."""
    x = Input(2 + d_in + d_out)
    flag, delta, c, w = x[0], x[1], x[2 : 2 + d_in], x[2 + d_in :]
    q = LinState(kept_at_query(c, flag), Matrix.eye(d_in), Matrix.eye(d_in))
    height = hat(delta, tuple(q - c))
    y = LinState(weighted(height, w), Matrix.eye(d_out), Matrix.eye(d_out))
    return ForEach(y, {"q": q, "hat": height, "y": y})


@pytest.mark.parametrize(("d_in", "d_out"), [*product((1, 2, 3), (1, 2, 3)), (7, 1), (1, 7)])
def test_it_is_what_the_formulas_write(d_in: int, d_out: int) -> None:
    wanted = written(d_in, d_out)
    assert program_of_nodes(listed_hat_program(d_in, d_out)) == wanted
    found = hat_program(d_in, d_out)
    assert found == wanted
    for name in ("q", "hat", "y"):
        assert found.watch(name) == wanted.watch(name)


def test_hats_are_those_of_the_gated_program() -> None:
    assert hat_program(2, 3).watch("q", "hat") == hat_program_gated(2, 3).watch("q", "hat")


@pytest.mark.parametrize("write", [hat_program, hat_program_gated])
@pytest.mark.parametrize("sizes", [(0, 1), (1, 0)])
def test_there_are_no_programs_without_inputs_or_outputs(write, sizes: tuple[int, int]) -> None:
    with pytest.raises(ArgumentError, match="d_"):
        write(*sizes)
