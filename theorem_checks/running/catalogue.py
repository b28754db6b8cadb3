"""The claims that were found: where each stands, and what is wrong with the files."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from types import MappingProxyType
from typing import Any

from theorem_checks.claims import Claim
from theorem_checks.errors import ArgumentError, nearest

__all__ = ["Catalogue", "Found", "Origin", "Problem", "UnknownClaim", "select", "unknown_claim"]


class UnknownClaim(ArgumentError):  # noqa: N818 (it is about what was asked for)
    """No claim has the id, or matches the pattern, that was asked for."""


@dataclass(frozen=True)
class Origin:
    """How any process loads the file that declares a claim.

    A module of a package has its dotted name in `module`, and in `path` the folder that has to
    be on `sys.path`, or None where it is found without. A lone file has `module=None` and the
    file itself in `path`.
    """

    module: str | None
    path: str | None

    def __post_init__(self) -> None:
        if self.module is None and self.path is None:
            raise ArgumentError("Origin", self, "a module, or the path of a file")

    @property
    def folder(self) -> str | None:
        """The folder that has to be on `sys.path` while the file is imported."""
        if self.path is None or self.module is not None:
            return self.path
        return str(Path(self.path).parent)

    def to_json(self) -> dict[str, str | None]:
        """Return the origin as JSON-ready data."""
        return {"module": self.module, "path": self.path}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Origin":
        """Rebuild an origin from `to_json`."""
        return cls(data["module"], data["path"])

    def __str__(self) -> str:
        return self.module or str(self.path)


@dataclass(frozen=True)
class Problem:
    """Something wrong with a file or a claim, apart from any verdict.

    `where` is `file:line`, a file, or a claim's id; `message` says in a sentence what is wrong;
    `detail` holds a traceback, where there is one.
    """

    where: str
    message: str
    detail: str = ""

    def to_json(self) -> dict[str, str]:
        """Return the problem as JSON-ready data."""
        return {"where": self.where, "message": self.message, "detail": self.detail}

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


@dataclass(frozen=True)
class Found:
    """A claim, the origin from which a worker loads it, and the file that declares it."""

    claim: Claim
    origin: Origin
    file: Path


@dataclass(frozen=True)
class Catalogue:
    """The claims found, by id in the order of discovery, and the problems met on the way.

    `known`: the ids of all claims that are installed, with those that they cover, also where only
    some were selected; None where that is not known. `skipped`: files below the folders that were
    named which declare no claim, by their text, and were not imported.
    """

    found: Mapping[str, Found]
    problems: tuple[Problem, ...] = ()
    known: frozenset[str] | None = None
    skipped: tuple[Path, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "found", MappingProxyType(dict(self.found)))
        object.__setattr__(self, "problems", tuple(self.problems))

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims, in the order of discovery."""
        return tuple(found.claim for found in self.found.values())

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, claim_id: str) -> Found:
        if claim_id not in self.found:
            raise _unknown(claim_id, self)
        return self.found[claim_id]


def select(catalogue: Catalogue, patterns: Iterable[str]) -> Catalogue:
    """Return the part of a catalogue that matches any of the patterns.

    **Arguments**: `patterns` are ids, or globs on ids such as 'paper/lemma-*' (`*`, `?`, `[...]`;
    a `*` also matches '/'). A pattern is tried on the ids that a claim covers, too. No pattern at
    all selects everything.

    **Returns** a catalogue in the old order. Its problems are all kept: a file that could not be
    read may hold what was asked for.

    **Raises** `UnknownClaim`, with the nearest ids, for a pattern that matches nothing.
    """
    if isinstance(patterns, str):
        raise ArgumentError("patterns", patterns, "a sequence of patterns", "Wrap it in a list.")
    wanted: set[str] = set()
    patterns = tuple(patterns)
    for pattern in patterns:
        matches = {
            claim.id
            for claim in catalogue.claims
            if any(fnmatchcase(name, pattern) for name in (claim.id, *claim.covers))
        }
        if not matches:
            raise _unknown(pattern, catalogue)
        wanted |= matches
    if not patterns:
        return catalogue
    kept = {name: found for name, found in catalogue.found.items() if name in wanted}
    return Catalogue(kept, catalogue.problems, catalogue.known, catalogue.skipped)


def unknown_claim(pattern: str, known: Sequence[str]) -> UnknownClaim:
    """The error for a pattern that matches none of the ids that are known, with the nearest."""
    if not known:
        return UnknownClaim("claim", pattern, "a claim of the catalogue", "It has no claims.")
    if close := nearest(pattern, known):
        return UnknownClaim("claim", pattern, "the id of a claim", close.strip())
    some = ", ".join(known[:5]) + (f" and {len(known) - 5} more" if len(known) > 5 else "")
    return UnknownClaim("claim", pattern, "the id of a claim", f"Known are {some}.")


def _unknown(pattern: str, catalogue: Catalogue) -> UnknownClaim:
    names = (name for claim in catalogue.claims for name in (claim.id, *claim.covers))
    return unknown_claim(pattern, list(names))
