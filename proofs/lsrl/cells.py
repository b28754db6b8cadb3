r"""App. B: the error of a grid of cells, how many there are, and how many tokens it takes."""

from fractions import Fraction
from itertools import product
from math import ceil

from constructions.lsrl.programs.listing_1 import listing_1
from constructions.lsrl.programs.prompts import (
    cell_query,
    grid_prompt,
    streaming_grid_prompt,
)
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
    clamp,
    implies,
    largest_difference,
    prove_for_all,
    reals,
    to_fraction,
)

delta, L, eps, root = reals("delta L eps root_d")
d_any = reals("d")
HALF = Fraction(1, 2)


@check("solver")
def check_distance(square):
    """|q - c|^2 <= d delta^2/4 in a cell, with equality at a corner; d = 1, 2, 3."""
    parts = {}
    for d in (1, 2, 3):
        offsets = reals(" ".join(f"x{i}" for i in range(d)))
        offsets = list(offsets) if d > 1 else [offsets]
        inside = [abs(x) <= delta / 2 for x in offsets]
        bound = L * L * square(d, delta)
        within = L * L * sum(x * x for x in offsets) <= bound
        corner = L * L * sum(delta * delta / 4 for _ in offsets) == bound
        parts[f"d = {d}"] = prove_for_all(within, assume=[delta > 0, L > 0, *inside])
        parts[f"d = {d}, corner"] = prove_for_all(corner, assume=[delta > 0, L > 0])
    return all_of(parts, "all cells; d = 1, 2, 3")


@check("solver")
def check_side(side):
    """Delta L sqrt(d)/2 <= eps if and only if delta is at most this side."""
    positive = [delta > 0, L > 0, eps > 0, root > 0]
    enough = delta * L * root / 2 <= eps
    small = delta <= side(eps, L, root)
    return all_of(
        {
            "enough": prove_for_all(implies(small, enough), assume=positive),
            "needed": prove_for_all(implies(enough, small), assume=positive),
        },
        "all positive delta, L, eps and sqrt(d)",
    )


CASES = tuple(
    (Fraction(lip), d, root_d, Fraction(precision))
    for lip in (1, 3)
    for d, root_d in ((1, 1), (4, 2))
    for precision in ("1/2", "3/10", "1/4", "1/7")
)


@check("exact")
def check_tokens(number):
    """It is the number of cells of the coarsest grid with error at most eps, for d = 1 and 4."""
    for lip, d, root_d, precision in sorted(CASES, key=lambda case: (case[0], case[1])):
        n = 1
        while lip * root_d / (2 * n) > precision:
            n += 1
        if number(lip, d, root_d, precision) != n**d:
            at = {"L": lip, "d": d, "eps": precision}
            found = str(number(lip, d, root_d, precision))
            return Evidence.refuted(Counterexample(at, found, str(n**d)))
    return Evidence.holds("L = 1, 3; d = 1, 4; eps = 1/2, 3/10, 1/4, 1/7")


@check("exact")
def check_one_cell(contains):
    """Each multiple of 1/2n in [0, 1] lies in just one of the n cells, n = 1, 2, 3."""
    for n in (1, 2, 3):
        for q in (Fraction(k, 2 * n) for k in range(2 * n + 1)):
            found = [k for k in range(n) if contains(k, n, q)]
            if len(found) != 1:
                return Evidence.refuted(Counterexample({"n": n, "q": q}, "one cell", str(found)))
    return Evidence.holds("n = 1, 2, 3; one dimension, and so for each coordinate")


def error_of_grid(f, n):
    """Return the largest error over [0, 1] of the values at the centres of n cells."""
    errors = []
    for k in range(n):
        value = f(Fraction(2 * k + 1, 2 * n))
        ends = (Fraction(k, n), Fraction(k + 1, n))
        errors.append(largest_difference(lambda x, value=value: abs(f(x) - value), on=ends).value)
    return max(errors)


@check("exact")
def check_needed(f):
    """With fewer than L/(2 eps) cells the error for this 1-Lipschitz f exceeds eps."""
    for precision in (Fraction(1, 10), Fraction(1, 5), Fraction(1, 4)):
        for n in range(1, ceil(1 / (2 * precision))):
            if error_of_grid(f, n) <= precision:
                at = {"L": 1, "d": 1, "eps": precision, "n": n}
                found = f"the error {error_of_grid(f, n)}"
                return Evidence.refuted(Counterexample(at, f"more than {precision}", found))
    return Evidence.holds("d = L = 1; eps = 1/10, 1/5, 1/4; all smaller n")


