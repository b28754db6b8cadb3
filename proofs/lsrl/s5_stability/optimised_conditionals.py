r"""Sec. 5, of the code: the conditionals without unused terms are eqs (7), (9) and (10).

A branch that is always 0 is left out with the ReLUs that it stands in. Of a branch that is never
negative one ReLU is left, as what silences it is not negative either: for eq. (7) only where the
condition is at most 1 (for t) or at least 0 (for f), for eq. (9) at every condition.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from constructions.lsrl.helpers import (
    f_ifelse,
    f_ifelse_multiplicative,
    f_ifelse_multiplicative_optimised,
    f_ifelse_optimised,
    f_ifelse_step,
    f_ifelse_step_optimised,
)
from proofs.lsrl import PAPER
from proofs.lsrl.s5_stability.conditional_variants import SECTION_5
from proofs.lsrl.short_circuit import part_by_part
from theorem_checks import All, Claim, ForReals, Mutant, Source, implies, instances_of, proof_of

FAR = 10**9


@dataclass(frozen=True)
class Shorter:
    """A conditional with all terms, and the one without those that are always 0.

    `gains`, which of lam and mu they take; `silences`, whether the terms of a branch are fewer
    where it is not negative; `on_all`, whether that is so at every condition.
    """

    full: Callable[..., Any]
    optimised: Callable[..., Any]
    gains: tuple[str, ...] = ()
    silences: bool = True
    on_all: bool = False


def says_shorter(pairs, w):
    """Each is the same without the terms of a branch that is None, or of a known sign.

    For eq. (7) the condition has to be at most 1 for that of t, and at least 0 for that of f: at
    any other one the value of a branch that is 0 is not 0.
    """
    c, t, f, lam, mu = w.reals("c t f lam mu")
    w.assume((lam > 0) & (mu > 0))
    parts = []
    for pair in pairs:
        gains = {name: {"lam": lam, "mu": mu}[name] for name in pair.gains}
        full, optimised = partial(pair.full, **gains), partial(pair.optimised, **gains)
        parts += [
            ForReals(optimised(c, t, f) == full(c, t, f)),
            ForReals(optimised(c, t=t) == full(c, t, 0 * t)),
            ForReals(optimised(c, f=f) == full(c, 0 * f, f)),
        ]
        if not pair.silences:
            continue
        for_t, for_f = (
            optimised(c, t, f, t_nonnegative=True),
            optimised(c, t, f, f_nonnegative=True),
        )
        both = optimised(c, t, f, t_nonnegative=True, f_nonnegative=True)
        only_t = optimised(c, t=t, t_nonnegative=True), full(c, t, 0 * t)
        only_f = optimised(c, f=f, f_nonnegative=True), full(c, 0 * f, f)
        low, high = (0 * c == 0, 0 * c == 0) if pair.on_all else (c >= 0, c <= 1)
        parts += [
            ForReals(implies((t >= 0) & high, for_t == full(c, t, f))),
            ForReals(implies((f >= 0) & low, for_f == full(c, t, f))),
            ForReals(implies((t >= 0) & (f >= 0) & low & high, both == full(c, t, f))),
            ForReals(implies((t >= 0) & high, only_t[0] == only_t[1])),
            ForReals(implies((f >= 0) & low, only_f[0] == only_f[1])),
        ]
        if not pair.on_all:
            alone_t, alone_f = optimised(c, t=0 * c, t_nonnegative=True), full(c, 0 * c, 0 * c)
            other_f = optimised(c, f=0 * c, f_nonnegative=True)
            parts += [
                ForReals(implies(c > 1, alone_t != alone_f)),
                ForReals(implies(c < 0, other_f != alone_f)),
            ]
    return All(tuple(parts))


EQ_7 = Shorter(f_ifelse, f_ifelse_optimised, ("lam",))
EQ_9 = Shorter(f_ifelse_step, f_ifelse_step_optimised, ("lam", "mu"), on_all=True)
EQ_10 = Shorter(f_ifelse_multiplicative, f_ifelse_multiplicative_optimised, silences=False)


def swapped(c, t=None, f=None, **known):
    """Eq. (9) without unused terms, the branches exchanged."""
    return f_ifelse_step_optimised(c, f, t, **known)


def never_negative(c, t=None, f=None, *, lam, t_nonnegative=False, f_nonnegative=False):
    """Eq. (7) as if t were never negative."""
    return f_ifelse_optimised(c, t, f, lam=lam, t_nonnegative=True, f_nonnegative=f_nonnegative)


def alone(c, t=None, f=None):
    """Eq. (10) without unused terms, f alone not multiplied."""
    return f if t is None else f_ifelse_multiplicative_optimised(c, t, f)


def far(c, t=None, f=None, **known):
    """Eq. (9) without unused terms, the branches exchanged if mu is large."""
    return (f_ifelse_step_optimised if known["mu"] < FAR else swapped)(c, t, f, **known)


optimised = Claim(
    id="lsrl/new-optimised-conditionals",
    title="The conditionals without unused terms are eqs (7), (9) and (10); for t >= 0 eq. (7) just"
    " where c <= 1, for f >= 0 where c >= 0",
    source=Source(PAPER, f"{SECTION_5}, of the code"),
    statement=r"g^{\mathrm{opt}}[c, t, f] = g[c, t, f],\quad g^{\mathrm{opt}}[c, t] = g[c, t, 0],"
    r"\quad g^{\mathrm{opt}}[c, f] = g[c, 0, f] \text{ for eqs (7), (9), (10)};\quad"
    r" g^{\mathrm{opt}}_{t \ge 0}[c, t, f] = g[c, t, f] \text{ for } t \ge 0"
    r" \text{ and (eq. (7)) } c \le 1,\quad g^{\mathrm{opt}}_{f \ge 0}[c, t, f] = g[c, t, f]"
    r" \text{ for } f \ge 0 \text{ and (eq. (7)) } c \ge 0",
    assumptions=(r"$\lambda, \mu > 0$",),
    subject=(EQ_7, EQ_9, EQ_10),
    says=says_shorter,
    checks=(proof_of(says_shorter, part_by_part()), instances_of(says_shorter)),
    mutants=(
        Mutant("swapped", (EQ_7, replace(EQ_9, optimised=swapped), EQ_10), "t where f belongs"),
        Mutant(
            "never-negative",
            (replace(EQ_7, optimised=never_negative), EQ_9, EQ_10),
            "a term of t is left out whatever its sign",
        ),
        Mutant("alone", (EQ_7, EQ_9, replace(EQ_10, optimised=alone)), "f for (1 - c) f"),
        Mutant("on-all", (replace(EQ_7, on_all=True), EQ_9, EQ_10), "at every condition"),
    ),
    late=(Mutant("far", (EQ_7, replace(EQ_9, optimised=far), EQ_10), "exchanged if mu is large"),),
    new=True,
)
