"""Which facts the kernel of Rocq (Coq) accepted, by what is kept of that beside them."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

import theorem_checks.facts as library
from theorem_checks.certifying import kept
from theorem_checks.facts import FACTS

__all__ = ["certified", "keep"]

_FILE = Path(str(files(library).joinpath(kept.FILE)))


def certified(name: str) -> kept.Entry | None:
    """What is kept of a fact's certificate; None where its statement is not the one accepted."""
    entry = _kept().get(name)
    return entry if entry is not None and entry.statement == FACTS[name].statement.key else None


def keep(entries: Mapping[str, kept.Entry]) -> None:
    """Write what was accepted, by name of the fact."""
    kept.write(_FILE, entries)
    _kept.cache_clear()


@cache
def _kept() -> Mapping[str, kept.Entry]:
    return kept.read(_FILE)
