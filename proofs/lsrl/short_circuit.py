"""Obligations that are decided one after the other.

A conjunction is decided part by part, and the first part that does not pass ends it: its
counterexample is what a reader wants, and solvers take long for the rest.
"""

from collections.abc import Callable, Mapping
from typing import Any

from theorem_checks import All, Evidence, Ground, all_of, conjunction, prove_for_all

__all__ = ["part_by_part", "short_circuit"]


def short_circuit(
    obligations: Mapping[str, Callable[[], Evidence]],
    scope: str,
    words: tuple[str, ...] = (),
    rests_on: tuple[Ground, ...] = (),
) -> Evidence:
    """Join obligations as `all_of` does, but decide none after the first that does not pass."""
    parts = {}
    for name, decide in obligations.items():
        parts[name] = decide()
        if not parts[name].verdict.passes:
            break
    return all_of(parts, scope, words=words, rests_on=rests_on)


def part_by_part(**how: Any) -> Callable[[All], Evidence]:
    """What proves a conclusion whose parts are `ForReals`: each by solvers, asked as `how` says."""

    def proved(whole: All) -> Evidence:
        parts = (prove_for_all(p.formula, assume=p.assumed, **how) for p in whole.parts)  # pyright: ignore
        return conjunction(whole, *parts)

    return proved
