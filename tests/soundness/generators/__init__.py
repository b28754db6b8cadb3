"""Generators that plant a slip into a true statement, in files by engine.

Each file has a tuple `GENERATORS`. A generator draws a true statement, by construction; and what a
slip makes of it, which it knows to be false, empty or no statement.
"""

from importlib import import_module
from pkgutil import iter_modules

from tests.soundness.generators.planting import Generator

__all__ = ["all_generators"]


def all_generators() -> list[Generator]:
    """Every generator of every file in this folder."""
    names = sorted(module.name for module in iter_modules(__path__) if module.name != "planting")
    return [g for name in names for g in import_module(f"{__name__}.{name}").GENERATORS]
