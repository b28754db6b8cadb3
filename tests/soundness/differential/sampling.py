"""Means of known laws."""

from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.cases import Truth
from tests.soundness.differential.comparing import as_they_come
from tests.soundness.statements import Drawn
from theorem_checks import MeanTest, decide_on_values

SAMPLES = 20_000


@as_they_come("decide_on_values")
def means_off_by_multiples_of_the_discrepancy(draw: DrawFn) -> Drawn:
    power, width, start = draw(st.integers(1, 4)), draw(st.integers(1, 5)), draw(st.integers(0, 99))
    off, delta = draw(st.sampled_from((0, 0, 1, -1, 2, -2))), Fraction(width, 20)
    binary = draw(st.booleans())
    rng = np.random.default_rng(start)
    mean = Fraction(width, power + 1)
    claimed = mean + off * delta

    def ask() -> Any:
        drawn = rng.random(SAMPLES)
        values = width * (drawn < 1 / (power + 1)) if binary else width * drawn**power
        return decide_on_values(MeanTest(claimed, delta, bounds=(0, width)), values)

    return Drawn(
        f"mean {mean}, claimed {claimed} to {delta}, two values {binary}, seed {start}",
        ask,
        Truth.FALSE if off else Truth.TRUE,
    )


COMPARISONS = (means_off_by_multiples_of_the_discrepancy,)
