r"""Listing 1: in-context approximation of continuous functions, cell by cell.

Inputs have size $1 + d_{in} + d_{out}$. The first is the query $[q, 0]$; each further one a cell
$[\delta, l_1, \dots, l_{d_{in}}, \bar y]$ with lower corner $l$ and side $\delta$, whose value
$\bar y$ is added to the output if q lies in the cell. `prompts` makes them.
"""

from fractions import Fraction
from typing import Any

from constructions.lsrl.helpers.conditionals import Kind, conditional
from constructions.lsrl.helpers.logic import f_and, f_bump, f_constant, f_larger, f_smaller
from constructions.lsrl.helpers.operations import Gain, gain
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Input, Lin, LinState, Node
from constructions.lsrl.language.program import ForEach

__all__ = ["listing_1", "listing_1_mended"]


def listing_1(
    d_in: int, d_out: int, *, mu: Gain = 1000, lam: Gain = 10**10, ifelse: Kind = "original"
) -> ForEach:
    r"""Return Listing 1 as printed, but for its shapes.

    **Arguments**: the sizes; the gain $\mu$ of the steps; the constant $\lambda$ and the variant
    of the conditionals. Queries are non-negative; values need not be.

    For $\mu \ge 2$ and $\lambda \ge |\bar y|, 1$ it adds $\bar y$ for a query in
    $[0, 1]^{d_{in}}$ that is at least $1/\mu$ above each lower bound of the cell and not above any
    upper bound. A query less far above a lower bound gets too little, which is 0 at the bound
    itself: so 0 at a query with a zero coordinate, and errors in strips at all walls between cells.

    Line 24 says `counter`, which is taken as the first entry of `counter_vector`; line 27 mixes
    sizes 1 and `d_out`, taken as repetition.
    """
    ones = Matrix.full(d_in, d_in)
    return _listing(
        d_in, d_out, mu, conditional(ifelse, lam=lam, mu=mu), ones, margin=0, after="1/2"
    )


def listing_1_mended(
    d_in: int, d_out: int, *, mu: Gain = 1000, lam: Gain = 10**10, ifelse: Kind = "optimised"
) -> ForEach:
    r"""Return Listing 1 with cells that contain their lower bounds.

    Three changes: cells are compared with $q + 1/\mu$; the counter counts instead of growing
    like $d_{in}^t$; the query token itself is no cell.

    For $\mu \ge 2$ and $\lambda \ge |\bar y|, 1$ the output is the sum of the $\bar y$ of the cells
    $l \le q < l + \delta$ for each query in $[0, 1]^{d_{in}}$ none of whose coordinates lies within
    $1/\mu$ below a bound $l_i$ or $l_i + \delta$ of the prompt. So for queries and bounds on the
    grid of the multiples of $1/\mu$ it is exact everywhere. At fixed $\mu$ no finer grid will do:
    for that see `hats`.
    """
    chosen = conditional(ifelse, lam=lam, mu=mu)
    margin = 1 / gain(mu, "mu", None)
    return _listing(d_in, d_out, mu, chosen, Matrix.eye(d_in), margin=margin, after="3/2")


def _listing(
    d_in: int, d_out: int, mu: Gain, ifelse: Any, counting: Matrix, *, margin: Any, after: str
) -> ForEach:
    x = Input(1 + d_in + d_out)
    const_1 = f_constant(x, 1)
    counter = LinState(const_1, A=counting, B=Matrix.full(d_in, 1))

    is_query = f_smaller(counter, "3/2", mu)
    q_update = ifelse(is_query, x[:d_in], nonnegative=True)
    q = _accumulator(q_update)

    step_size = Lin(x[0], Matrix.full(d_in, 1))
    lb = x[1 : 1 + d_in]
    ub = lb + step_size
    bump = f_bump(q + margin if margin else q, lb, ub, mu)
    bump_sum = Lin(bump, Matrix.full(1, d_in))
    in_cell = f_larger(bump_sum, d_in - Fraction(1, 2), mu)
    in_and_processing = f_and(in_cell, f_larger(counter[0], after, mu), mu)

    update = ifelse(f_larger(in_and_processing, "1/2", mu), x[-d_out:])
    y = _accumulator(update)
    names = {"counter_vector": counter, "q": q, "lb": lb, "ub": ub, "bump": bump}
    named = {"in_cell": in_cell, "in_and_processing": in_and_processing, "update": update, "y": y}
    return ForEach(y, names | named)


def _accumulator(update: Node) -> Node:
    return LinState(update, Matrix.eye(update.dim), Matrix.eye(update.dim))
