r"""Listing 1 by the recipe of Sec. 4.1 at a fixed mu: how fine a grid may be.

A bump of gain mu on a cell of side delta is at most $\min(1, \mu \delta)$, and Listing 1 asks for
the sum of d of them to be near d. So a cell counts at some query only if $\mu \delta$ is large
enough: below $(1 - 1/(2d))/\mu$ the output is 0 at all queries, however many tokens there are. The
bound is shown for every d and mu; an example, 1999 cells against 2000 at mu = 1000, is proved cell
by cell by an invariant of the program's step.
"""

from fractions import Fraction
from itertools import product

from constructions.lsrl.helpers import f_bump, f_larger
from constructions.lsrl.programs.listing_1 import listing_1
from constructions.lsrl.programs.prompts import cell_query, grid_prompt
from proofs.lsrl import PAPER
from proofs.lsrl.on_prompts import Beside, kept_and_states
from proofs.lsrl.one_step import equal
from proofs.lsrl.s4_1_continuous_functions.fixed_gain import condition
from proofs.lsrl.s4_1_continuous_functions.listing_1 import (
    MENDED,
    MU,
    PRINTED,
    exact_outputs,
    half_height,
    on_line,
)
from proofs.lsrl.short_circuit import short_circuit
from theorem_checks import (
    All,
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
    conjunction,
    iff,
    implies,
    invariant,
    largest_difference,
    proof_of,
    prove_for_all,
    prove_piecewise_equal,
    reals,
)

q, lower, side, mu = reals("q l delta mu")
total, size, more = reals("total d more")
HALF = Fraction(1, 2)


def margin(d, mu):
    """Return by how much wider than the bound a cell has to be to count fully."""
    return (half_height(mu) - Fraction(1, 2)) / (d * mu)


@check("exact")
def check_too_fine(least_side):
    """Cells of sides up to the bound do not count at q = u, and a hardly wider one does fully.

    There each bump is at its largest, min(1, mu delta).
    """
    for d, mu in product((1, 2, 3), (4, 1000)):
        bound = least_side(d, mu)
        for side, wanted in ((bound, 0), (bound + margin(d, mu), 1)):
            tokens = [cell_query([side] * d, 1), [side, *[Fraction(0)] * d, Fraction(1)]]
            (found,) = exact_outputs(listing_1(d, 1, mu=mu), tokens)
            if found != wanted:
                at = {"d": d, "mu": mu, "delta": side, "l": [0] * d, "q": [side] * d}
                return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
    return Evidence.holds("d = 1, 2, 3; mu = 4, 1000; lam = 1e10; the upper corner of a cell")


@check("solver")
def check_too_fine_at_every_query(least_side):
    """With one input, a cell at the bound gives 0 at every q, a hardly wider one 1 somewhere."""
    parts = {}
    for mu in (4, 1000):
        bound = least_side(1, mu)
        token = [bound, Fraction(1, 2), Fraction(1)]
        parts[f"mu = {mu}"] = prove_piecewise_equal(on_line(listing_1(1, 1, mu=mu), [token]), 0)
        wider = [bound + margin(1, mu), *token[1:]]
        peak = largest_difference(on_line(listing_1(1, 1, mu=mu), [wider])).value
        parts[f"mu = {mu}, wider"] = _equal_to(1, peak, {"mu": mu, "delta": wider[0]})
    return all_of(parts, "all real q; d = 1; mu = 4, 1000; lam = 1e10")


def _equal_to(wanted, peak, at):
    """Evidence that the largest output over all queries is what is wanted."""
    if peak != wanted:
        return Evidence.refuted(Counterexample(at, f"a peak of {wanted}", str(peak)))
    return Evidence.argued(
        "The largest output is that of all pieces, of which each is decided.",
        scope=", ".join(f"{k} = {v}" for k, v in at.items()),
    )


@check("solver")
def check_too_fine_in_every_dimension(least_side):
    """A sum of d bumps is at most d min(1, mu delta), and taken at q = u; for every d and mu >= 2.

    So up to the bound line 23 gives 0 at every q, and above it more than 0 at u; and from the
    margin on the condition of line 27 is 1 there.
    """
    bump, height = f_bump(q, lower, lower + side, mu), clamp(mu * side, 0, 1)
    narrow = [mu >= 2, side >= 0]
    bound = least_side(size, mu)
    in_cell = f_larger(size * height, size - HALF, mu)
    full = mu * side >= 1 - (1 - 1 / mu**2 - 2 / mu**3) / (2 * size)
    assume = [mu >= 2, size >= 1, side > 0]
    return short_circuit(
        {
            "one bump": lambda: prove_for_all(bump <= height, assume=narrow),
            "a sum": lambda: prove_for_all(
                implies(total <= size * height, total + more <= (size + 1) * height),
                assume=[more <= height, size >= 1],
            ),
            "zero or not": lambda: prove_for_all(iff(in_cell == 0, side <= bound), assume=assume),
            "full": lambda: prove_for_all(
                iff(condition(size * height - size, mu) == 1, full), assume=assume
            ),
        },
        "every d >= 1, mu >= 2, all cells and all q",
    )


LISTING = {mu: listing_1(1, 1, mu=mu) for mu in (MU - 1, MU, MU + 1)}
COARSE, FINE = 1999, 2000


