"""Obligations that are decided one after the other."""

from collections.abc import Callable, Mapping

from theorem_checks import Evidence, Ground, all_of

__all__ = ["in_turn"]


def in_turn(
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
