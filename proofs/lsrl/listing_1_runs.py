"""Listing 1 at work: what it keeps of the query, the example of Figure 2, streaming."""

from fractions import Fraction

from constructions.lsrl.programs.listing_1 import listing_1
from constructions.lsrl.programs.prompts import (
    cell_query,
    grid_prompt,
    streaming_grid_prompt,
)
from proofs.lsrl import PAPER
from proofs.lsrl.listing_1 import MU, on_line
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    prove_piecewise_equal,
    to_fraction,
)

HALF = Fraction(1, 2)


@check("exact")
def check_query_state(query_padding):
    """The state q is the query at all tokens, and the query's token adds nothing to the output."""
    for d, e in ((1, 1), (2, 1), (2, 2)):
        q = [Fraction(2 * k + 1, 4) for k in range(d)]
        token = [*cell_query(q, e)[: d + 1], *[Fraction(query_padding)] * e]
        prompt = grid_prompt(lambda p, e=e: [p[0]] * e, d, 2)
        rows = listing_1(d, e).watch("q", "y")([token, *prompt])
        for t, row in enumerate(rows):
            values = [to_fraction(v) for v in row]
            if values[:d] != q or (t == 0 and any(values[d:])):
                at = {"d": d, "d_out": e, "q": q, "t": t}
                wanted = f"q = {list(map(str, q))}, y_0 = 0"
                return Evidence.refuted(Counterexample(at, wanted, str(list(map(str, values)))))
    return Evidence.holds("(d, d_out) = (1, 1), (2, 1), (2, 2); delta = 1/2")


@check("exact")
def check_third_token(fires):
    """With d = 2 and delta = 1/2, for q = (3/4, 1/4) the output changes at this token alone."""
    prompt = grid_prompt(lambda p: 1 + p[0] + 2 * p[1], 2, 2)
    outputs = [
        to_fraction(y) for y in listing_1(2, 1)([cell_query(["3/4", "1/4"], 1), *prompt])[:, 0]
    ]
    value = 1 + Fraction(3, 4) + HALF
    wanted = [Fraction(0)] * fires + [value] * (5 - fires)
    if outputs != wanted:
        told = (str(list(map(str, wanted))), str(list(map(str, outputs))))
        return Evidence.refuted(Counterexample({"d": 2, "delta": HALF, "q": ["3/4", "1/4"]}, *told))
    return Evidence.holds("f = 1 + x + 2 y")


def square(p):
    """Return 1 + x^2."""
    return 1 + p[0] * p[0]


def place_of(n, j):
    """Return where the token of the cell of level n that contains cell j of 4 stands."""
    return n - 1 + j * n // 4


@check("solver")
def check_streaming(prompt):
    """After each token the output is the value at the centre of the finest cell read so far.

    Levels 1, 2, 4; for all q that lie at least 1/mu above the walls of the finest grid.
    """
    tokens, parts = prompt(square, 1, [1, 2, 4]), {}
    for m in range(1, 8):
        curve = on_line(listing_1(1, 1, mu=MU), tokens[:m])
        for j in range(4):
            n = max(n for n in (1, 2, 4) if place_of(n, j) < m)
            wanted = square([Fraction(2 * (j * n // 4) + 1, 2 * n)])
            ends = (Fraction(j, 4) + Fraction(1, MU), Fraction(j + 1, 4))
            name = f"{m} tokens, cell {j} of 4"
            parts[name] = prove_piecewise_equal(curve, wanted, on=ends)
    return all_of(parts, "d = 1; levels 1, 2, 4; every beginning of the prompt")


LISTING = Source(PAPER, "Sec. 4.1, Listing 1")

stored = Claim(
    id="lsrl/lst1-q-store",
    title="Listing 1 keeps the query, and the query's token adds nothing to the output",
    source=Source(PAPER, "Listing 1, lines 9, 10 and 24 to 28"),
    statement=r"q_t = q \ (t \ge 1), \qquad y_1 = 0",
    covers=("lsrl/lst1-query-no-output",),
    subject=0,
    checks=(check_query_state,),
    mutants=(Mutant("padded-with-ones", 1, "ones for zeros after the query"),),
    expect=Verdict.HOLDS,
    notes="The comment says 'if counter > 1', line 24 has counter > 0.5: the query's token is taken"
    " for a cell, too. It adds nothing because its value is 0.",
)

figure_2 = Claim(
    id="lsrl/fig-2",
    title="In Figure 2's example the third token fires, and no other",
    source=Source(PAPER, "Figure 2"),
    statement=r"y = 0, 0, 0, \bar y_3, \bar y_3",
    subject=3,
    checks=(check_third_token,),
    mutants=(Mutant("second", 2, "the second"), Mutant("fourth", 4, "the fourth")),
    expect=Verdict.HOLDS,
)

streaming = Claim(
    id="lsrl/streaming",
    title="Prompts at finer and finer grids correct the output; each beginning approximates",
    source=LISTING,
    statement=r"y = f(\text{centre of the finest cell of } q \text{ that was read})",
    assumptions=(
        r"one input, levels 1, 2, 4, $\mu = 1000$",
        r"$q$ at least $1/\mu$ above the walls: nearer, see lsrl/new-lst1-every-query",
    ),
    subject=streaming_grid_prompt,
    checks=(check_streaming,),
    mutants=(
        Mutant(
            "uncorrected",
            lambda f, d, levels: [token for n in levels for token in grid_prompt(f, d, n)],
            "values, not corrections",
        ),
        Mutant("finest", lambda f, d, levels: grid_prompt(f, d, levels[-1]), "the last alone"),
    ),
)
