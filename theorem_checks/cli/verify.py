"""`theorem-checks verify`."""

import contextlib
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from theorem_checks.checks import Tier
from theorem_checks.cli.catalogues import tell_skipped
from theorem_checks.cli.options import AsJson, LedgerPath, Seed, Targets
from theorem_checks.cli.statuses import NOT_AS_EXPECTED, stop, tell
from theorem_checks.errors import ArgumentError, TheoremChecksError

if TYPE_CHECKING:
    from theorem_checks.running.fingerprint import Fingerprints
    from theorem_checks.running.kept_runs import KeptVerification
    from theorem_checks.running.outcomes import Report
    from theorem_checks.targets import Chosen

__all__ = ["verify"]


def verify(
    targets: Targets = None,
    *,
    tier: Annotated[Tier, typer.Option(help="'deep' adds the checks that take long.")] = Tier.QUICK,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Run all anew; use no old result.")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="How many checks at a time.", show_default="one per processor"),
    ] = None,
    as_json: AsJson = False,
    junit: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write it to a file, too, as JUnit XML.", show_default=False
        ),
    ] = None,
    experiments: Annotated[
        bool, typer.Option("--experiments", help="Run the experiments, instead of all others.")
    ] = False,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Run the checks on the workers of this Dask scheduler.",
            show_default=False,
        ),
    ] = None,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch", help="Go on: verify what rests on a file each time that it is saved."
        ),
    ] = False,
    ledger: LedgerPath = None,
    seed: Seed = 0,
) -> None:
    """Run the checks of claims, and judge what they find.

    Results are kept, and what has not changed since is not run again.
    The exit status is 1 if any verdict is not the expected one, a mutant
    survived, or a file of claims is broken.

    Examples:
      theorem-checks verify
      theorem-checks verify gated-rnn/fig1 'linear-rnn/*'
      theorem-checks verify my_claims.py --fresh
      theorem-checks verify my_claims.py::own/odd-numbers
      theorem-checks verify my_claims.py --watch
      theorem-checks verify --tier deep --jobs 8 --junit report.xml
      theorem-checks verify --scheduler tcp://10.0.0.7:8786
      theorem-checks verify --experiments 'linear-rnn/*'
    """
    from theorem_checks.reporting.files import require_folder, write_text
    from theorem_checks.reporting.streams import console
    from theorem_checks.reporting.summary_view import summary_view
    from theorem_checks.running.kept_runs import KeptVerification

    if junit is not None:
        require_folder("--junit", junit)
    if watch and (as_json or junit or scheduler):
        other = "--json" if as_json else "--junit" if junit else "--scheduler"
        raise ArgumentError("--watch", other, "no other way to print or to run", "Leave one out.")
    question = {"targets": targets or [], "tier": tier, "seed": seed, "experiments": experiments}
    kept_run = KeptVerification(question, ledger=ledger)
    if not (fresh or as_json or junit or scheduler or watch) and (known := kept_run.read()):
        console().print(summary_view(known))
        return

    from theorem_checks.reporting.as_json import document
    from theorem_checks.reporting.junit import junit_xml
    from theorem_checks.reporting.terminal import report_view

    report, found, fingerprints = _verify(kept_run, question, fresh, jobs, scheduler, ledger)
    if as_json:
        typer.echo(document(report.to_json()))
    else:
        console().print(report_view(report, found.targets))
    if junit is not None:
        write_text("--junit", junit, junit_xml(report))
    if watch:
        _watch(question, jobs, ledger, found, fingerprints)
    raise typer.Exit(0 if report.ok else NOT_AS_EXPECTED)


def _watch(
    question: dict[str, Any],
    jobs: int | None,
    ledger: Path | None,
    found: "Chosen",
    fingerprints: "Fingerprints",
) -> NoReturn:
    """Verify, each time that a file is saved, the claims that were asked for and rest on it."""
    from theorem_checks.reporting.streams import console
    from theorem_checks.reporting.terminal import report_view
    from theorem_checks.running.kept_runs import KeptVerification
    from theorem_checks.running.watching import Saves

    saves = Saves()
    own = {Path(target).absolute() for target in question["targets"] if Path(target).is_file()}
    files = {one.file for one in found.catalogue.found.values()} | own
    saves.note(files, fingerprints, found.catalogue)
    while True:
        console().print(f"Watching {len(files)} file(s) of claims. Ctrl-C ends it.", style="dim")
        saved, touched = saves.wait()
        console().print(f"Saved: {', '.join(path.name for path in saved)}", style="dim")
        whole = [str(file) for file in touched if file in own or not question["targets"]]
        some = [
            f"{one.file}::{name}"
            for name, one in found.catalogue.found.items()
            if one.file in touched and str(one.file) not in whole
        ]
        asked = {**question, "targets": [*whole, *some]}
        kept_run = KeptVerification(asked, ledger=ledger)
        try:
            report, now, read = _verify(kept_run, asked, False, jobs, None, ledger)
        except TheoremChecksError as error:  # such as a claim that has lost its id
            tell(str(error))
            continue
        saves.note(touched, read, now.catalogue)
        console().print(report_view(report, now.targets))


def _verify(
    kept_run: "KeptVerification",
    question: dict[str, Any],
    fresh: bool,
    jobs: int | None,
    scheduler: str | None,
    ledger: Path | None,
) -> "tuple[Report, Chosen, Fingerprints]":
    """Find the claims and run what the ledger cannot answer, with a bar; keep what comes of it."""
    from theorem_checks.reporting.files import ledger_to_write
    from theorem_checks.reporting.progress import ProgressBar
    from theorem_checks.reporting.streams import error_console
    from theorem_checks.running.fingerprint import Fingerprints
    from theorem_checks.running.schedulers import dask_executor
    from theorem_checks.running.verify import verify as run
    from theorem_checks.targets import find

    fingerprints = Fingerprints()
    with ProgressBar(error_console()) as bar:
        found = find(question["targets"])
        tell_skipped(found.catalogue)
        if not found.catalogue.found and not found.catalogue.problems:
            stop("There is nothing to verify: no claims are installed. Give a file of claims.")
        elsewhere = dask_executor(scheduler) if scheduler is not None else contextlib.nullcontext()
        with elsewhere as executor, ledger_to_write(ledger) as (kept, warnings):
            try:
                report = run(
                    found.catalogue,
                    tier=question["tier"],
                    fresh=fresh,
                    jobs=jobs,
                    ledger=kept,
                    executor=executor,
                    seed=question["seed"],
                    experiments=question["experiments"],
                    watch=bar,
                    fingerprints=fingerprints,
                )
            except KeyboardInterrupt as end:
                raise _stopped(end, bar.how_far, kept=kept is not None) from None
            report = dataclasses.replace(report, warnings=(*warnings, *report.warnings))
            if kept is not None:
                kept_run.keep(report, found.catalogue, fingerprints, kept)
    return report, found, fingerprints


def _stopped(end: KeyboardInterrupt, how_far: str, *, kept: bool) -> KeyboardInterrupt:
    """What stopped a run, with words on how far it was."""
    done = "what is done is kept" if kept else "nothing is kept"
    return type(end)(f"Stopped at {how_far}; {done}.") if how_far else end
