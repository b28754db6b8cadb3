"""Experiments stand apart: they train, so a run has either them or all the other checks."""

from theorem_checks.checks import Check
from theorem_checks.running.catalogue import Catalogue
from theorem_checks.verdicts.kinds import Kind

__all__ = ["in_part", "part"]


def in_part(check: Check, *, experiments: bool) -> bool:
    """Whether a check is run together with the experiments, or with all others."""
    return (check.kind is Kind.EXPERIMENT) == experiments


def part(catalogue: Catalogue, *, experiments: bool) -> Catalogue:
    """Return the claims that have a check of kind `experiment`, or those that have any other."""
    found = {
        name: one
        for name, one in catalogue.found.items()
        if any(in_part(check, experiments=experiments) for check in one.claim.checks)
    }
    return Catalogue(found, catalogue.problems, catalogue.known, catalogue.skipped)
