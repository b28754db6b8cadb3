"""Figure 4: what is added to which weights, and on how many functions, dictionaries and queries.

The figure adds noise to each weight that is not 0. Here the noise itself is looked at, on the
compiled Listing 1: that it is independent, Gaussian, of the levels that are named, that zeros stay
zeros, and that the shapes of prompts are the paper's. What the noise does to outputs is the
experiment of `weight_noise`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from proofs.lsrl import PAPER
from proofs.lsrl.experiments.noisy_models import (
    LEVELS,
    compiled,
    dictionaries,
    functions,
    perturbed,
)
from proofs.lsrl.experiments.sensitivity import FULL, Sizes
from theorem_checks import Claim, Mutant, Source, Verdict, check

DEVIATIONS = 6.2  # of a Gaussian statistic: passed by chance once in 1.7e9 draws


@dataclass(frozen=True)
class Setup:
    """How noise is added, its levels, and the sizes of what the noisy models are tried on."""

    noisy: Callable[[Any, Any, Any], Any] = perturbed
    levels: tuple[float, ...] = LEVELS
    sizes: Sizes = FULL


def seen_of_noise(setup: Setup, seed: int) -> tuple[dict[str, bool], dict[str, float]]:
    """Add noise to the weights of Listing 1, gated and not; compare it with standard Gaussians."""
    import numpy as np

    from constructions.arrays import FLOAT
    from constructions.lsrl.programs.listing_1 import listing_1_mended

    rng = np.random.default_rng(seed)
    added, kept = [], True
    level = setup.levels[-1]
    for kind in ("original", "multiplicative"):
        for part in compiled(listing_1_mended(2, 2, ifelse=kind), kind).parts:
            for matrix in part.numbers.values():
                weights = matrix.array(FLOAT)
                noisy = setup.noisy(weights, level, rng.standard_normal(weights.size))
                kept = kept and bool((noisy[weights == 0] == 0).all())
                small = (weights != 0) & (abs(weights) < 1e4)  # the noise on others is rounded off
                added.append((noisy - weights)[small] / level)
    values = np.concatenate(added)
    root = len(values) ** 0.5
    mean, square = values.mean() * root, ((values**2).mean() - 1) * root / 2**0.5
    seen = {
        "weights that are 0 stay 0": kept,
        f"the mean is 0 to {DEVIATIONS} deviations": abs(mean) <= DEVIATIONS,
        f"the variance is the square of the level to {DEVIATIONS} deviations": (
            abs(square) <= DEVIATIONS
        ),
    }
    ours = {"weights": len(values), "mean, in deviations": mean, "variance, likewise": square}
    return seen, ours


@check("experiment", seconds=120)
def check_setup(setup, *, seed):
    """The noise on all weights of Listing 1, the levels, and the shapes of all prompts."""
    from theorem_checks import experiment_evidence

    sizes = setup.sizes
    cells = functions(sizes.draws, sizes.queries[0], 8, seed).tokens
    words = dictionaries(sizes.draws, sizes.queries[1], sizes.n, sizes.pairs, seed).tokens
    seen, ours = seen_of_noise(setup, seed)
    seen |= {
        "levels 0, 1e-9, 1e-7, 1e-5, 1e-3": setup.levels == (0, 1e-9, 1e-7, 1e-5, 1e-3),
        "25 functions, 10 queries, 64 cells in two dimensions": cells.shape == (25, 10, 65, 5),
        "of side 1/8": bool((cells[:, :, 1:, 0] == 1 / 8).all()),
        "25 maps, 5 queries of 10 tokens, 20 pairs": words.shape == (25, 5, 10 + 20 * 20, 1),
    }
    return experiment_evidence(
        seen,
        scope=f"the compiled Listing 1, gated and not, at {setup.levels[-1]:g}; {sizes}",
        predicted="independent Gaussians on the weights that are not 0",
        printed="the same",
        ours=ours,
    )


def _absolute(weights: Any, level: Any, normals: Any) -> Any:
    return weights + level * normals.reshape(weights.shape)


def _relative(weights: Any, level: Any, normals: Any) -> Any:
    return weights * (1 + level * normals.reshape(weights.shape))


setup = Claim(
    id="lsrl/fig4-setup",
    title="Noise is independent, Gaussian and on weights that are not 0; sizes of Figure 4",
    source=Source(PAPER, "Figure 4"),
    statement=r"w \mapsto w + s\,\varepsilon \text{ for } w \ne 0,\quad"
    r" s \in \{0, 10^{-9}, 10^{-7}, 10^{-5}, 10^{-3}\}",
    assumptions=(
        "25 functions with 10 queries, cells of side 1/8, two inputs and outputs; 25 maps of 20"
        " pairs of 10 tokens with 5 queries, as in the authors' notebook",
    ),
    subject=Setup(),
    checks=(check_setup,),
    mutants=(
        Mutant("all-weights", Setup(_absolute), "noise on zeros, too"),
        Mutant("relative", Setup(_relative), "noise in proportion to the weight"),
        Mutant("variance", Setup(lambda w, s, z: perturbed(w, s**0.5, z)), "s as the variance"),
        Mutant("fewer", Setup(sizes=replace(FULL, queries=(5, 5))), "5 queries for both programs"),
    ),
    expect=Verdict.HOLDS,
    notes="The functions and the dictionaries of the paper are not printed; ours are random.",
)
