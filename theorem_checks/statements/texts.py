"""How expressions are written, as it sorts them and tells their names, kept of the last ones."""

from functools import lru_cache
from typing import Any

__all__ = ["text_of"]


@lru_cache(maxsize=20_000)
def text_of(expression: Any) -> str:
    """What `str` gives of an expression: proofs sort the same values again and again."""
    return str(expression)
