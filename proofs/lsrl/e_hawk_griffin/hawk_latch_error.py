r"""How near a memory of the last near cell comes to a function, for all sizes and prompt lengths.

A cell with the corner l and sides delta fires if the query is less than delta outside of it, added
up over the axes. Then its centre is within $\sqrt{2 + d/4}\,\delta$ of the query. So the value that
is held is at no time worse than the worst of such cells, once the cell of the query was read.
"""

from dataclasses import dataclass
from typing import Any

from constructions.arrays import exceeds, relu
from proofs.lsrl import PAPER
from proofs.lsrl.any_size import Stated
from proofs.lsrl.e_hawk_griffin.hawk_latch import Value, fires
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Implies,
    Less,
    Mutant,
    Source,
    World,
    certificate,
    instances_of,
)

SOURCE = Source(PAPER, "App. E, beyond the text")


@dataclass(frozen=True)
class Firing:
    """Which cells fire, and how near that is.

    **Fields**: a query that is less than `reach` delta outside of a cell is near it; `square`, from
    d four times the largest square of a distance from the centre, in delta^2.
    """

    reach: Any = 1
    square: Any = lambda d: 8 + d


def says_near(firing: Firing, w: World) -> All:
    """A cell that fires is near, and the cell in which the query lies fires: for all d.

    Where the query is, seen from the corner, is given in multiples of delta, or as it is.
    """
    s, delta = Stated(w), w.number("delta", positive=True)
    side, (d,) = delta * s.ones("d"), s.sizes("d")
    x = delta * s("x", "d", small=True)  # the query less the corner
    outside = s.ones("d") @ (relu(-x) + relu(x - side))
    centre = 2 * x - side
    near = AtMost(centre @ centre, firing.square(d) * delta**2)
    z = s("z", "d", nonnegative=True)  # the same, of a query in the cell
    own = s.ones("d") @ (relu(-z) + relu(z - side))
    return All(
        (
            Implies(Less(outside, firing.reach * delta), near),
            Implies(AtMost(z, side), Less(own, firing.reach * delta)),
        )
    )


class Judged:
    """A memory of the value of the last near cell, beside what is said of it.

    Tokens are the query less the corner of a cell, and the cell's value. The state has, behind the
    value that is held, whether a cell with the query in it was read, and the worst value of the
    cells that are near: the largest square of its distance from a `goal`.
    """

    def __init__(self, s: Stated, firing: Firing, delta: Any) -> None:
        self.memory, self.fires, self.goal = Value(s, s("y_0", "e")), fires(s), s("goal", "e")
        self.one, self.total, self.each = s.ones("1"), s.ones("1 d"), s.ones("1 e")
        self.delta, self.side = firing.reach * delta * self.one, delta * s.ones("d")
        self.limit = firing.square(s.sizes("d")[0]) * delta**2 * self.one

    def initial_state(self) -> Any:
        """Return any value, of which nothing was read."""
        return self.memory.initial_state(), 0 * self.one, 0 * self.one

    def error(self, value: Any) -> Any:
        """Return the square of the distance of a value from the goal."""
        return self.each @ ((value - self.goal) * (value - self.goal))

    def step(self, state: Any, token: Any) -> Any:
        """Return the state after a cell."""
        (y, seen, worst), (x, value) = state, token
        below, above = relu(-x), relu(x - self.side)
        y, _ = self.memory.step(y, self.fires((below, above, self.delta, value)))
        outside, centre = self.total @ (below + above), 2 * x - self.side
        far = exceeds(self.total @ (centre * centre), self.limit)
        here = self.one - exceeds(outside, 0 * outside)
        seen = seen + here - seen * here
        worst = worst + relu((self.one - far) * self.error(value) - worst)
        return (y, seen, worst), y


def says_approximates(firing: Firing, w: World) -> Conclusion:
    """The value is no worse than the worst of the cells that are near, once the query's was read.

    From any value that is held, on all sequences of cells, whatever the goal is.
    """
    s, delta = Stated(w), w.number("delta", positive=True)
    judged = Judged(s, firing, delta)
    machine = w.machine(judged, (s("x", "d"), s("v", "e")))
    return w.always(machine, lambda state: AtMost(state[1] * judged.error(state[0]), state[2]))


def nearer_if_wide(d: Any) -> Any:
    """Return 8 + d, and d for 90 dimensions or more."""
    return 8 + d if d < 90 else d


FIRING = Firing()
NONE = Mutant("none", Firing(reach=0), "no cell fires")
NEARER = Mutant("nearer", Firing(square=lambda d: 2 + d), "within sqrt(1/2 + d/4) delta")
LATE = (Mutant("wide", Firing(square=nearer_if_wide), "within sqrt(d/4) delta from d = 90 on"),)

near = Claim(
    id="lsrl/new-hawk-latch-error",
    title="A cell that fires has its centre within sqrt(2 + d/4) delta of the query",
    source=SOURCE,
    statement=r"\sum_i \mathrm{relu}(l_i - q_i) + \mathrm{relu}(q_i - l_i - \delta) < \delta"
    r" \implies \|q - c\|_2 \le \sqrt{2 + d/4}\,\delta",
    assumptions=("any d; c is the centre of the cell, l its corner, delta > 0 its side",),
    subject=FIRING,
    says=says_near,
    checks=(
        certificate(says_near, proof=("hawk_latch_near.v", "hawk_latch_error.v")),
        instances_of(says_near),
    ),
    late=LATE,
    mutants=(Mutant("further", Firing(2), "cells that are less than 2 delta away"), NONE, NEARER),
    new=True,
    notes="That the query's own cell fires is said as well.",
)

approximates = Claim(
    id="lsrl/new-hawk-latch-approximates",
    title="At any prompt length the value that is held is as near as those of cells near the query",
    source=SOURCE,
    statement=r"\text{once the cell of } q \text{ was read: } \|y_t - g\|_2 \le"
    r" \max \{\|v_s - g\|_2 : s \le t,\ \|q - c_s\|_2 \le \sqrt{2 + d/4}\,\delta\}"
    r" \text{ for all } g",
    assumptions=(
        "any d and d_out, any cells with the side delta > 0, in any order, any first value",
        "c is the centre of a cell and v its value",
    ),
    subject=FIRING,
    says=says_approximates,
    checks=(
        certificate(
            says_approximates,
            proof=("hawk_entries.v", "hawk_latch_near.v", "hawk_latch_approximates.v"),
        ),
        instances_of(says_approximates),
    ),
    late=LATE,
    mutants=(NONE, NEARER),
    new=True,
    notes="With f(c) for the values of the cells of a grid, and g = f(q), the error is at most what"
    " f changes over sqrt(2 + d/4) delta: L sqrt(2 + d/4) delta for L-Lipschitz f, and as small as"
    " one likes for continuous f on a fine grid. That three Hawk blocks are this memory:"
    " lsrl/new-hawk-latch.",
)
