"""What the pages are made of: for every claim the verdict and the evidence that carries it.

Only what does not depend on the machine or the day goes in, so that a page changes when, and
only when, a claim or what is known of it does.
"""

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theorem_checks.checks import Tier
from theorem_checks.claims import Claim
from theorem_checks.errors import TheoremChecksError
from theorem_checks.reporting.standing import Standing, State
from theorem_checks.reporting.words import ARGUED_MARK, plural
from theorem_checks.running.grounds import grounded
from theorem_checks.running.outcome import ClaimOutcome, Result
from theorem_checks.tables import ClaimTable
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.kinds import Kind, Verdict

__all__ = [
    "Known",
    "MissingResults",
    "Paper",
    "papers",
    "section_of",
    "tables",
    "undecided",
    "values_beside",
]

MOST_TELLING = (Kind.CERTIFICATE, Kind.EXACT, Kind.PROOF, Kind.SOLVER, Kind.BOUND, Kind.SEARCH)


class MissingResults(TheoremChecksError):  # noqa: N818 (it says what is wrong)
    """The ledger lacks results of the code as it stands."""


@dataclass(frozen=True)
class Known:
    """A claim and its outcome by the quick checks, experiments left out."""

    claim: Claim
    outcome: ClaimOutcome

    @property
    def verdict(self) -> str:
        """The verdict in words, ARGUED with its mark; a proof by a deep check is named as such."""
        if set(self.claim.kinds) == {Kind.EXPERIMENT}:
            return f"{self.claim.expect} (an experiment, see make experiments)"
        if self.outcome.verdict is None:
            return f"{self.claim.expect} (deep checks)"
        if self.outcome.proof_not_run and self.outcome.verdict is Verdict.HOLDS:
            return f"{Verdict.HOLDS} (the proof is a deep check)"
        if self.outcome.verdict is Verdict.ARGUED:
            return f"{Verdict.ARGUED} {ARGUED_MARK}"
        if given := self.outcome.given:
            return f"{self.standing} ({', '.join(given)})"
        return str(self.outcome.verdict)

    @property
    def standing(self) -> str:
        """The verdict as it is counted on pages, which are the same with a kernel and without."""
        return str(Verdict.PROVED) if self.outcome.is_kept else self.outcome.standing

    @property
    def counterexample(self) -> Counterexample | None:
        """The counterexample of the most telling check, of those that draw no samples."""
        for kind in MOST_TELLING:
            for result in self.outcome.own:
                if result.job.kind is kind and (found := result.evidence.counterexample):
                    return found
        return None


@dataclass(frozen=True)
class Paper:
    """The claims of one paper.

    **Fields**: `name`, the prefix of its ids; `title`; `known`, its claims; `not_checked`, the
    statements that nothing here decides and the experiments that wait to be run, by id;
    `undecided`, what is open, in a sentence each, with what was tried; `once_proved`, the ids that
    were called PROVED before statements were data; `flagships`, the ids whose proofs are written
    out.
    """

    name: str
    title: str
    known: tuple[Known, ...]
    not_checked: Mapping[str, str]
    undecided: Mapping[str, str]
    once_proved: tuple[str, ...] = ()
    flagships: tuple[str, ...] = ()

    @property
    def sections(self) -> Mapping[str, tuple[Known, ...]]:
        """The claims by the section of the paper, as the packages of their modules say it."""
        found: dict[str, list[Known]] = {}
        for known in self.known:
            found.setdefault(section_of(known.claim.module), []).append(known)
        return {heading: tuple(claims) for heading, claims in found.items()}

    @property
    def errata(self) -> tuple[Known, ...]:
        """The claims that are to be refuted, those by experiments and beyond the text included."""
        return tuple(k for k in self.known if k.claim.expect is Verdict.REFUTED)


def section_of(module: str) -> str:
    """The section that the package of a module is about: the first line of its docstring."""
    package = module.rpartition(".")[0]
    if not package or importlib.util.find_spec(package) is None:
        return ""
    said = (importlib.import_module(package).__doc__ or "").strip().partition("\n")[0]
    return said.rstrip(".") if "." in package else ""


