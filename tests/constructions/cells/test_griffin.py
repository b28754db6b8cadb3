"""Local attention: a window of any number of tokens, of which some are not there yet."""

import math

import numpy as np
import pytest

from constructions.arrays import FLOAT, jax_floats
from constructions.cells.griffin import GriffinLocalAttentionBlock
from constructions.errors import ArgumentError

NAMES = ("W_q", "W_k", "W_v", "W_o", "W_e", "W_m")


def weights(seed):
    draw = np.random.default_rng(seed)
    own = {name: draw.normal(size=(2, 2)) for name in NAMES} | {"W_f": np.zeros((2, 2))}
    return own | {name: draw.normal(size=2) for name in ("b_o", "b_e", "b_m")} | {"b_f": np.ones(2)}


@pytest.mark.parametrize("window", [1, 2, 3, 9])
@pytest.mark.parametrize("system", [FLOAT, jax_floats("float64")])
def test_it_attends_to_the_last_tokens(window, system):
    own, xs = weights(window), np.random.default_rng(0).normal(size=(6, 2))
    block = GriffinLocalAttentionBlock(
        **{name: system.array(value) for name, value in own.items()}, window=window
    )
    found = block(system.array(xs))
    for t, x in enumerate(xs):
        last = xs[max(0, t - window + 1) : t + 1]
        scores = [math.exp((own["W_q"] @ x) @ (own["W_k"] @ a)) for a in last]
        mixed = sum(s * (own["W_v"] @ a) for s, a in zip(scores, last, strict=True)) / sum(scores)
        o = own["W_o"] @ mixed + own["b_o"]
        wanted = own["W_m"] @ (own["W_e"] @ o + own["b_e"]) + own["b_m"]
        assert np.array(found[t].tolist()) == pytest.approx(wanted, rel=1e-9)


def test_a_window_of_no_token_is_refused():
    for window in (0, True):
        with pytest.raises(ArgumentError, match="1 token or more"):
            GriffinLocalAttentionBlock(**weights(1), window=window)
