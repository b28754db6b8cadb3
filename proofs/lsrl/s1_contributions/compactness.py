"""Sec. 1 and 7: whether products make programs more compact and more stable, on compiled programs.

Sizes are those of the levelised compiler, whose path falls into layers of (Gated) Linear RNNs.
Stability is a certified bound on what rounding to double precision does to a run.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from constructions.lsrl import Multi
from constructions.lsrl.programs.hats import hat_program
from constructions.lsrl.programs.listing_1 import listing_1, listing_1_mended
from constructions.lsrl.programs.listing_2 import listing_2
from constructions.lsrl.programs.prompts import (
    cell_query,
    dictionary_prompt,
    grid_prompt,
    hat_prompt,
    hat_query,
    token_query,
)
from constructions.lsrl.programs.token_lookup import token_lookup
from constructions.lsrl.rounding import rounding
from constructions.lsrl.targets import gated_linear_rnn
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Engine,
    Evidence,
    Mutant,
    Route,
    Source,
    Verdict,
    check,
)

LISTINGS = {
    "Listing 1, d = 1": partial(listing_1, 1, 1),
    "Listing 1, d = 2": partial(listing_1, 2, 1),
    "Listing 2, n = 1": partial(listing_2, 1, counters="shift", first_index=0),
    "Listing 2, n = 2": partial(listing_2, 2, counters="shift", first_index=0),
    "Listing 2, n = 3": partial(listing_2, 3, counters="shift", first_index=0),
}


@dataclass(frozen=True)
class Compared:
    """Two variants of the conditional: the second is to take fewer numbers of this kind.

    `count` of a compiled model; `more` says whether the second takes more layers.
    """

    first: str = "optimised"
    second: str = "multiplicative optimised"
    count: Callable[..., int] = lambda model: model.nonzero_parameters


@check("exact")
def check_fewer(compared):
    """In both listings the second variant takes fewer numbers, and more layers than the first."""
    for name, write in LISTINGS.items():
        models = [
            gated_linear_rnn(write(ifelse=kind)) for kind in (compared.first, compared.second)
        ]
        first, second = (compared.count(model) for model in models)
        if second >= first or len(models[1].parts) <= len(models[0].parts):
            says = f"fewer than {first} numbers, more than {len(models[0].parts)} layers"
            found = f"{second} numbers, {len(models[1].parts)} layers"
            return Evidence.refuted(Counterexample({"program": name}, says, found))
    return Evidence.holds("d = 1, 2; n = 1, 2, 3; the levelised compiler")


def line_prompt(query, prompt):
    """Return the tokens for f = 1 + x on a grid of 4, at q = 1/10."""
    tokens = [4] if prompt is grid_prompt else [[1, 2, 4]]
    return [query(["1/10"], d_out=1), *prompt(lambda p: 1 + p[0], 1, *tokens)]


CELLS = line_prompt(cell_query, grid_prompt)
HATS = line_prompt(hat_query, hat_prompt)
TOKENS = [*token_query((2, 2)), *dictionary_prompt({(1, 2): (2, 1), (2, 2): (1, 1)})]


@dataclass(frozen=True)
class Rounded:
    """A program, a run of it, and the bound on what rounding to double precision does there."""

    program: Any
    run: Any
    bound: float


@check("bound")
def check_rounding(programs):
    """The certified bound on the error of the run is at most this, and no program has products."""
    for name, part in programs.items():
        if part.program.count(Multi):
            at = {"program": name}
            return Evidence.refuted(Counterexample(at, "no products", "products"))
        found = rounding(part.program, part.run).bound
        if not found <= part.bound:
            says = f"a bound of at most {part.bound:g}"
            return Evidence.refuted(Counterexample({"program": name}, says, f"{found:.3g}"))
    routes = (Route.deciding("a running error analysis", Engine.ROUNDING),)
    return Evidence.argued(
        "The bound on the run's own error is at most the one that is stated.",
        scope=f"the runs of {', '.join(programs)}",
        routes=routes,
    )


SMALL = {
    "Listing 1 mended, mu = 8, lam = 16": Rounded(
        listing_1_mended(1, 1, mu=8, lam=16), CELLS, 1e-6
    ),
    "hats": Rounded(hat_program(1, 1), HATS, 1e-13),
    "token lookup": Rounded(token_lookup(2, 2), TOKENS, 1e-10),
}

compact = Claim(
    id="lsrl/compact-gates",
    title="With products both listings compile to fewer non-zero parameters, in more layers",
    source=Source(PAPER, "Sec. 1 (iv), Sec. 7, 'Ability of models to implement algorithms'"),
    statement=r"\mathrm{nnz}(\text{multiplicative}) < \mathrm{nnz}(\text{optimised})",
    assumptions=("the sizes listed; the levelised compiler; both variants without unused terms",),
    subject=Compared(),
    checks=(check_fewer,),
    mutants=(
        Mutant(
            "exchanged",
            Compared("multiplicative optimised", "optimised"),
            "the variant without products is the smaller",
        ),
        Mutant("in-all", Compared(count=lambda model: model.parameters), "zeros counted, too"),
    ),
    expect=Verdict.HOLDS,
    notes="Not of all parameters, zeros included: Listing 1 with one input takes 461 with products"
    " and 428 without. And the plain lookup without constants takes 1342 at n = 3 where Listing 2"
    " with products takes 8143. What is possible with a number of parameters:"
    " lsrl/new-gates-more-compact. The number saved was 14 + 3 (d - 1) + 9 (d_out - 1) in Listing 1"
    " for d = 1, 2, 3, 4, 6 and d_out = 1, 2, 4, and 8 n + 9 in Listing 2 for n = 2, ..., 5. A"
    " proof for every size would need the levelised compiler on programs of symbolic size; what is"
    " read and proved of it is its check and its plan (lsrl/new-checked-paths).",
)

small_weights = Claim(
    id="lsrl/new-small-weights",
    title="Three plain programs with small numbers are certified to run right in double precision,"
    " in a run each",
    source=Source(PAPER, "Sec. 5, beyond the text"),
    statement=r"|\text{float} - \text{exact}| \le 10^{-6},\ 10^{-13},\ 10^{-10}",
    assumptions=("one run of each program",),
    subject=SMALL,
    checks=(check_rounding,),
    mutants=(
        Mutant(
            "large",
            {"Listing 1 mended": Rounded(listing_1_mended(1, 1), CELLS, 1e-6)},
            "with mu = 1000 and lam = 1e10",
        ),
        Mutant(
            "tighter",
            {"hats": Rounded(hat_program(1, 1), HATS, 1e-17)},
            "below one rounding",
        ),
    ),
    new=True,
    notes="With mu = 1000 and lam = 1e10 the same analysis of the same program gives no guarantee"
    " (5e22), and with products at mu = 1000 none either: what costs is the size of the constants.",
)
