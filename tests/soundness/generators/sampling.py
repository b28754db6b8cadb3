"""Slips in means, told from samples."""

from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.cases import Slip, Truth
from tests.soundness.generators.planting import Planted, plants
from tests.soundness.statements import Drawn
from theorem_checks import MeanTest, decide_on_values

SAMPLES = 20_000


@plants("decide_on_values", Slip.LAW)
def the_mean_of_another_law(draw: DrawFn) -> Planted:
    power, other = draw(st.permutations((1, 2, 3, 5)))[:2]
    low, width = draw(st.integers(-3, 3)), draw(st.integers(1, 5))
    start = draw(st.integers(0, 99))
    delta = Fraction(width, 25)  # the means differ by at least a twelfth of the width

    def asked(p: int) -> Any:
        values = low + width * np.random.default_rng(start).random(SAMPLES) ** p
        claimed = low + Fraction(width, power + 1)
        return decide_on_values(MeanTest(claimed, delta, bounds=(low, low + width)), values)

    said = f"E of {low} + {width} u^{power} = {low} + {width}/{power + 1}, seed {start}"
    return Planted(
        Drawn(said, lambda: asked(power)),
        Drawn(f"{said}, with u^{other}", lambda: asked(other), Truth.FALSE),
    )


GENERATORS = (the_mean_of_another_law,)
