"""Engines against brute force: random statements, true by construction or as they come.

Each file has a tuple `COMPARISONS`.
"""

from importlib import import_module
from pkgutil import iter_modules

from tests.soundness.differential.comparing import Comparison

__all__ = ["all_comparisons"]


def all_comparisons() -> list[Comparison]:
    """Every comparison of every file in this folder."""
    names = sorted(module.name for module in iter_modules(__path__) if module.name != "comparing")
    return [c for name in names for c in import_module(f"{__name__}.{name}").COMPARISONS]
