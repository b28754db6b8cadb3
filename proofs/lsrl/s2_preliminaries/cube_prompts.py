r"""Sec. 2: of which points prompts for continuous functions may consist.

The tokens of Listing 1 have 1 + d_in + d_out entries, and values of f among them, so that they are
no points of [0, 1]^d_in. But another program does with such points: what a token says can as well
be said by several, one after the other.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from constructions.lsrl import LinState, Multi
from constructions.lsrl.programs.cube_hats import cube_hat_program, cube_tokens
from constructions.lsrl.programs.hats import hat, hat_program
from constructions.lsrl.programs.prompts import cell_query, grid_prompt, hat_prompt, hat_query
from proofs.lsrl import PAPER
from proofs.lsrl.one_step import equal, one_step, states_after, variables
from proofs.lsrl.short_circuit import short_circuit
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_hold,
    check,
    prove_for_all,
    reals,
    to_fraction,
)

HALF = Fraction(1, 2)
SEC_2 = Source(PAPER, "Sec. 2, approximation theory")
SIZES = ((1, 1), (2, 2))
SCOPE = "(d_in, d_out) = (1, 1), (2, 2)"


@dataclass(frozen=True)
class Prompts:
    """Which tokens describe a function to a model, and of which set D they are to be.

    **Fields**: `query(q, e)` and `tokens(f, d, e)` make them; `entries(d, e)`, how many entries a
    point of D has; `unit`, whether these lie in [0, 1].
    """

    entries: Callable[[int, int], int] = lambda d, e: d
    unit: bool = True
    query: Callable[[Any, int], Any] = cell_query
    tokens: Callable[[Any, int, int], Any] = lambda f, d, e: grid_prompt(f, d, 1)


def one_after_the_other(f, d, e):
    """Return the prompt of the grid of width 1, in turn."""
    return cube_tokens(hat_prompt(f, d, [1]), d)


@check("exact")
def check_tokens(prompts):
    """The tokens for f(x) = 2, and the query, are in D: d_in, d_out = 1, 2."""
    for d, e in product((1, 2), repeat=2):
        prompt = prompts.tokens(lambda _, e=e: [2] * e, d, e)
        for token in [prompts.query([HALF] * d, e), *prompt]:
            outside = prompts.unit and not all(0 <= entry <= 1 for entry in token)
            if len(token) != prompts.entries(d, e) or outside:
                at = {"d_in": d, "d_out": e, "token": token}
                size = "[0, 1]" if prompts.unit else "R"
                wanted = f"in {size}^{prompts.entries(d, e)}"
                return Evidence.refuted(Counterexample(at, wanted, f"{len(token)} entries"))
    return Evidence.holds("f = 2, delta = 1; d_in, d_out = 1, 2")


@dataclass(frozen=True)
class Groups:
    """A program, what its groups of tokens are made of, and the weights that they may have."""

    program: Callable[[int, int], Any] = cube_hat_program
    tokens: Callable[[Any, int], Any] = cube_tokens
    weights: tuple[int, ...] = (-1, 0, 1)


def in_cube(*values):
    """Say that values lie in [0, 1]."""
    return all_hold(*((v >= 0) & (v <= 1) for v in values))


def within(program, place):
    """Return the states before the token at this place of a group, counters as they are there."""
    return states_after(program, [[0] * program.input.dim] * (1 + place))


@check("solver")
def check_within_group(group):
    """Before the last token of a group y and q stay, and the token joins the last ones.

    For all q, tokens and last tokens in the cube, and all y.
    """
    parts = {}
    for d, e in SIZES:
        program = group.program(d, e)
        q, y, x, r = map(variables, "qyxr", (d, e, d, d * (2 + e)))
        for place in range(1 + e):
            before = within(program, place)
            after, found = one_step(program, x, before, q=q, y=y, recent=r)
            wanted = {"q": q, "y": y, "recent": [*x, *r[:-d]]}
            claim = all_hold(*(equal(after[name], values) for name, values in wanted.items()))
            parts[f"d_in, d_out = {d}, {e}, token {place + 1}"] = partial(
                prove_for_all, claim & equal(found, y), assume=in_cube(*q, *x, *r)
            )
    return short_circuit(parts, SCOPE)


@check("solver")
def check_end_of_group(group):
    """At the last token of a group w h(q - c) is added to y, and q stays.

    For all q, c in the cube, delta in [0, 1] and y; for each weight, the others in [-1, 1].
    """
    parts = {}
    for d, e in SIZES:
        program = group.program(d, e)
        q, y, c, w, junk = map(variables, "qycwr", (d, e, d, e, d))
        delta = reals("delta")
        *before, last = group.tokens([[0, delta, *c, *w]], d)
        recent = [entry for token in reversed(before) for entry in token] + junk
        after, found = one_step(program, last, within(program, 1 + e), q=q, y=y, recent=recent)
        stays = equal(after["q"], q)
        height = hat(delta, tuple(a - b for a, b in zip(q, c, strict=True)))
        for k, weight in product(range(e), group.weights):
            others = [(1 + w[j]) / 2 for j in range(e) if j != k]
            allowed = in_cube(*q, *c, *junk, delta, *others) & (w[k] == weight)
            claim = stays & (found[k] == y[k] + weight * height)
            parts[f"d_in, d_out = {d}, {e}, w_{k + 1} = {weight}"] = partial(
                prove_for_all, claim, assume=allowed
            )
    return short_circuit(parts, SCOPE)


@check("solver")
def check_start(group):
    """At the query, wherever in the cube, q is kept, and y is 0."""
    parts = {}
    for d, e in SIZES:
        program = group.program(d, e)
        q = variables("q", d)
        after, y = one_step(program, q)
        claim = equal(after["q"], q) & equal(y, [0] * e)
        parts[f"d_in, d_out = {d}, {e}"] = partial(prove_for_all, claim, assume=in_cube(*q))
    return short_circuit(parts, SCOPE)


@check("exact")
def check_same_as_hats(group):
    """Prompts in the cube, to a program without products, give what `hat_program` gives."""

    def f(p):
        return p[0] - 4 * p[-1] / 3

    for d, cells in ((1, 4), (2, 1), (3, 1)):
        program = group.program(d, 1)
        prompt = hat_prompt(f, d, [cells])
        tokens = group.tokens(prompt, d)
        q = [Fraction(k + 1, 3 + k) for k in range(d)]
        wanted = to_fraction(hat_program(d, 1)([hat_query(q, 1), *prompt])[-1, 0])
        found = to_fraction(program([q, *tokens])[-1, 0])
        outside = [token for token in tokens if not all(0 <= entry <= 1 for entry in token)]
        if found != wanted or outside or program.count(Multi):
            at = {"d_in": d, "q": q, "outside": outside[:1]}
            return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
    return Evidence.holds("(d_in, n) = (1, 4), (2, 1), (3, 1); f = x_1 - 4 x_d/3")


def starting(size, init_state):
    """Return the programs in which states of this size start at the rolled vector."""

    def write(d, e):
        def rule(node, inputs):
            if isinstance(node, LinState) and node.dim == size(d, e) and not node.B.nonzeros:
                return LinState(inputs[0], node.A, node.B, node.b, init_state(node.dim))
            return node.on(*inputs) if inputs else node

        return cube_hat_program(d, e).rewritten(rule)

    return write


late = starting(lambda d, e: 2 + e, lambda n: [int(i == n - 2) for i in range(n)])
forgetful = starting(lambda d, e: 2, lambda n: [0] * n)


def without_halves(tokens, d):
    """Write weights as they are."""
    groups = cube_tokens(tokens, d)
    size = len(groups) // max(len(tokens), 1)
    return [[2 * t[0] - 1, *t[1:]] if i % size >= 2 else t for i, t in enumerate(groups)]


def exchanged(tokens, d):
    """Write delta after c."""
    groups = cube_tokens(tokens, d)
    size = len(groups) // max(len(tokens), 1)
    return [groups[i + (1, -1)[i % size]] if i % size < 2 else t for i, t in enumerate(groups)]


GROUPS = Groups()

printed = Claim(
    id="lsrl/eq-6-domain",
    title="Prompts for continuous functions consist of points of the cube",
    source=SEC_2,
    statement=r"\mathcal H^{\mathrm{vec}}(g):\ D = [0, 1]^{d_\mathrm{in}},\ p_i \in D",
    assumptions=("the model g of Listing 1",),
    subject=Prompts(),
    checks=(check_tokens,),
    controls=(
        Control("vectors", Prompts(lambda d, e: 1 + d + e, unit=False)),
        Control("in-turn", Prompts(query=lambda q, e: q, tokens=one_after_the_other)),
    ),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-cube-prompts",
    notes="The tokens of eq. (8) have 1 + d_in + d_out entries, the last of which are values of f,"
    " and the query is filled up with zeros: for Listing 1 D is the space of all such vectors. For"
    " another model the printed D will do.",
)

repaired = Claim(
    id="lsrl/new-cube-prompts",
    title="One plain Linear RNN reaches all continuous functions by prompts of points of the cube",
    source=SEC_2,
    statement=r"D = [0, 1]^{d_\mathrm{in}}: \quad"
    r" y = \sum_v w_v\,h_{\delta_v, c_v}(q) \text{ after } 1 + (2 + d_\mathrm{out}) N"
    r" \text{ tokens of } D",
    assumptions=(
        "what such sums reach: lsrl/new-hat-program, lsrl/new-c-vec-limits",
        "prompts of any length, by induction over groups; the sizes listed; weights -1, 0, 1",
    ),
    subject=GROUPS,
    checks=(
        check_start.killing("forgetful"),
        check_within_group.killing("late"),
        check_end_of_group.killing("any-weight", "no-halves", "exchanged", "late"),
        check_same_as_hats.killing("no-halves", "exchanged", "late", "forgetful"),
    ),
    mutants=(
        Mutant("any-weight", replace(GROUPS, weights=(-1, 0, 2)), "weights beyond 1"),
        Mutant("no-halves", replace(GROUPS, tokens=without_halves), "w for (1 + w)/2"),
        Mutant("exchanged", replace(GROUPS, tokens=exchanged), "delta after c"),
        Mutant("late", replace(GROUPS, program=late), "groups end a token late"),
        Mutant("forgetful", replace(GROUPS, program=forgetful), "the query is not kept"),
    ),
    repairs=("lsrl/eq-6-domain",),
    new=True,
    notes="So the printed definition of H^vec is a good one: prompts of points of the cube are"
    " enough, if a prompt may be 2 + d_out times as long.",
)
