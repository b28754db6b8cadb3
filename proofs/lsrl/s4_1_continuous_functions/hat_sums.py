"""On any prompt of hats the output is what its tokens add, whatever their number.

Beside the program stand the query, which the first token says, and the sum of w h(q - c) over the
tokens so far, by the formula of the hat. That the states of the program are these is an invariant.
"""

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any, TypeAlias

from constructions.lsrl import ForEach
from constructions.lsrl.programs.hats import hat, hat_program
from proofs.lsrl.on_prompts import Beside, kept_and_states
from theorem_checks import Evidence, Throughout, World, all_hold, implies, invariant

__all__ = ["Weights", "by_sums", "in_unit", "is_node", "says_sum"]

Weights: TypeAlias = tuple[int, ...] | None
"""The weights that tokens may have: those listed, or any."""


def in_unit(*numbers: Any) -> Any:
    """Say that numbers are between 0 and 1."""
    return all_hold(*((v >= 0) & (v <= 1) for v in numbers))


def is_node(weights: Weights, x: Any) -> Any:
    """Say that a token is one of a prompt: a node of the cube, and a weight and width as allowed.

    Of `weights` that are listed all are allowed, with widths in [0, 1]; else any of both.
    """
    flag, delta, *c, weight = x
    node = (flag == 0) & in_unit(*c)
    if weights is None:
        return node
    return node & in_unit(delta) & reduce(or_, (weight == one for one in weights))


def says_sum(
    program: Callable[[int, int], ForEach], weights: Weights, d: int, w: World
) -> Throughout:
    """After each token of a prompt the output is the sum of w h(q - c) over the tokens.

    For all queries of the cube of `d` inputs, all tokens that `is_node` allows, and one output.
    """

    def following(kept: Any, x: Any) -> list[Any]:
        asked, *q, total = kept
        _flag, delta, *c, weight = x
        q = [a + (1 - asked) * b for a, b in zip(q, c, strict=True)]
        height = hat(delta, tuple(a - b for a, b in zip(q, c, strict=True)))
        return [asked * 0 + 1, *q, total + weight * height]

    def allowed(state: Any, x: Any) -> Any:
        asked, (flag, delta, *c, weight) = state[0][0], x
        query = (asked == 0) & (flag == 1) & (delta == 0) & (weight == 0) & in_unit(*c)
        return query | ((asked == 1) & is_node(weights, x))

    beside = Beside(program(d, 1), (0,) * (d + 2), following)
    return w.throughout(beside, d + 3, allowed, lambda state, x, y: y[0] == state[0][d + 1])


def by_sums(part: Any, d: int) -> Evidence:
    """Prove it, as the states of the program are the query and the sum, which are 0 at first."""
    (asked, *q, total), states = kept_and_states(hat_program(d, 1), d + 2)
    held = (*states["q"], *states["y"])
    same = all_hold(*(a == b for a, b in zip((*q, total), held, strict=True)))
    none = all_hold(*(a == 0 for a in (*q, total)))
    bits = (asked == 0) | (asked == 1)
    return invariant(part, bits & same & in_unit(*q) & implies(asked == 0, none))
