"""The order in which states are taken: the highest first, and of equals the earlier."""

from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["higher_or_earlier", "rank"]


def higher_or_earlier(value: Any, i: Any, other: Any, j: Any) -> Any:
    """Say whether state i goes before state j: by these values, of equals the earlier."""
    return (value > other) | ((value == other) & (i < j))


def rank(values: Sequence[Any], i: int, before: Callable[..., Any] = higher_or_earlier) -> int:
    """Return how many of the other states go before state i."""
    return sum(before(v, j, values[i], i) for j, v in enumerate(values) if j != i)
