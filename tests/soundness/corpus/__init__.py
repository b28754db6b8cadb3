"""False and empty statements, one file or a few per engine; each has a tuple `CASES`.

To add a case, put it into the tuple of the engine's file:

    _case(
        Slip.BRANCH,
        "sqrt(x**2) = x: at x = -1 the root is 1",
        Truth.FALSE,
        lambda: prove_identity(sp.sqrt(x**2), x),
    )

- The words say the statement and, where it is false, a place at which it is, computed without the
  engine. No two cases of an engine have the same words; the test bears them as its name.
- `Truth.FALSE` is for what has a counterexample; `EMPTY` for what is about nothing; `NO_STATEMENT`
  for what has to be an error (a float, an undecided question); `TRUE` for what is true and looks as
  if it were not. What is true only where nothing is divided by 0 is given to `outright` and is
  then false, or stands without it and is true.
- The function is called in the test, so an error that it raises on the way counts too.
- A case takes less than 0.3 s, and differs from the others by its idea, not by its numbers. A file
  that grows beyond 350 lines is split; each file in this folder is found by itself.
- A case that shows a fault goes in with the mend.
"""

from importlib import import_module
from pkgutil import iter_modules

from tests.soundness.cases import Case

__all__ = ["all_cases"]


def all_cases() -> list[Case]:
    """Every case of every file in this folder."""
    names = sorted(module.name for module in iter_modules(__path__))
    return [case for name in names for case in import_module(f"{__name__}.{name}").CASES]