@check("exact")
def check_prompt(count):
    """The prompt has this many tokens of size 1 + d + e: side, corner, and value at the centre."""
    for d, n in product((1, 2, 3), (1, 2, 3)):
        tokens = grid_prompt(list, d, n)
        side = Fraction(1, n)
        shaped = all(
            token[0] == side and token[1 + d :] == [c + side / 2 for c in token[1 : 1 + d]]
            for token in tokens
        )
        if len(tokens) != count(d, side) or not shaped:
            at = {"d": d, "delta": side}
            return Evidence.refuted(Counterexample(at, str(count(d, side)), str(len(tokens))))
    return Evidence.holds("d = 1, 2, 3; delta = 1, 1/2, 1/3; f the identity")


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


@check("exact")
def check_streaming(prompt):
    """After the tokens of each level 1, 2, 4 the output is the value at the centre of its cell."""

    def f(p):
        return 1 + p[0] * p[0]

    tokens = prompt(f, 1, [1, 2, 4])
    for q in (Fraction(1, 10), Fraction(2, 5), Fraction(4, 5)):
        outputs = listing_1(1, 1)([cell_query([q], 1), *tokens])[:, 0]
        for n, last in ((1, 1), (2, 3), (4, 7)):
            wanted = f([Fraction(2 * (q * n // 1) + 1, 2 * n)])
            found = to_fraction(outputs[last]) if last < len(outputs) else None
            if found != wanted:
                return Evidence.refuted(Counterexample({"q": q, "n": n}, str(wanted), str(found)))
    return Evidence.holds("d = 1; levels 1, 2, 4; q = 1/10, 2/5, 4/5")


@check("solver")
def check_exponents(ours):
    """The exponent is below 10 + 14 d + 4 d^2 by more than 10, for all d >= 1."""
    return prove_for_all(ours(d_any) + 10 < 10 + 14 * d_any + 4 * d_any * d_any, assume=d_any >= 1)


APP_B = Source(PAPER, "App. B")
SEC_41 = Source(PAPER, "Sec. 4.1")

bound = Claim(
    id="lsrl/app-b-bound",
    title="In a cell a value differs from that at the centre by at most delta L sqrt(d)/2",
    source=APP_B,
    statement=r"\|f(q) - f(c)\|_2^2 \le L^2 \|q - c\|_2^2 \le \tfrac14 \delta^2 L^2 d",
    assumptions=("f is L-Lipschitz; d = 1, 2, 3; attained by f = L |x - c| at a corner",),
    subject=lambda d, side: d * side * side / 4,
    checks=(check_distance,),
    mutants=(
        Mutant("no-d", lambda d, side: side * side / 4, "without sqrt(d)"),
        Mutant("loose", lambda d, side: d * side * side, "delta for delta/2"),
    ),
)

side = Claim(
    id="lsrl/app-b-delta",
    title="A side of 2 eps/(L sqrt d) is the largest with this bound at most eps",
    source=APP_B,
    statement=r"\tfrac12 \delta L \sqrt d \le \epsilon \iff \delta \le 2\epsilon/(L\sqrt d)",
    subject=lambda eps, L, root: 2 * eps / (L * root),
    checks=(check_side,),
    mutants=(
        Mutant("half", lambda eps, L, root: eps / (L * root), "eps for 2 eps"),
        Mutant("d", lambda eps, L, root: 2 * eps / (L * root * root), "d for sqrt(d)"),
    ),
)


def rounded_up(L, d, root, eps):
    """Return ceil(L sqrt(d)/(2 eps))^d."""
    return ceil(L * root / (2 * eps)) ** d


tokens_printed = Claim(
    id="lsrl/app-b-N",
    title="The precision eps takes (2 eps/(L sqrt d))^-d tokens",
    source=Source(PAPER, "Sec. 4.1 and App. B"),
    statement=r"N = (2\epsilon/(L \sqrt d))^{-d}",
    subject=lambda L, d, root, eps: (L * root / (2 * eps)) ** d,
    checks=(check_tokens,),
    controls=(Control("rounded-up", rounded_up, "with the ceiling"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-app-b-N",
    notes="5/3 tokens for L = d = 1, eps = 3/10; it takes 2.",
)

tokens = Claim(
    id="lsrl/new-app-b-N",
    title="The grid takes ceil(L sqrt(d)/(2 eps))^d tokens for the bound eps",
    source=APP_B,
    statement=r"N = \lceil L \sqrt d/(2\epsilon) \rceil^d",
    subject=rounded_up,
    checks=(check_tokens,),
    mutants=(
        Mutant("printed", lambda L, d, root, eps: (L * root / (2 * eps)) ** d, "no ceiling"),
        Mutant("outer", lambda L, d, root, eps: ceil((L * root / (2 * eps)) ** d), "ceil of all"),
    ),
    expect=Verdict.HOLDS,
    repairs=("lsrl/app-b-N",),
    new=True,
)

needed_printed = Claim(
    id="lsrl/app-b-necessary",
    title="Every L-Lipschitz f needs (L sqrt(d)/(2 eps))^d tokens for the error eps",
    source=Source(PAPER, "App. B, last sentence, read for each f"),
    statement=r"N < (L \sqrt d/2\epsilon)^d \implies \sup_q |f(q) - f(c)| > \epsilon",
    subject=lambda x: clamp(x, 0, Fraction(1, 10)),
    checks=(check_needed,),
    controls=(Control("identity", lambda x: 1 * x, "the worst case, f = x"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-app-b-worst-case",
    notes="What is shown is that so many are enough. min(x, 1/10) needs one token for eps = 1/10.",
)

needed = Claim(
    id="lsrl/new-app-b-worst-case",
    title="For f = x a grid of cells does need L/(2 eps) of them",
    source=APP_B,
    statement=r"n < L/(2 \epsilon) \implies \sup_q |q - c| = 1/(2n) > \epsilon",
    assumptions=("d = L = 1; values at the centres; the precisions listed",),
    subject=lambda x: 1 * x,
    checks=(check_needed,),
    mutants=(
        Mutant("flat", lambda x: clamp(x, 0, Fraction(1, 10)), "f = min(x, 1/10)"),
        Mutant("slow", lambda x: x * HALF, "f = x/2, which is 1/2-Lipschitz"),
    ),
    expect=Verdict.HOLDS,
    repairs=("lsrl/app-b-necessary",),
    new=True,
)


def in_closed(k, n, q):
    """Say whether q lies in the closed cell."""
    return k <= q * n <= k + 1


def in_half_open(k, n, q):
    """Say whether q lies in the cell with its lower wall, the last one with both."""
    return k <= q * n < k + 1 or (k == n - 1 and q == 1)


unique_printed = Claim(
    id="lsrl/lst1-unique-cell",
    title="A query lies in only one of the cells [l, l + delta]",
    source=SEC_41,
    statement=r"q \in [0, 1]^d \implies |\{k : q \in [l_k, l_k + \delta]\}| = 1",
    assumptions=("cells with both walls, as the text does not say",),
    subject=in_closed,
    checks=(check_one_cell,),
    controls=(Control("half-open", in_half_open, "without the upper walls but the last"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-lst1-unique-cell",
)

unique = Claim(
    id="lsrl/new-lst1-unique-cell",
    title="A query lies in just one cell, if cells have their lower walls, and the last ones both",
    source=SEC_41,
    statement=r"|\{k : q \in C_k\}| = 1",
    subject=in_half_open,
    checks=(check_one_cell,),
    mutants=(
        Mutant("closed", in_closed, "both walls"),
        Mutant("no-last", lambda k, n, q: k <= q * n < k + 1, "q = 1 is in none"),
    ),
    expect=Verdict.HOLDS,
    repairs=("lsrl/lst1-unique-cell",),
    new=True,
)

prompt = Claim(
    id="lsrl/lst1-count",
    title="The prompt is a token of size 1 + d + e for each of the ceil(1/delta)^d cells",
    source=Source(PAPER, "Sec. 4.1, eq. (8)"),
    statement=r"p = [\delta, l, f(l + \delta/2)], \quad N = \lceil 1/\delta \rceil^d",
    covers=("lsrl/eq-8-token",),
    subject=lambda d, side: ceil(1 / side) ** d,
    checks=(check_prompt,),
    mutants=(
        Mutant("sum", lambda d, side: ceil(1 / side) * d, "d n for n^d"),
        Mutant("nodes", lambda d, side: (ceil(1 / side) + 1) ** d, "nodes, not cells"),
    ),
    expect=Verdict.HOLDS,
)

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
    title="Prompts at finer and finer grids correct the output, which is right after each level",
    source=SEC_41,
    statement=r"y \text{ after level } n = f(\text{centre of the cell of side } 1/n)",
    assumptions=("queries away from the walls",),
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
    expect=Verdict.HOLDS,
)

comparison = Claim(
    id="lsrl/better-than-transformer",
    title="The exponent d is below 10 + 14 d + 4 d^2, that of the best bound for transformers",
    source=SEC_41,
    statement=r"d < 10 + 14 d + 4 d^2",
    assumptions=("upper bounds are compared; that on transformers is quoted, not proved here",),
    subject=lambda d: d,
    checks=(check_exponents,),
    mutants=(
        Mutant("the-other", lambda d: 10 + 14 * d + 4 * d * d, "transformers themselves"),
        Mutant("large", lambda d: 18 * d + 1, "an exponent of 18 d + 1"),
    ),
)
