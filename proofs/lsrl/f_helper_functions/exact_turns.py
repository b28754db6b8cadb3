r"""App. F.7, of the code: the exact cosines and sines of which counters and models are made.

They are polynomials in $2 \cos(2\pi/n)$ with rational coefficients. That they are those of turns is
seen by the addition theorems, in which numbers of several orders meet, and by where they lie.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi
from typing import Any

import flint

from constructions.lsrl.language.cyclotomic import cos_turn, sin_turn
from proofs.lsrl import PAPER
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, Verdict, check

MOST, HALF = 12, flint.fmpq(1, 2)
NEAR = 2.0**-40


@dataclass(frozen=True)
class Turns:
    """From k and n to cosine and sine of k of the n parts of a turn, as exact numbers."""

    cosine: Callable[[int, int], Any] = cos_turn
    sine: Callable[[int, int], Any] = sin_turn


def relations(turns, n):
    """Yield what is so at which parts of n, and n + 1, as a value and the one that it has to be."""
    for k in range(n):
        c, s = turns.cosine(k, n), turns.sine(k, n)
        yield {"k": k}, c * c + s * s, 1
        for j in range(n + 1):
            d, e = turns.cosine(j, n + 1), turns.sine(j, n + 1)
            angle = k * (n + 1) + j * n, n * (n + 1)
            yield {"k": k, "j": j}, c * d - s * e, turns.cosine(*angle)
            yield {"k": k, "j": j}, s * d + c * e, turns.sine(*angle)
            for name, one, other in (("c < d", c, d), ("c + 1/2 < c", c + HALF, c)):
                wanted = float(one) < float(other) - NEAR  # equal numbers are as floats, nearly
                yield {"k": k, "j": j, "compared": name}, bool(one < other), wanted
            yield {"k": k, "compared": "c = c + 1/2"}, bool(c == c + HALF), False


@check("exact")
def check_turns(turns):
    """Addition theorems hold exactly, numbers are in order, and each is where it has to be."""
    for n in range(1, MOST + 1):
        for at, found, wanted in relations(turns, n):
            if found != wanted:
                return Evidence.refuted(Counterexample({"n": n, **at}, str(wanted), str(found)))
        for k in range(n):
            both = turns.cosine(k, n), turns.sine(k, n)
            angles = cos(2 * pi * k / n), cos(2 * pi * k / n - pi / 2)
            for found, wanted in zip(both, angles, strict=True):
                if abs(float(found) - wanted) > NEAR:
                    at = {"n": n, "k": k}
                    return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
    return Evidence.holds(f"n up to {MOST}, and n + 1; all parts of turns")


exact = Claim(
    id="lsrl/new-exact-turns",
    title="The exact numbers of which counters are made are the cosines and sines of turns",
    source=Source(PAPER, "App. F.7, of the code"),
    statement=r"c_{k/n}^2 + s_{k/n}^2 = 1, \quad c_{a + b} = c_a c_b - s_a s_b, \quad"
    r" s_{a + b} = s_a c_b + c_a s_b",
    subject=Turns(),
    checks=(check_turns,),
    mutants=(
        Mutant("sine-for-cosine", Turns(cosine=sin_turn), "sine and cosine confused"),
        Mutant("clockwise", Turns(sine=lambda k, n: -1 * sin_turn(k, n)), "turned the other way"),
        Mutant("one-more", Turns(lambda k, n: cos_turn(k, n + 1)), "n + 1 parts"),
        Mutant("rounded", Turns(lambda k, n: round(float(cos_turn(k, n)))), "to integers"),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="Equality of two such numbers is decided in the field of both. What the counter does with"
    " them, for every n, is lsrl/f-modulo-counter.",
)
