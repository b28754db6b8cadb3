"""Listing 1 at work: what it keeps of the query, the example of Figure 2, streaming.

The query is the first token, kept by a conditional on a counter of tokens: it is 1 there, and at
least 2 later, an invariant of the program's step. The example of Figure 2 and the prompt at finer
and finer grids are runs of fixed length, in which queries and values are real variables; solvers
decide that the output is the value at the centre of the finest cell read so far.
"""

from fractions import Fraction

from constructions.lsrl.programs.listing_1 import listing_1
from constructions.lsrl.programs.prompts import (
    cell_query,
    grid_prompt,
    streaming_grid_prompt,
)
from proofs.lsrl import PAPER
from proofs.lsrl.on_prompts import Beside, kept_and_states
from proofs.lsrl.one_step import equal, outputs_of
from proofs.lsrl.s4_1_continuous_functions.listing_1 import MU
from proofs.lsrl.short_circuit import part_by_part
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Evidence,
    ForReals,
    Mutant,
    Source,
    all_hold,
    check,
    conjunction,
    implies,
    invariant,
    proof_of,
    to_fraction,
)

HALF, LAM = Fraction(1, 2), 10**10
MARGIN = Fraction(1, MU)
ON_LINE, ON_SQUARE = listing_1(1, 1, mu=MU), listing_1(2, 1)


STORING = tuple(listing_1(*sizes) for sizes in ((1, 1), (2, 2)))


def says_kept(query_padding, w):
    """The state q is the query at all tokens, and the query's token adds nothing to the output.

    Beside each token stands the query, the same one all the time. Tokens after that of the query
    are any ones with entries up to lam.
    """
    parts = []
    for program in STORING:
        d, size = program.names["q"].dim, program.input.dim
        at = [node is program.names["q"] for node in program.states].index(True)

        def allowed(state, x, d=d, size=size):
            (time, *query), given = state[0], x[size:]
            in_cube = all_hold(*((number >= 0) & (number <= 1) for number in given))
            padding = [0] + [query_padding] * (size - d - 1)
            first = equal(x[:size], [*given, *padding]) & in_cube
            later = equal(given, query) & all_hold(*(abs(entry) <= LAM for entry in x[:size]))
            return implies(time == 0, first) & implies(time != 0, later)

        def said(state, x, y, at=at):
            (time, *query), states = state
            return equal(states[at], query) & implies(time == 1, equal(y, [0] * len(y)))

        def kept(before, x, size=size):
            return [before[0] + 1, *x[size:]]

        cell = Beside(program, (0,) * (1 + d), kept)
        parts.append(w.throughout(cell, size + d, allowed, said))
    return All(tuple(parts))


def by_counters(whole):
    """The counters are 1 at the first token and at least 2 from then on, so only it is the query.

    Each adds 1, and all the counters before.
    """
    parts = []
    for part, program in zip(whole.parts, STORING, strict=True):
        d = program.names["q"].dim
        (time, *query), states = kept_and_states(program, 1 + d)
        nothing = [entry for own in states.values() for entry in own]
        parts.append(
            invariant(
                part,
                (time == 0) | (time >= 1),
                implies(time == 0, equal(nothing, [0] * len(nothing))),
                implies(time >= 1, all_hold(*(number >= 1 for number in states["counter_vector"]))),
                implies(time >= 1, equal(states["q"], query)),
            )
        )
    return conjunction(whole, *parts)


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


def says_third_token(fires, w):
    """On Figure 2's prompt the output is 0 before token number `fires`, and from then on its value.

    For all values up to lam, and all queries of the third cell but for its lower walls.
    """
    a, b, *values = w.reals("a b v1 v2 v3 v4")
    w.assume(all_hold(a >= HALF + MARGIN, a <= 1, b >= MARGIN, b <= HALF))
    w.assume(all_hold(*(abs(value) <= LAM for value in values)))
    cells = (cell for *cell, _ in grid_prompt(lambda p: 0, 2, 2))
    prompt = [[*cell, value] for cell, value in zip(cells, values, strict=True)]
    outputs = outputs_of(ON_SQUARE, [[a, b, 0, 0], *prompt])
    wanted = [0] * fires + [values[fires - 1]] * (5 - fires)
    return All(tuple(ForReals(y == v + 0 * a) for y, v in zip(outputs, wanted, strict=True)))


