"""Sec. 1, contributions iii and iv: programs without gates need not be unstable or large.

The paper says that without gates one needs large constants. The hat functions of a grid are sums of
ReLUs with the numbers -1, 0 and 1, and interpolate f; a program of these is shown to be within 1/n
of $|x - 1/3|$ for all q, exactly, for some n, and running error bounds certify what doubles do to
it. The same bounds give no guarantee for Listing 1 at the printed constants. Compactness is a count
of the compiled programs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from constructions.arrays import OBJECTS
from constructions.lsrl import ForEach, Multi
from constructions.lsrl.programs.hats import hat_program, hat_program_gated
from constructions.lsrl.programs.listing_1 import listing_1, listing_1_mended
from constructions.lsrl.programs.listing_2 import listing_2
from constructions.lsrl.programs.prompts import grid_prompt, hat_prompt, hat_prompt_gated
from constructions.lsrl.rounding import rounding
from constructions.lsrl.targets import Model, gated_linear_rnn
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    identity_function,
    prove_piecewise_at_most,
    to_fraction,
)

SEC_1 = "Sec. 1, contribution"


def target(p):
    """Return 1 + x, which is large everywhere."""
    return 1 + p[0]


@dataclass(frozen=True)
class Construction:
    """A program for functions of one number, and the prompt and the query for it."""

    program: ForEach
    prompt: Callable[..., Any] = lambda f, n: hat_prompt(f, 1, [n])
    query: Callable[..., Any] = lambda q: [1, 0, q, 0]

    def tokens(self, n):
        """Return the query 1/10 and the prompt for 1 + x on a grid of n."""
        return [self.query(Fraction(1, 10)), *self.prompt(target, n)]


@check("exact")
def check_no_guarantee(construction):
    """Without gates, no bound below 1 on what rounding to doubles may do to its output; n = 4."""
    found = rounding(construction.program, construction.tokens(4))
    gates = construction.program.count(Multi)
    if not gates and found.bound < 1:
        matrices = [m for node in construction.program.nodes for m in node.numbers.values()]
        largest = max(abs(to_fraction(e)) for m in matrices for _, _, e in m.entries())
        at = {"f": "1 + x", "q": Fraction(1, 10), "n": 4, "gates": 0, "largest number": largest}
        error = f"an error by rounding to doubles of at most {float(found.bound):.1e}"
        told = ("outputs that rounding may ruin", error)
        return Evidence.refuted(Counterexample(at, *told))
    return Evidence.holds("f = 1 + x, q = 1/10, n = 4")


@check("exact")
def check_numbers(construction):
    """It has no Multi, and all its numbers are -1, 0 or 1."""
    program = construction.program
    matrices = [m for node in program.nodes for m in node.numbers.values()]
    largest = max(abs(to_fraction(e)) for m in matrices for _, _, e in m.entries())
    if largest > 1 or program.count(Multi):
        found = f"{program.count(Multi)} products, numbers up to {largest}"
        return Evidence.refuted(Counterexample({}, "no products, numbers up to 1", found))
    return Evidence.holds("one input, one output")


@check("exact")
def check_guarantee(construction):
    """Rounding to doubles changes its output by less than 10^-9, n = 1, 4, 8."""
    for n in (1, 4, 8):
        found = rounding(construction.program, construction.tokens(n)).bound
        if found >= 1e-9:
            at = {"f": "1 + x", "n": n}
            return Evidence.refuted(Counterexample(at, "below 10^-9", f"{float(found):.1e}"))
    return Evidence.holds("f = 1 + x, q = 1/10; n = 1, 4, 8")


@check("solver")
def check_approximates(construction):
    """Its output for f = |x - 1/3| is within 1/n of f, for all q in [0, 1]; n = 1, 2, 4."""

    def f(x):
        return abs(x - Fraction(1, 3))

    parts = {}
    for n in (1, 2, 4):
        prompt = [list(token) for token in construction.prompt(lambda p: f(p[0]), n)]
        xs = np.array([construction.query(identity_function()), *prompt], dtype=object)
        curve = construction.program(OBJECTS.array(xs))[-1, 0]
        parts[f"n = {n}"] = prove_piecewise_at_most(
            lambda x, curve=curve: abs(curve(x) - f(x)), Fraction(1, n), on=(0, 1)
        )
    return all_of(parts, "all q in [0, 1]; n = 1, 2, 4")


@dataclass(frozen=True)
class Sizes:
    """A measure of a compiled model, and the programs of the paper with and without gates."""

    measure: Callable[[Model], int]

    def pairs(self):
        """Return for each program the measure without and with gates."""
        kinds = ("optimised", "multiplicative optimised")
        programs = {
            "Listing 1": [listing_1(1, 1, ifelse=kind) for kind in kinds],
            "Listing 2": [listing_2(2, first_index=0, ifelse=kind) for kind in kinds],
        }
        for name, both in programs.items():
            yield name, *(self.measure(gated_linear_rnn(program)) for program in both)


@check("exact")
def check_fewer(sizes):
    """With gates both programs, compiled, have less of it."""
    for name, plain, gated in sizes.pairs():
        if gated >= plain:
            at = {"program": name}
            claimed = f"with gates fewer than the {plain} without"
            return Evidence.refuted(Counterexample(at, claimed, str(gated)))
    return Evidence.holds("Listing 1 (d_in = d_out = 1) and Listing 2 (n = 2), optimised")


HATS = Construction(hat_program(1, 1))


def listing(program):
    """Return Listing 1 with its prompts."""
    return Construction(program, lambda f, n: grid_prompt(f, 1, n), lambda q: [q, 0, 0])


unstable = Claim(
    id="lsrl/contrib-iii",
    title="Constructions without gates depend on numerically unstable conditional logic",
    source=Source(PAPER, f"{SEC_1} iii"),
    statement=r"\text{'the constructions without these gates depend on numerically unstable"
    r" conditional logic'}",
    assumptions=("read as: they have to",),
    subject=listing(listing_1_mended(1, 1, mu=8, lam=16)),
    checks=(check_no_guarantee,),
    controls=(Control("printed", listing(listing_1(1, 1))),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/gate-free-small-weights",
    notes="The printed listings do, by mu = 1000 and lambda = 10^10. With mu = 8 and lambda = 16"
    " the same logic is stable.",
)

stable = Claim(
    id="lsrl/gate-free-small-weights",
    title="A construction without gates whose numbers are -1, 0 and 1 is stable",
    source=Source(PAPER, f"{SEC_1} iii"),
    statement=r"\sup_{q \in [0, 1]} |y(q) - f(q)| \le \tfrac1n, \quad"
    r" |\mathrm{fl}(y) - y| < 10^{-9}",
    assumptions=("one input and output; f = |x - 1/3| and f = 1 + x",),
    subject=HATS,
    checks=(
        check_numbers,
        check_guarantee.killing("listing-1"),
        check_approximates.killing("listing-1"),
    ),
    mutants=(
        Mutant("listing-1", listing(listing_1(1, 1)), "Listing 1 as printed"),
        Mutant(
            "gated",
            Construction(hat_program_gated(1, 1), lambda f, n: hat_prompt_gated(f, 1, n)),
            "the same with gates",
        ),
    ),
    repairs=("lsrl/contrib-iii",),
    notes="The program has neither conditionals nor steps; for more inputs: lsrl/new-hat-program.",
)

compact = Claim(
    id="lsrl/contrib-iv-compact",
    title="Gates lead to more compact models",
    source=Source(PAPER, f"{SEC_1} iv"),
    statement=r"\#\text{parameters with gates} < \#\text{parameters without}",
    assumptions=("Listings 1 and 2, optimised, compiled by the levelised compiler",),
    subject=Sizes(lambda model: model.parameters),
    checks=(check_fewer,),
    controls=(Control("not-zero", Sizes(lambda model: model.nonzero_parameters)),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-gates-more-compact",
    notes="Listing 1 has 461 parameters with gates and 428 without, in 5 layers for 3. Of numbers"
    " that are not 0 both listings have fewer with gates (lsrl/gates-fewer-nonzero).",
)

fewer = Claim(
    id="lsrl/gates-fewer-nonzero",
    title="With gates the models of Listings 1 and 2 have fewer numbers that are not 0",
    source=Source(PAPER, f"{SEC_1} iv"),
    statement=r"107 < 121, \quad 658 < 683",
    assumptions=("Listing 1 at d_in = d_out = 1, Listing 2 at n = 2; optimised",),
    subject=Sizes(lambda model: model.nonzero_parameters),
    checks=(check_fewer,),
    mutants=(
        Mutant("layers", Sizes(lambda model: model.layers), "layers: 5 for 3, 13 for 5"),
        Mutant("state", Sizes(lambda model: model.state), "units of state: 16 for 10, 87 for 41"),
    ),
    expect=Verdict.HOLDS,
    notes="A count at one size of each program. For every size, of another map:"
    " lsrl/new-gates-more-compact; at further sizes: lsrl/compact-gates.",
)
