"""What a user hands in: the statistic whose mean is decided. Imports no JAX."""

from collections.abc import Callable
from typing import Any, TypeAlias

__all__ = ["Statistic"]

Statistic: TypeAlias = Callable[[Any], Any]
"""A function of one JAX key to one scalar; or, batched, of keys (n,) to scalars (n,)."""
