"""The beginning of a file of claims, for tests of the commands and of pytest."""

__all__ = ["SQUARES"]

SQUARES = """\
from theorem_checks import (
    Claim, Control, Counterexample, Evidence, Mutant, Source, Verdict, check
)

@check("exact")
def check_squares(square):
    for n in range(10):
        if square(n) != n * n:
            return Evidence.refuted(Counterexample({"n": n}, square(n), n * n))
    return Evidence.holds("n < 10")
"""
"""A check that a function is n^2, for n < 10."""