def says_fineness(mu, w):
    """On the cells of f = 1 in order: y is from 0 to 1, and 1 at q = 1/n, or it is always 0.

    Beside each token stands the query, the same one all the time, and `time` tokens were read. What
    is said is so after each cell, of any number of them.
    """

    def throughout(cells, said, *, at=None):
        side = Fraction(1, cells)
        assert grid_prompt(lambda _: 1, 1, cells) == [[side, k * side, 1] for k in range(cells)]

        def allowed(state, x):
            (time, query), *_ = state
            *token, q = x
            first = equal(token, [q, 0, 0]) if at is None else equal(x, [at, 0, 0, at])
            cell = equal(token, [side, (time - 1) * side, 1]) & (q == query)
            return implies(time == 0, first) & implies(time != 0, cell)

        def drawn(entries, source):
            time, query, *_ = entries
            if time == 0:
                query = at or source.randint(0, 6) * side / source.choice((1, 2))
                return [query, 0, 0, query]
            return [side, (time - 1) * side, 1, query]

        cell = Beside(LISTING[mu], (0, 0), lambda kept, x: [kept[0] + 1, x[3]])
        return w.throughout(cell, 4, allowed, said, drawn)

    return All(
        (
            throughout(COARSE, lambda state, x, y: (y[0] >= 0) & (y[0] <= 1)),
            throughout(
                COARSE,
                lambda state, x, y: implies(state[0][0] >= 2, y[0] == 1),
                at=Fraction(1, COARSE),
            ),
            throughout(FINE, lambda state, x, y: y[0] == 0),
        )
    )


def by_cells(whole):
    """Of 1999 cells each counts up to 1/(2 mu) above its upper wall, and the next from there on."""
    (time, query), states = kept_and_states(LISTING[MU], 2)
    (counter,), (q,), (y,) = (states[name] for name in ("counter_vector", "q", "y"))
    stored = (
        (time == 0) | (time == 1) | (time >= 2),
        implies(time == 0, equal([counter, q, y], [0, 0, 0])),
        implies(time >= 1, (counter >= 1) & (q == query)),
        implies(time <= 1, y == 0),
    )
    reached = (time - 1) * Fraction(1, COARSE) + HALF / MU
    once = y >= 0, y <= 1, (y == 0) | ((time >= 2) & (query <= reached))
    full = implies(time >= 1, query == Fraction(1, COARSE)), implies(time >= 2, y == 1)
    kept = (once, full, (y == 0,))
    parts = (invariant(p, *stored, *k, seconds=30) for p, k in zip(whole.parts, kept, strict=True))
    return conjunction(whole, *parts)


@check("exact")
def check_precision(recipe):
    """The error for f = 1 on the walls of n = 1, 2, 5, 20 cells is at most 1/n."""
    for cells in (1, 2, 5, 20):
        for k in range(cells + 1):
            q = Fraction(k, cells)
            (found,) = recipe.output(lambda p: Fraction(1), (q,), cells)
            if abs(1 - found) * cells > 1:
                at = {"f": 1, "n": cells, "q": q, "mu": MU}
                return Evidence.refuted(Counterexample(at, f"within 1/{cells} of 1", str(found)))
    return Evidence.holds("n = 1, 2, 5, 20; mu = 1000, all walls")


FLOOR = Source(PAPER, "Sec. 4.1, at a fixed mu")

floor = Claim(
    id="lsrl/fixed-mu-floor",
    title="At a fixed mu the recipe of Listing 1 approximates f = 1 to any precision",
    source=FLOOR,
    statement=r"\sup_{q \in [0, 1]} |f(q) - y(q)| \to 0 \quad (\delta \to 0)",
    assumptions=(r"$f = 1$, $d = 1$, $\mu = 1000$; the text fixes the weights, so $\mu$",),
    subject=PRINTED,
    checks=(check_precision,),
    controls=(Control("mended", MENDED, "exact on the multiples of 1/mu"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-hat-program",
    notes="The error at q = 0 is |f(0)| for every grid. Up to a side of (1 - 1/(2d))/mu the output"
    " is 0 everywhere (lsrl/new-too-fine-a-grid).",
)

too_fine = Claim(
    id="lsrl/new-too-fine-a-grid",
    title="For delta <= (1 - 1/(2d))/mu no cell of Listing 1 ever counts",
    source=FLOOR,
    statement=r"\delta \le \tfrac1\mu \big(1 - \tfrac1{2d}\big) \implies y \equiv 0, \qquad"
    r" \max_q y = \bar y \text{ from } \delta = \tfrac1\mu \big(1 - \tfrac1{2d}"
    r" + \tfrac1d (\tfrac1{2\mu^2} + \tfrac1{\mu^3})\big) \text{ on}",
    assumptions=(r"$\mu \ge 2$, $\lambda \ge |\bar y|$",),
    subject=lambda d, mu: (1 - Fraction(1, 2) / d) / mu,
    checks=(check_too_fine_in_every_dimension, check_too_fine, check_too_fine_at_every_query),
    mutants=(
        Mutant("one", lambda d, mu: Fraction(1) / mu, "1/mu"),
        Mutant("narrow", lambda d, mu: (1 - Fraction(3, 4) / d) / mu, "3/(4 d) for 1/(2 d)"),
    ),
    new=True,
)

fineness = Claim(
    id="lsrl/new-2000-cells",
    title="At mu = 1000 a grid of 1999 cells works somewhere, and one of 2000 nowhere",
    source=FLOOR,
    statement=r"\max_q y(q) = 1 \ (n = 1999), \qquad y \equiv 0 \ (n = 2000)",
    assumptions=(r"$d = 1$, $f = 1$; all real $q$",),
    subject=1000,
    says=says_fineness,
    checks=(proof_of(says_fineness, by_cells),),
    mutants=(
        Mutant("steeper", 1001, "mu = 1001"),
        Mutant("flatter", 999, "mu = 999"),
    ),
    new=True,
)
