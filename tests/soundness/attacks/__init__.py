"""Attacks on PROVED of statements, one file for each kind; each has a tuple `CASES`.

Here an author's whole claim is tried, or a rule of composition: a subject that is wrong where no
check looks, a statement that says one thing to symbols and another to numbers, a rule that is given
what does not fit, evidence that was made by hand. In `corpus` single engines are asked. A case
costs up to a second.
"""

from importlib import import_module
from pkgutil import iter_modules

from tests.soundness.cases import Case

__all__ = ["all_attacks"]


def all_attacks() -> list[Case]:
    """Every case of every file in this folder."""
    names = sorted(module.name for module in iter_modules(__path__))
    return [case for name in names for case in import_module(f"{__name__}.{name}").CASES]
