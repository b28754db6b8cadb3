"""False and empty statements, one file per engine; each has a tuple `CASES`."""

from importlib import import_module
from pkgutil import iter_modules

from tests.soundness.cases import Case

__all__ = ["all_cases"]


def all_cases() -> list[Case]:
    """Every case of every file in this folder."""
    names = sorted(module.name for module in iter_modules(__path__))
    return [case for name in names for case in import_module(f"{__name__}.{name}").CASES]
