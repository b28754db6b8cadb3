"""Which steps of the delta rule never make things worse: a bound that is false, and its repair."""

from collections.abc import Callable
from typing import Any

from online_memory import NOTES
from theorem_checks import (
    Claim,
    Control,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
    prove_for_all,
    reals,
)

Condition = Callable[[Any, Any], Any]

beta, s, q = reals("beta s q")  # the step, |k|^2 and |v - S k|^2


@check("solver")
def check_never_worse(allowed: Condition) -> Evidence:
    """By Proposition 2, the square of the error goes from q to (1 - beta s)^2 q."""
    return prove_for_all((1 - beta * s) ** 2 * q <= q, assume=[s >= 0, q >= 0, allowed(beta, s)])


@check("solver", kills=("any-key",))
def check_nothing_is_left_out(allowed: Condition) -> Evidence:
    """Every other step makes some error larger."""
    return prove_for_all((1 - beta * s) ** 2 * q > q, assume=[s >= 0, q > 0, ~allowed(beta, s)])


PRINTED = Claim(
    id="online-memory/small-steps",
    title="A step of at most 1 never raises the error on its own pair",
    source=Source(NOTES, "Remark 3"),
    statement=r"0 < \beta \le 1 \implies |v - S' k| \le |v - S k|",
    subject=lambda beta, _: (beta > 0) & (beta <= 1),
    checks=(check_never_worse,),
    controls=(Control("repaired", lambda beta, s: (beta * s >= 0) & (beta * s <= 2)),),
    expect=Verdict.REFUTED,
    repaired_by="online-memory/safe-steps",
)

REPAIRED = Claim(
    id="online-memory/safe-steps",
    title="A step never raises the error on its own pair exactly if 0 <= beta |k|^2 <= 2",
    source=Source(NOTES, "Remark 3, repaired"),
    statement=r"0 \le \beta |k|^2 \le 2 \iff |v - S' k| \le |v - S k|",
    assumptions=("'if' for every pair, 'only if' for those with an error",),
    subject=lambda beta, s: (beta * s >= 0) & (beta * s <= 2),
    checks=(check_never_worse, check_nothing_is_left_out),
    mutants=(
        Mutant("three", lambda beta, s: (beta * s >= 0) & (beta * s <= 3), "too far"),
        Mutant("any-key", lambda beta, _: (beta >= 0) & (beta <= 2), "forgets the key"),
        Mutant("any-sign", lambda beta, s: beta * s <= 2, "lets beta be negative"),
    ),
    repairs=("online-memory/small-steps",),
    new=True,
)
