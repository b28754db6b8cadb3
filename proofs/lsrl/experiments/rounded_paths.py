"""Sec. 5: in floats a program is right, and the path that it is compiled to may be wrong.

No noise is added. What is off is rounding, which the constants of the path multiply: in it lam and
mu stand in one weight, as their product.
"""

from dataclasses import dataclass
from typing import Any, Literal

from constructions.lsrl.helpers.conditionals import Kind
from proofs.lsrl import PAPER
from proofs.lsrl.experiments.noisy_models import Prompts, compiled, dictionaries, share_wrong
from theorem_checks import Claim, Curve, Evidence, Mutant, Panel, Source, Verdict, check

SECTION_5 = Source(PAPER, "Sec. 5, 'The ReLU-based conditional operator is not numerically stable'")
UNIT = 2.0**-53  # the rounding of a double


@dataclass(frozen=True)
class Recipe:
    """Listing 2 with the paper's gains, positions from 0, a conditional and counters."""

    kind: Kind = "original"
    counters: Literal["rotation", "shift"] = "rotation"

    def program(self, n: int) -> Any:
        """Return the program for keys of length n."""
        from constructions.lsrl.programs.listing_2 import listing_2

        return listing_2(n, ifelse=self.kind, counters=self.counters, first_index=0)


def wrong_in_floats(recipe: Recipe, n: int, prompts: Prompts) -> dict[str, Any]:
    """Return the shares of wrong tokens, one for each dictionary, of the program and its path."""
    import numpy as np

    from constructions.arrays import FLOAT

    program = recipe.program(n)
    cell = compiled(program, recipe.kind).cell(FLOAT)
    draws, queries, *shape = prompts.tokens.shape
    tokens = prompts.tokens.reshape(-1, *shape)
    outputs = {"step by step": program(tokens), "as a path": np.stack([*map(cell, tokens)])}
    return {
        how: share_wrong(found.reshape(draws, queries, -1, 1), prompts.wanted)
        for how, found in outputs.items()
    }


def predicted_errors(recipe: Recipe, n: int, prompts: Prompts) -> str:
    """Say by how much single units of the program and of its path enlarge a rounding error."""
    from constructions.lsrl.compiler.levelised import levelised
    from constructions.lsrl.rounding import rounding

    program = recipe.program(n)
    tokens = [[int(x) for x in token] for token in prompts.tokens[0, 0]]
    gains = {
        how: rounding(one, tokens).amplifiers[0].gain
        for how, one in (("step by step", program), ("as a path", levelised(program)))
    }
    return "rounding errors of 1.1e-16 become, in a single unit, " + ", ".join(
        f"{gain * UNIT:.2g} {how}" for how, gain in gains.items()
    )


def in_floats(
    recipe: Recipe, seed: int, *, n: int, pairs: int, draws: int, queries: int, most: bool
) -> Evidence:
    """Run program and path on random dictionaries; see which tokens are wrong."""
    import numpy as np

    from theorem_checks import experiment_evidence, summarise_seeds

    prompts = dictionaries(draws, queries, n, pairs, seed)
    wrong = wrong_in_floats(recipe, n, prompts)
    path, program = wrong["as a path"], wrong["step by step"]
    seen = {"step by step no token is wrong": program.max() == 0}
    if most:
        seen |= {"as a path most tokens are": float(np.median(path)) > 0.5}
    else:
        seen |= {"as a path some are": path.max() > 0}
    places = np.arange(1, draws + 1)
    return experiment_evidence(
        seen,
        scope=f"{recipe.kind} conditional, counters by {recipe.counters}, mu = 10^3, lam = 10^10,"
        f" n = {n}, {draws} dictionaries of {pairs} pairs with {queries} queries; doubles",
        predicted=predicted_errors(recipe, n, prompts),
        printed="n = 3: 0 of 18 step by step, 6 of 18 as a path; n = 10: 89.2% as a path",
        ours={
            f"share of wrong tokens, {how}": summarise_seeds(values)
            for how, values in wrong.items()
        },
        panels=[
            Panel(
                "without noise",
                [Curve(how, places, np.sort(values)) for how, values in wrong.items()],
                "dictionary, the best first",
                "share of wrong tokens",
            )
        ],
    )


@check("experiment", seconds=300)
def check_three_tokens(recipe, *, seed):
    """Keys of three tokens."""
    return in_floats(recipe, seed, n=3, pairs=6, draws=12, queries=3, most=False)


@check("experiment", tier="deep", seconds=3600)
def check_more_dictionaries(recipe, *, seed):
    """Keys of three tokens, more dictionaries, and larger ones."""
    return in_floats(recipe, seed, n=3, pairs=20, draws=100, queries=5, most=False)


dag_or_path = Claim(
    id="lsrl/dag-vs-path",
    title="In doubles Listing 2 is right step by step, and wrong now and then as a path",
    source=SECTION_5,
    statement=r"\text{wrong}_{DAG} = 0 < \text{wrong}_{path}",
    assumptions=(
        "positions 0, ..., n - 1, as with those printed nothing is found; the path is compiled"
        " exactly, by levels, and its weights are rounded",
    ),
    subject=Recipe(),
    checks=(check_three_tokens, check_more_dictionaries),
    mutants=(
        Mutant("shift", Recipe(counters="shift"), "counters without irrational numbers"),
        Mutant("step", Recipe("step"), "the conditional of eq. (9)"),
    ),
    expect=Verdict.HOLDS,
    notes="At n = 3 the rounding that counts is that of the cosines and sines by which the program"
    " counts: with counters by cyclic shift no token is wrong. At n = 10 it is not alone"
    " (lsrl/lst2-original-wrong).",
)


@check("experiment", seconds=300)
def check_most_wrong(recipe, *, seed):
    """Keys of ten tokens, small dictionaries."""
    return in_floats(recipe, seed, n=10, pairs=4, draws=8, queries=2, most=True)


@check("experiment", tier="deep", seconds=3600)
def check_most_wrong_at_full_size(recipe, *, seed):
    """The paper's numbers of dictionaries, queries and pairs."""
    return in_floats(recipe, seed, n=10, pairs=20, draws=25, queries=5, most=True)


most_wrong = Claim(
    id="lsrl/lst2-original-wrong",
    title="Without noise, Listing 2 as a path with the original f_ifelse gets most tokens wrong",
    source=SECTION_5,
    statement=r"\operatorname{median}(\text{wrong}_{path}) > \tfrac12 \text{ at } n = 10",
    assumptions=dag_or_path.assumptions,
    subject=Recipe(),
    checks=(check_most_wrong, check_most_wrong_at_full_size),
    mutants=(
        Mutant("step", Recipe("step"), "the conditional of eq. (9)"),
        Mutant("multiplicative", Recipe("multiplicative"), "the conditional of eq. (10)"),
    ),
    expect=Verdict.HOLDS,
    notes="The optimised conditional fails as often at n = 10, and so does the original one with"
    " counters by cyclic shift, which are whole numbers.",
)
