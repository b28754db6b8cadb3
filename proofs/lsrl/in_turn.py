"""Obligations that are decided one after the other."""

from collections.abc import Callable, Mapping

from theorem_checks import Evidence, all_of

__all__ = ["in_turn"]


def in_turn(
    obligations: Mapping[str, Callable[[], Evidence]], scope: str, rests_on: tuple[str, ...] = ()
) -> Evidence:
    """Join obligations as `all_of` does, but decide none after the first that does not pass."""
    parts = {}
    for name, decide in obligations.items():
        parts[name] = decide()
        if not parts[name].verdict.passes:
            break
    return all_of(parts, scope, rests_on=rests_on)