def papers(standings: Iterable[Standing]) -> tuple[Paper, ...]:
    """Put claims and their outcomes together, paper by paper.

    **Raises** `MissingResults` where a quick check has no current result, or where an outcome is
    not as expected: a page says nothing that may be wrong.
    """
    standings = tuple(standings)
    if missing := [s.found.claim.id for s in standings if not s.complete]:
        some = ", ".join(missing[:3]) + (", ..." if len(missing) > 3 else "")
        raise MissingResults(
            f"{plural(len(missing), 'claim')} ({some}) without current results. Run"
            " theorem-checks verify first."
        )
    outcomes = [_quick(standing) for standing in standings]
    if bad := [outcome.claim.id for outcome in outcomes if not outcome.ok]:
        raise MissingResults(f"Not as expected: {', '.join(bad)}. See theorem-checks show.")
    known = [Known(outcome.claim, outcome) for outcome in grounded(outcomes)]
    names = dict.fromkeys(k.claim.id.partition("/")[0] for k in known)
    return tuple(_paper(name, known) for name in names)


def tables(standings: Iterable[Standing]) -> tuple[ClaimTable, ...]:
    """Return the tables that stand beside the claims, each once.

    Beside a claim is its own module, and every module of the packages that it is in.
    """
    modules = {s.found.claim.module for s in standings}
    beside = sorted({*modules, *_with_tables(_packages(modules))} & {*sys.modules})
    values = [
        value
        for name in beside
        for value in vars(sys.modules[name]).values()
        if isinstance(value, ClaimTable)
    ]
    return tuple({table.name: table for table in values}.values())


def _with_tables(packages: Iterable[str]) -> Iterator[str]:
    """The modules of packages that make tables, as their text tells; these are imported."""
    for package in packages:
        spec = importlib.util.find_spec(package)
        places = spec.submodule_search_locations if spec is not None else None
        for info in pkgutil.iter_modules(places or ()):
            there = None if info.ispkg else importlib.util.find_spec(f"{package}.{info.name}")
            if there is not None and there.origin is not None:
                text = Path(there.origin).read_text(encoding="utf-8", errors="replace")
                if ClaimTable.__name__ in text:
                    yield importlib.import_module(there.name).__name__


def _quick(standing: Standing) -> ClaimOutcome:
    current = [
        k
        for k in standing.of(State.CURRENT)
        if k.job.tier is Tier.QUICK and k.job.kind is not Kind.EXPERIMENT
    ]
    results = [
        Result(k.job, k.evidence, from_ledger=True) for k in current if k.evidence is not None
    ]
    return ClaimOutcome(standing.found.claim, tuple(results), Tier.QUICK)


def _paper(name: str, known: Sequence[Known]) -> Paper:
    own = tuple(k for k in known if k.claim.id.startswith(f"{name}/"))
    modules = [k.claim.module for k in own]
    not_checked = _beside(modules, "NOT_CHECKED") | _beside(modules, "EXPERIMENTS")
    once = values_beside(modules, "once_proved", "ONCE_PROVED")
    return Paper(
        name,
        own[0].claim.source.paper,
        own,
        not_checked,
        undecided(modules),
        tuple(i for ids in once for i in ids),
        tuple(i for ids in values_beside(modules, "flagships", "FLAGSHIPS") for i in ids),
    )


def undecided(modules: Iterable[str]) -> dict[str, str]:
    """Return what is open, with what was tried, as it is told beside modules with claims.

    In the packages that these modules are in, `not_checked.py` may have a dict `UNDECIDED`.
    """
    return _beside(modules, "UNDECIDED")


def _beside(modules: Iterable[str], name: str) -> dict[str, str]:
    """The dicts of this name in the modules `not_checked` beside the given ones, as one."""
    dicts = values_beside(modules, "not_checked", name)
    return {key: text for one in dicts for key, text in dict(one).items()}


def values_beside(modules: Iterable[str], beside: str, name: str) -> list[Any]:
    """The values of a name in the modules of one name beside the given ones."""
    there = (f"{package}.{beside}" for package in _packages(modules))
    found = [m for m in there if importlib.util.find_spec(m) is not None]
    return [getattr(importlib.import_module(module), name, ()) for module in found]


def _packages(modules: Iterable[str]) -> list[str]:
    """The packages that modules are in, of a section, of its paper, and so on, each once."""
    packages: dict[str, None] = {}
    for module in modules:
        while module := module.rpartition(".")[0]:
            packages[module] = None
    return list(packages)
