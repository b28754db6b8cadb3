r"""Sec. 6: eq. (11) with its indices as they are printed, with $s_t$ on both sides.

So the halves are asked to solve an equation. Where they do, their difference forgets the last
state; where A = 1 they do so only if B x + b = 0.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Source,
    Verdict,
    check,
    prove_for_all,
    reals,
    relu,
)

NAMES = ("A", "u", "up_before", "down_before", "up", "down")


@dataclass(frozen=True)
class RightSide:
    """What A is applied to on the right, from the halves now and the halves before."""

    read: Callable[[Any, Any], Any]


@check("solver")
def check_halves(side) -> Evidence:
    """Halves that satisfy the equation differ by the state of the Linear RNN: one unit.

    All numbers are free: the halves now, those before, which are not negative, A, B x + b.
    """
    up, down, up_before, down_before, A, u = reals("up down up_before down_before A u")
    v = A * side.read(up - down, up_before - down_before) + u
    equations = [up == relu(v), down == relu(-v)]
    wanted = A * (up_before - down_before) + u
    before = [up_before >= 0, down_before >= 0]
    found = prove_for_all(up - down == wanted, assume=[*equations, *before])
    return found if found.counterexample is None else _told(found)


def _told(found: Evidence) -> Evidence:
    """The same with the names of the paper, and with what both sides are there."""
    values = (found.counterexample or Counterexample({})).values
    numbers = {name: Fraction(values.get(name, 0)) for name in NAMES}
    A, u, up_before, down_before, up, down = numbers.values()
    state = up_before - down_before
    told = Counterexample(
        {"A": A, "B x_t + b": u, "s_(t-1)": state, "s^+_t": up, "s^-_t": down},
        claimed=f"s^+_t - s^-_t = A s_(t-1) + B x_t + b = {A * state + u}",
        found=f"s^+_t - s^-_t = {up - down}",
        explanation="The halves solve the equation as it is printed.",
    )
    return Evidence.refuted(told, routes=found.routes, parts=(found,))


index = Claim(
    id="lsrl/new-eq-11-index",
    title="Eq. (11) with s_t on both sides, as printed, gives the states of the Linear RNN",
    source=Source(PAPER, "Sec. 6, eq. (11), right side"),
    statement=r"\begin{bmatrix} s^+_t \\ s^-_t \end{bmatrix} = \mathrm{relu}\left("
    r"\begin{bmatrix} A & -A \\ -A & A \end{bmatrix}"
    r"\begin{bmatrix} s^+_t \\ s^-_t \end{bmatrix}"
    r"+ \begin{bmatrix} B \\ -B \end{bmatrix} x_t + \begin{bmatrix} b \\ -b \end{bmatrix}\right)"
    r"\implies s^+_t - s^-_t = A s_{t-1} + B x_t + b",
    assumptions=(r"one unit; $s_{t-1} = s^+_{t-1} - s^-_{t-1}$ with halves that are not negative",),
    subject=RightSide(lambda now, before: now),
    checks=(check_halves,),
    controls=(Control("before", RightSide(lambda now, before: before), "s_{t-1} on the right"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/eq-11",
    new=True,
    notes="A slip: the text before it says 'at the next time step', and the left one of the two"
    " systems has s_{t-1}.",
)