@check("exact")
def check_example(fires):
    """For q = (3/4, 1/4) and f = 1 + x + 2 y the output changes at this token alone."""
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


def place_of(n, j):
    """Return where the token of the cell of level n that contains cell j of 4 stands."""
    return n - 1 + j * n // 4


def says_streaming(prompt, w):
    """After each token the output is the value at the centre of the finest cell read so far.

    Levels 1, 2, 4; for all values of f at the centres, and all q that lie at least 1/mu above the
    walls of the finest grid.
    """
    q, values = w.real("q"), w.real("v", 7)
    centres = [Fraction(2 * k + 1, 2 * n) for n in (1, 2, 4) for k in range(n)]
    f = dict(zip(centres, values, strict=True))
    tokens = prompt(lambda p: f[p[0]], 1, [1, 2, 4])
    w.assume(all_hold(*(abs(value) + 0 * q <= LAM for *_, value in tokens)))
    parts = []
    outputs = outputs_of(ON_LINE, [[q, 0, 0], *tokens])
    for m in range(1, 8):
        said = []
        for j in range(4):
            n = max(n for n in (1, 2, 4) if place_of(n, j) < m)
            inside = (q >= Fraction(j, 4) + MARGIN) & (q <= Fraction(j + 1, 4))
            wanted = f[Fraction(2 * (j * n // 4) + 1, 2 * n)]
            said.append(implies(inside, outputs[min(m, len(tokens))] == wanted))
        parts.append(ForReals(all_hold(*said)))
    return All(tuple(parts))


LISTING = Source(PAPER, "Sec. 4.1, Listing 1")

stored = Claim(
    id="lsrl/lst1-q-store",
    title="Listing 1 keeps a query of one or two numbers, whose token adds nothing to the output",
    source=Source(PAPER, "Listing 1, lines 9, 10 and 24 to 28"),
    statement=r"q_t = q \ (t \ge 1), \qquad y_1 = 0",
    covers=("lsrl/lst1-query-no-output",),
    subject=0,
    assumptions=(
        r"queries in the cube; entries of tokens at most $\lambda = 10^{10}$; $\mu = 1000$",
        r"$(d_\mathrm{in}, d_\mathrm{out}) = (1, 1), (2, 2)$",
    ),
    says=says_kept,
    checks=(proof_of(says_kept, by_counters), check_query_state),
    mutants=(Mutant("padded-with-ones", 1, "ones for zeros after the query"),),
    notes="The comment says 'if counter > 1', line 24 has counter > 0.5: the query's token is taken"
    " for a cell, too. It adds nothing because its value is 0.",
)

figure_2 = Claim(
    id="lsrl/fig-2",
    title="In Figure 2's example the third token fires, and no other",
    source=Source(PAPER, "Figure 2"),
    statement=r"y = 0, 0, 0, \bar y_3, \bar y_3",
    assumptions=(
        r"values up to $\lambda$; queries of the third cell, $1/\mu$ or more above its lower walls",
    ),
    subject=3,
    says=says_third_token,
    checks=(proof_of(says_third_token, part_by_part()), check_example),
    mutants=(Mutant("second", 2, "the second"), Mutant("fourth", 4, "the fourth")),
)

streaming = Claim(
    id="lsrl/streaming",
    title="Prompts at finer and finer grids correct the output; each beginning approximates",
    source=LISTING,
    statement=r"y = f(\text{centre of the finest cell of } q \text{ that was read})",
    assumptions=(
        r"one input, levels 1, 2, 4, $\mu = 1000$",
        r"$q$ at least $1/\mu$ above the walls: nearer, see lsrl/new-lst1-every-query",
        r"any $f$ of which no correction is larger than $\lambda = 10^{10}$",
    ),
    subject=streaming_grid_prompt,
    says=says_streaming,
    checks=(proof_of(says_streaming, part_by_part()),),
    mutants=(
        Mutant(
            "uncorrected",
            lambda f, d, levels: [token for n in levels for token in grid_prompt(f, d, n)],
            "values, not corrections",
        ),
        Mutant("finest", lambda f, d, levels: grid_prompt(f, d, levels[-1]), "the last alone"),
    ),
)
