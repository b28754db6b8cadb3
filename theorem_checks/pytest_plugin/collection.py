"""From a file of claims to items: one for each check on each subject, one for each verdict."""

import functools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from theorem_checks.checks import Tier
from theorem_checks.claims import Claim
from theorem_checks.pytest_plugin.exchange import Exchange
from theorem_checks.reporting.expectations import as_wanted
from theorem_checks.reporting.streams import harmless
from theorem_checks.reporting.text import outcome_text, result_text
from theorem_checks.reporting.words import plural
from theorem_checks.running.declared import Elsewhere
from theorem_checks.running.discovery import Problem, discover, files_read_once
from theorem_checks.running.finding import (
    Installed,
    declares_claims,
    installed_targets,
    targets_of_paths,
)
from theorem_checks.running.fingerprint import Fingerprints
from theorem_checks.running.job import Job
from theorem_checks.running.kept_sources import sources_kept
from theorem_checks.running.outcomes import ClaimOutcome
from theorem_checks.running.plan import plan
from theorem_checks.verdicts.kinds import Kind

NO_CLAIM = "There is no claim in it."

__all__ = ["ClaimItem", "ClaimNode", "ClaimsCollection", "ClaimsFile", "VerdictItem"]


class ClaimsCollection:
    """The hooks of a session that has claims. `paths` are the files and folders they are in."""

    def __init__(self, config: pytest.Config, paths: Iterable[Path]) -> None:
        self.paths = tuple(paths)
        self.tier = Tier(config.getoption("claims_tier"))
        self.exchange = Exchange(config)
        self.selected: set[Job] = set()
        self.declared: dict[str, Path] = {}  # where each claim stands, by id
        self.fingerprints = Fingerprints()  # the same for all files
        for kind in Kind:
            config.addinivalue_line("markers", f"{kind}: a check of kind '{kind}' of a claim")
        config.addinivalue_line("markers", "deep: a check of a claim that takes long")

    @functools.cached_property
    def installed(self) -> Installed:
        """The modules that are installed, found once for all files."""
        return installed_targets()

    def close(self) -> None:
        """End what was started for the session."""
        self.exchange.close()

    def pytest_report_header(self, config: pytest.Config) -> str:
        """Say where claims come from."""
        here = config.invocation_params.dir
        places = (
            path.relative_to(here) if path.is_relative_to(here) else path for path in self.paths
        )
        return f"claims: {', '.join(map(str, places))} ({self.tier} tier)"

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Any:
        """Read each file once, whoever asks for its claims, and keep what was found at the end."""
        with sources_kept(), files_read_once():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> Any:
        """Collect a file of claims as such, and as nothing else."""
        others = yield
        if file_path.suffix != ".py" or not any(file_path.is_relative_to(p) for p in self.paths):
            return others
        asked, _, problems = targets_of_paths([file_path], self.installed[0])
        named = file_path in self.paths or problems
        if not named and not all(map(declares_claims, asked)):
            return others
        return [ClaimsFile.from_parent(parent, path=file_path, collection=self)]

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note which jobs this session runs."""
        self.selected = {item.job for item in session.items if isinstance(item, ClaimItem)}

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Let the workers of pytest-xdist share their results."""
        node.workerinput[Exchange.SHARED] = str(self.exchange.folder)


class ClaimsFile(pytest.File):
    """A file that declares claims."""

    def __init__(self, *, collection: ClaimsCollection, **more: Any) -> None:
        super().__init__(**more)
        self.collection = collection

    def collect(self) -> Iterator["ClaimNode"]:
        """Yield the claims; a file that is broken is an error, with the line."""
        collection = self.collection
        catalogue = discover([self.path], entry_points=False, installed=collection.installed)
        if catalogue.problems == (Problem(str(self.path.resolve()), NO_CLAIM),):
            return  # a folder may hold files that only help
        if catalogue.problems:
            raise self.CollectError(harmless("\n".join(map(str, catalogue.problems))))
        by_claim: dict[str, list[Job]] = {name: [] for name in catalogue.found}
        for job in plan(catalogue, tier=collection.tier, fingerprints=collection.fingerprints):
            by_claim[job.claim].append(job)
        for name, found in catalogue.found.items():
            other = collection.declared.setdefault(name, self.path)
            if other != self.path:
                raise self.CollectError(
                    f"{self.path}: the claim {name} is declared in {other}, too."
                )
            yield ClaimNode.from_parent(
                self, name=name, claim=found.claim, jobs=by_claim[name], collection=collection
            )


class ClaimNode(pytest.Collector):
    """A claim: its checks on every subject, and then the verdict."""

    def __init__(
        self, *, claim: Claim, jobs: Sequence[Job], collection: ClaimsCollection, **more: Any
    ) -> None:
        super().__init__(**more)
        self.claim, self.jobs, self.collection = claim, tuple(jobs), collection

    def collect(self) -> Iterator[pytest.Item]:
        """Yield an item for each job, and one for the verdict."""
        for job in self.jobs:
            yield ClaimItem.from_parent(self, name=f"{job.check}[{job.variant}]", job=job)
        if self.jobs:
            yield VerdictItem.from_parent(self, name="verdict")


class _Item(pytest.Item):
    parent: ClaimNode

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        if self.config.pluginmanager.hasplugin("timeout"):
            self.add_marker(pytest.mark.timeout(0))  # a check has limits of its own

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return file, line and heading."""
        return self.path, self._line(), f"{self.parent.name}::{self.name}"

    def _line(self) -> int | None:
        return None


class ClaimItem(_Item):
    """A check on one subject: the claim's own, a mutant or a control."""

    def __init__(self, *, job: Job, **more: Any) -> None:
        super().__init__(**more)
        self.job = job
        self.add_marker(job.kind.value)
        if job.tier is Tier.DEEP:
            self.add_marker("deep")

    def runtest(self) -> None:
        """Run the check in a worker process; fail unless it ends as wanted."""
        result = self.parent.collection.exchange.result(self.job)
        if not as_wanted(self.parent.claim, result):
            pytest.fail(result_text(self.parent.claim, result), pytrace=False)

    def _line(self) -> int | None:
        function = self.parent.claim.check_named(self.job.check).function
        place = function.place if isinstance(function, Elsewhere) else None
        if place is None or Path(place[0]) != self.path:
            return None  # the check is declared elsewhere
        return place[1] - 1


class VerdictItem(_Item):
    """Judges the claim as a whole by the results of this session, and of the ledger.

    A job of this session that has not been run yet is run here, and then not again. If results
    are missing, because their items were not selected, the item is skipped.
    """

    def runtest(self) -> None:
        """Judge the claim as `theorem-checks verify` does."""
        collection, claim = self.parent.collection, self.parent.claim
        missing = [
            job
            for job in self.parent.jobs
            if job not in collection.selected and not collection.exchange.has(job)
        ]
        if missing:
            total = len(self.parent.jobs)
            pytest.skip(
                f"{claim.id} is judged by {plural(total, 'result')}, and {len(missing)} are not at"
                f" hand: {missing[0].check}[{missing[0].variant}] was not selected"
            )
        results = tuple(collection.exchange.result(job) for job in self.parent.jobs)
        outcome = ClaimOutcome(claim, results, collection.tier)
        if not outcome.ok:
            pytest.fail(outcome_text(outcome), pytrace=False)
