"""What floats do to models is measured exactly, and the units that do it are named."""

from fractions import Fraction

import numpy as np
import pytest

from constructions.arrays import FLOAT, jax_floats
from constructions.errors import ExactnessError, ShapeError
from constructions.lsrl import ForEach, Input, LinState, cos_turn
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.programs.listing_1 import listing_1, listing_1_mended
from constructions.lsrl.programs.prompts import cell_query, grid_prompt
from constructions.lsrl.rounding import rounding
from constructions.lsrl.targets import gru, hawk, linear_rnn, lstm, rnn
from constructions.lsrl.targets.rounding import model_rounding

PROMPT = [cell_query(["1/10"], 1), *grid_prompt(lambda p: 1 + p[0], 1, 4)]
TARGETS = [linear_rnn, rnn, gru, lstm, lambda program: hawk(program, 5)]


def test_errors_are_exact_distances() -> None:
    model = linear_rnn(ForEach(Input(1) * 3))
    found = model_rounding(model, [["1/7"]])
    wanted = abs(Fraction(float(found.outputs[0, 0])) - Fraction(3, 7))
    assert found.errors[0, 0] == float(wanted) > 0
    assert found.by_part[-1] == found.error == float(wanted)
    assert found.amplifiers == ()


@pytest.mark.parametrize("target", TARGETS)
def test_the_unstable_units_are_named(target) -> None:
    model = target(listing_1(1, 1))
    found = model_rounding(model, PROMPT)
    worst = found.amplifiers[0]
    assert worst.gain == pytest.approx(1e13, rel=1e-2)  # lambda times mu: their maps become one
    number = int(worst.label.split()[1])
    assert f"part {number} (" in worst.label
    assert worst.error == found.by_part[number]
    assert "gain 1e+13" in str(found)


@pytest.mark.parametrize("target", TARGETS[:3])
def test_small_constants_are_stable(target) -> None:
    found = model_rounding(target(listing_1_mended(1, 1, mu=8, lam=16)), PROMPT)
    assert found.error < 1e-12
    assert found.amplifiers[0].gain < 8 * 16 + 20


def test_single_precision_and_irrational_weights() -> None:
    model = linear_rnn(ForEach(LinState(Input(1), cos_turn(1, 5), 1)))
    double, single = (
        model_rounding(model, [[1]] * 4, system).error for system in (FLOAT, jax_floats("float32"))
    )
    assert 0 < double < 1e-15 < single < 1e-6


def test_after_an_overflow_nothing_is_known() -> None:
    model = linear_rnn(ForEach(LinState(Input(1), A=10**200, B=1)))
    assert model_rounding(model, [[1]] * 3).error == np.inf


def test_paths_name_the_line_on_which_they_were_made() -> None:
    path = levelised(listing_1(1, 1))  # this line
    worst = rounding(path, PROMPT).amplifiers[0]
    assert worst.gain > 1e9
    assert "levelised(listing_1(1, 1))  # this line" in worst.place


def test_bad_inputs() -> None:
    model = linear_rnn(ForEach(Input(2) * 1))
    with pytest.raises(ShapeError):
        model_rounding(model, [[1]])
    with pytest.raises(ExactnessError, match=r"0\.5"):
        model_rounding(model, [[1, 0.5]])
