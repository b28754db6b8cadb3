"""Find claims: by entry point, and by path."""

from collections.abc import Iterable
from pathlib import Path

from theorem_checks.running.catalogue import Catalogue, Found, Origin, Problem, UnknownClaim, select

__all__ = ["Catalogue", "Found", "Origin", "Problem", "UnknownClaim", "discover", "select"]


def discover(paths: Iterable[str | Path] = (), *, entry_points: bool = True) -> Catalogue:
    """Find claims by entry point and by path."""
    raise NotImplementedError
