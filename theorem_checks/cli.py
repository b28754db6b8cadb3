"""The command line: list, verify, show, compare and report claims, start a file of new ones."""

import contextlib
import dataclasses
import importlib.metadata
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from theorem_checks.claims import Tier
from theorem_checks.errors import ArgumentError, TheoremChecksError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorem_checks.certifying.certify import Certified
    from theorem_checks.certifying.kept_certifying import KeptCertifying
    from theorem_checks.deriving.derivation import Derivation
    from theorem_checks.reporting.standing import Standing
    from theorem_checks.running.catalogue import Catalogue
    from theorem_checks.running.fingerprint import Fingerprints
    from theorem_checks.running.kept_runs import KeptVerification
    from theorem_checks.running.outcomes import Report
    from theorem_checks.targets import Chosen

__all__ = ["app", "main"]

NOT_AS_EXPECTED, WRONG_USE, INTERRUPTED = 1, 2, 130


class _Commands(TyperGroup):
    """Says what the user did wrong in one message, without a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()  # while an error can still be told
        except TheoremChecksError as error:
            _stop(str(error))
        except BrokenPipeError:  # who read it has seen enough
            _forget_output()
            raise typer.Exit(0) from None
        except OSError as error:
            _tell_unwritten(error)
            raise typer.Exit(WRONG_USE) from None
        except KeyboardInterrupt:
            _stop("Interrupted.", INTERRUPTED)

    def main(self, *arguments: Any, **more: Any) -> Any:
        try:
            return super().main(*arguments, **more)
        except OSError as error:  # of help and version, which are written before all commands
            _tell_unwritten(error)
            raise SystemExit(WRONG_USE) from None


app = typer.Typer(
    name="theorem-checks",
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

Targets = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TARGET",
        help="Ids, patterns such as 'paper/lemma-*', files or folders of claims, or FILE::ID."
        " All claims that are installed, if none is given.",
        show_default=False,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON on standard output.")]
LedgerPath = Annotated[
    Path | None,
    typer.Option(
        "--ledger",
        metavar="PATH",
        help="Where results are kept, instead of .theorem-checks/ledger.sqlite.",
        envvar="THEOREM_CHECKS_LEDGER",
        show_default=False,
    ),
]
Seed = Annotated[int, typer.Option(help="Seed of the run, for checks that draw samples.")]


def _print_version(wanted: bool) -> bool:
    if wanted:
        typer.echo(f"theorem-checks {importlib.metadata.version('theorem-checks')}")
        raise typer.Exit
    return wanted


@app.callback()
def commands(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Check the formal claims of machine-learning theory.

    Exit status: 0 if all is as expected, 1 if something is not, 2 for wrong use.
    """


@app.command("list")
def list_claims(
    targets: Targets = None,
    *,
    source: Annotated[
        str | None,
        typer.Option(
            metavar="PLACE",
            help="Only claims of this place of a paper: 'Sec. 3.1', 'App. C', 'eq. (43)',"
            " 'Theorem 3.3', or words of it.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List claims, with the verdict that is expected of each, in the order of the papers.

    Examples:
      theorem-checks list
      theorem-checks list 'gated-rnn/*'
      theorem-checks list --source 'Sec. 3.1'
      theorem-checks list proofs/ --json
    """
    from theorem_checks.running.listing import kept_entries

    entries = kept_entries() if not targets else None
    if entries is not None:
        _print_entries(entries, source, as_json)
        return
    from theorem_checks.reporting.as_json import claim_entry
    from theorem_checks.running.listing import keep_entries
    from theorem_checks.targets import find

    catalogue = find(targets or ()).catalogue
    _tell_skipped(catalogue)
    entries = [claim_entry(one) for one in catalogue.found.values()]
    if not targets and not catalogue.problems:
        keep_entries(entries)
    _print_entries(entries, source, as_json)
    _exit_if_broken(catalogue)


@app.command()
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
    from theorem_checks.cli_files import require_folder, write_text
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
            _tell(str(error))
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
    from theorem_checks.cli_files import ledger_to_write
    from theorem_checks.reporting.progress import ProgressBar
    from theorem_checks.reporting.streams import error_console
    from theorem_checks.running.fingerprint import Fingerprints
    from theorem_checks.running.schedulers import dask_executor
    from theorem_checks.running.verify import verify as run
    from theorem_checks.targets import find

    fingerprints = Fingerprints()
    with ProgressBar(error_console()) as bar:
        found = find(question["targets"])
        _tell_skipped(found.catalogue)
        if not found.catalogue.found and not found.catalogue.problems:
            _stop("There is nothing to verify: no claims are installed. Give a file of claims.")
        elsewhere = dask_executor(scheduler) if scheduler is not None else contextlib.nullcontext()
        with elsewhere as executor, ledger_to_write(ledger) as (kept, warnings):
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
            report = dataclasses.replace(report, warnings=(*warnings, *report.warnings))
            if kept is not None:
                kept_run.keep(report, found.catalogue, fingerprints, kept)
    return report, found, fingerprints


@app.command()
def show(
    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="CLAIM",
            help="Ids, patterns such as 'paper/lemma-*', files of claims, or FILE::ID.",
            show_default=False,
        ),
    ],
    as_json: AsJson = False,
    derivation: Annotated[
        bool,
        typer.Option("--derivation", help="Run the proof again, and write it line by line."),
    ] = False,
    ledger: LedgerPath = None,
    seed: Seed = 0,
) -> None:
    """Show a claim with all its evidence, as the ledger has it.

    That is statement, assumptions, what each check found, with figures and
    counterexamples, and how each mutant was killed. No check is run: a result
    that is missing, or stems from earlier code, is said to be so. With
    --derivation the proof is run again, and shown from statement to last line.

    Examples:
      theorem-checks show gated-rnn/fig1
      theorem-checks show my_claims.py
      theorem-checks show gated-rnn/fig1 --json
      theorem-checks show gated-rnn/fig1 --derivation
    """
    from theorem_checks.cli_files import ledger_to_read
    from theorem_checks.reporting.as_json import document
    from theorem_checks.reporting.claim_page import claim_page
    from theorem_checks.reporting.standing import standings
    from theorem_checks.reporting.streams import console
    from theorem_checks.targets import find

    found = find(targets)
    _tell_skipped(found.catalogue)
    if derivation:
        raise typer.Exit(_show_derivations(found.catalogue, as_json=as_json))
    with ledger_to_read(ledger) as kept:
        known = standings(found.catalogue, kept, seed=seed)
    if as_json:
        typer.echo(document([standing.to_json() for standing in known]))
    for standing in () if as_json else known:
        claim = standing.found.claim
        console().print(claim_page(standing, found.targets.get(claim.id, claim.id)), "")
    _exit_if_broken(found.catalogue)


def _show_derivations(catalogue: "Catalogue", *, as_json: bool) -> int:
    """Write the derivations of claims; the exit status."""
    from theorem_checks.deriving.made import derivations_of
    from theorem_checks.reporting.as_json import document
    from theorem_checks.running.loading import claim_here

    _exit_if_broken(catalogue)
    missing, written = [], []
    for one in catalogue.found.values():
        claim = claim_here(one.origin, one.claim.id)
        try:
            made = derivations_of(claim)
        except TheoremChecksError as error:
            missing.append(str(error))
            continue
        if as_json:
            written.append({"claim": claim.id, "derivations": list(map(dataclasses.asdict, made))})
        else:
            typer.echo("\n\n".join([f"{claim.id}  {claim.title}", *map(str, made)]) + "\n")
    if as_json:
        typer.echo(document(written))
    for said in missing:
        typer.echo(said, err=True)
    return NOT_AS_EXPECTED if missing else 0


@app.command()
def certify(
    targets: Targets = None,
    *,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Run all again; use no result that is kept.")
    ] = False,
    known: Annotated[
        bool,
        typer.Option("--known", help="Only claims of which a certificate was accepted before."),
    ] = False,
    facts: Annotated[
        bool,
        typer.Option("--facts", help="Run the proofs of facts again, in place of those of claims."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write the certificates to a folder, with the library that they use.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Have the kernel of Rocq (Coq) decide what claims say, by a proof that is written for it.

    What a claim says is written as a theorem of Rocq, with a proof, and coqc
    decides; of a claim that is to be REFUTED the negation is, at values where it
    fails. What it accepted is kept, and not run again until it changes. Where
    there is no coqc, what is kept is shown as such. The exit status is 1 if a
    certificate is not accepted, or was never run.

    Examples:
      theorem-checks certify
      theorem-checks certify my_claims.py
      theorem-checks certify 'gated-rnn/*' --out certificates
      theorem-checks certify --known --fresh
    """
    from theorem_checks.certifying.kept_certifying import KeptCertifying
    from theorem_checks.reporting.certificate_list import certificate_list
    from theorem_checks.reporting.streams import console, error_console

    if facts:
        raise typer.Exit(_certify_facts())
    kept_run = KeptCertifying({"targets": targets or [], "known": known})
    if not (fresh or as_json or out) and (lines := kept_run.read()) is not None:
        console().print(certificate_list(lines))
        return

    from theorem_checks.certifying.certify import write_files
    from theorem_checks.reporting.as_json import document

    certified, catalogue = _certify(kept_run, targets or [], fresh, known)
    if as_json:
        typer.echo(document([one.to_json() for one in certified]))
    else:
        console().print(certificate_list([one.line for one in certified]))
    if out is not None:
        files = write_files(out, certified)
        error_console().print(f"Wrote {len(files)} certificates to {out}.")
    _exit_if_broken(catalogue)
    raise typer.Exit(0 if all(one.ok for one in certified) else NOT_AS_EXPECTED)


def _certify_facts() -> int:
    """Have the kernel decide the facts of the library; the exit status."""
    from theorem_checks.certifying.fact_certificates import certify_facts
    from theorem_checks.running.ledger import default_path

    said = certify_facts(default_path().parent / "rocq")
    for name, why in said.items():
        typer.echo(f"{name}: {why or 'accepted'}")
    return NOT_AS_EXPECTED if any(said.values()) else 0


def _certify(
    kept_run: "KeptCertifying", targets: list[str], fresh: bool, known: bool
) -> "tuple[list[Certified], Catalogue]":
    """Find the claims, have the kernel decide what is new of them; keep what comes of it."""
    from theorem_checks.certifying.certify import accepted_before, files_of_results
    from theorem_checks.certifying.certify import certify as run
    from theorem_checks.reporting.progress import counted
    from theorem_checks.reporting.streams import error_console
    from theorem_checks.running.fingerprint import Fingerprints
    from theorem_checks.running.kept_runs import code_of
    from theorem_checks.running.ledger import default_path
    from theorem_checks.running.loading import claim_here, refuse_old_bytecode
    from theorem_checks.running.reading import watching
    from theorem_checks.targets import find
    from theorem_checks.verdicts.kinds import Verdict

    refuse_old_bytecode()
    with counted(error_console()) as watch:
        found = find(targets)
        code = code_of(found.catalogue, Fingerprints())
        with watching() as reading:
            folder = default_path().parent / "rocq"
            before = accepted_before(found.catalogue.found.values(), folder)
            kept = {one.claim.id for one in before}
            decided = [
                one
                for one in found.catalogue.found.values()
                if one.claim.id in kept  # though nothing may be PROVED of it any more
                or one.claim.expect is Verdict.PROVED
                or (one.claim.expect is Verdict.REFUTED and one.claim.says is not None)
            ]
            chosen = [
                dataclasses.replace(one, claim=claim_here(one.origin, one.claim.id))
                for one in (before if known else decided)
            ]
            results = files_of_results(decided, folder)
            certified = run(chosen, folder, fresh=fresh, watch=watch)
    if not found.catalogue.problems:
        lines = [one.line for one in certified]
        kept_run.keep(lines, code, results, reading)
    return certified, found.catalogue


@app.command()
def pages(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the pages go.")],
    targets: Targets = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail if a page is not current.")
    ] = False,
    ledger: LedgerPath = None,
    seed: Seed = 0,
) -> None:
    """Write pages of Markdown from the evidence in the ledger.

    For each paper its claims and its errata, and its tables as they turned
    out; for all papers what is open. No check is run, but for the proofs that
    are written out line by line. Pages of an earlier time that no longer have
    claims are left alone, and named.

    Examples:
      theorem-checks pages docs/claims
      theorem-checks pages docs/claims --check
    """
    from theorem_checks.cli_files import ledger_to_read
    from theorem_checks.reporting.pages.derivations import derived
    from theorem_checks.reporting.pages.folder import compare, write
    from theorem_checks.reporting.pages.found import papers, tables
    from theorem_checks.reporting.pages.write import pages_of
    from theorem_checks.reporting.standing import standings
    from theorem_checks.running.loading import claim_here
    from theorem_checks.targets import find

    found = find(targets or ())
    _tell_skipped(found.catalogue)
    _exit_if_broken(found.catalogue)
    with ledger_to_read(ledger) as kept:
        known = standings(found.catalogue, kept, seed=seed)
    here = [claim_here(one.found.origin, one.found.claim.id) for one in known]
    told = papers(known)  # tables and lists stand beside the claims, which are imported now
    texts = pages_of(told, tables(known), derived(told, {claim.id: claim for claim in here}))
    differences = compare(folder, texts)
    for said in differences:
        typer.echo(said)
    if check:
        typer.echo(f"{len(texts)} pages, {len(differences)} not as they should be.")
        raise typer.Exit(NOT_AS_EXPECTED if differences else 0)
    write(folder, texts)
    typer.echo(f"Wrote {len(texts)} pages to {folder}.")


def _proofs_of(known: "Sequence[Standing]") -> "dict[str, list[Derivation]]":
    """The derivations of claims that are PROVED, by id; a proof that is none any more is told."""
    from theorem_checks.deriving.made import derivations_of
    from theorem_checks.reporting.progress import counted
    from theorem_checks.reporting.streams import error_console
    from theorem_checks.running.loading import claim_here
    from theorem_checks.verdicts.kinds import Verdict

    proved = [one.found for one in known if one.outcome.verdict is Verdict.PROVED]
    made = {}
    with counted(error_console()) as watch:
        for number, one in enumerate(proved):
            watch(f"deriving {one.claim.id}", number, len(proved))
            try:
                made[one.claim.id] = derivations_of(claim_here(one.origin, one.claim.id))
            except TheoremChecksError as error:
                typer.echo(str(error), err=True)
    return made


@app.command()
def report(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, 'NAME.html'.")],
    targets: Targets = None,
    derivations: Annotated[
        bool,
        typer.Option("--derivations", help="Run the proofs again, and write them line by line."),
    ] = False,
    ledger: LedgerPath = None,
    seed: Seed = 0,
) -> None:
    """Write one HTML file with all claims and all evidence in the ledger.

    It opens without a network, on a phone and in print, and can be searched
    and filtered by keyboard. No check is run, but for the proofs that are to
    be written out: a result that is missing, or stems from earlier code, is
    said to be so.

    Examples:
      theorem-checks report claims.html
      theorem-checks report mine.html my_claims.py --derivations
    """
    from theorem_checks.cli_files import ledger_to_read, require_folder, write_text
    from theorem_checks.reporting.html.report import html_report
    from theorem_checks.reporting.standing import standings
    from theorem_checks.targets import find

    if path.suffix not in (".html", ".htm"):
        raise ArgumentError("FILE", str(path), "a name that ends in .html")
    require_folder("FILE", path)
    found = find(targets or ())
    _tell_skipped(found.catalogue)
    with ledger_to_read(ledger) as kept:
        known = standings(found.catalogue, kept, seed=seed)
    written = _proofs_of(known) if derivations else {}
    write_text("FILE", path, html_report(known, derivations=written))
    typer.echo(f"Wrote {path}: {len(known)} claims.")
    _exit_if_broken(found.catalogue)


@app.command()
def figures(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, 'NAME.html'.")],
    targets: Targets = None,
    ledger: LedgerPath = None,
    seed: Seed = 0,
) -> None:
    """Write one HTML file with the figures of all experiments in the ledger.

    For each what theory predicts, what is printed, and what was found here,
    with its spread over seeds; and for each paper a list of its figures and
    tables, with the claims on them. No check is run: what is missing is said to be
    so; `verify --experiments` runs it.

    Examples:
      theorem-checks figures experiments.html
      theorem-checks figures fig3.html linear-rnn/fig-3
    """
    from theorem_checks.cli_files import ledger_to_read, require_folder, write_text
    from theorem_checks.reporting.figures import figure_page
    from theorem_checks.reporting.standing import standings
    from theorem_checks.running.experiments import part
    from theorem_checks.targets import find

    if path.suffix not in (".html", ".htm"):
        raise ArgumentError("FILE", str(path), "a name that ends in .html")
    require_folder("FILE", path)
    found = find(targets or ())
    _tell_skipped(found.catalogue)
    with ledger_to_read(ledger) as kept:
        known = standings(found.catalogue, kept, seed=seed)
    write_text("FILE", path, figure_page(known))
    experiments = part(found.catalogue, experiments=True)
    typer.echo(f"Wrote {path}: {len(experiments)} experiments.")
    _exit_if_broken(found.catalogue)


@app.command()
def diff(
    before: Annotated[
        str, typer.Argument(metavar="BEFORE", help="A ledger, a report, or a revision of git.")
    ],
    after: Annotated[
        str, typer.Argument(metavar="AFTER", help="The same, for what is compared with it.")
    ],
    targets: Targets = None,
    as_json: AsJson = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print Markdown, for a pull request.")
    ] = False,
) -> None:
    """Tell what changed in the claims from one state to another.

    A state is a ledger, a report of `verify --json`, or a revision, which is
    checked out and verified (TARGETs say which claims). The exit status is 1
    if a verdict changed, evidence weakened, a mutant survives that did not,
    or a claim is gone.

    Examples:
      theorem-checks diff old/ledger.sqlite .theorem-checks/ledger.sqlite
      theorem-checks diff before.json after.json --markdown
      theorem-checks diff main HEAD
    """
    from theorem_checks.cli_files import tell_damaged
    from theorem_checks.reporting.as_json import document
    from theorem_checks.reporting.changes.compare import changes
    from theorem_checks.reporting.changes.revisions import at_revision, is_revision
    from theorem_checks.reporting.changes.snapshots import snapshot_of
    from theorem_checks.reporting.changes.text import as_markdown, as_text
    from theorem_checks.reporting.streams import harmless

    if as_json and markdown:
        raise ArgumentError("--markdown", True, "one of --json and --markdown")
    states = [
        at_revision(name, tuple(targets or ()))
        if not Path(name).exists() and is_revision(name)
        else snapshot_of(Path(name))
        for name in (before, after)
    ]
    for state in states:
        tell_damaged(Path(state.name), state.damaged)
    found = changes(*states)
    if as_json:
        typer.echo(document([change.to_json() for change in found]))
    else:
        typer.echo(harmless(as_markdown(found) if markdown else as_text(found)))
    raise typer.Exit(NOT_AS_EXPECTED if any(change.what.worse for change in found) else 0)


@app.command()
def new(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH", help="A file of claims, 'NAME.py', or the folder of a new project."
        ),
    ],
    force: Annotated[bool, typer.Option("--force", help="Overwrite what exists.")] = False,
) -> None:
    """Start a file of claims, or a project that has one.

    The claim is small and commented, with two checks and two mutants, and can
    be verified as it stands; put your own in its place. A project also has
    tests, a notebook, and a workflow that verifies every push.

    Examples:
      theorem-checks new my_claims.py && theorem-checks verify my_claims.py
      theorem-checks new my-theory
    """
    from theorem_checks.cli_files import require_folder, write_text
    from theorem_checks.new_project import claims_file, project_files

    if path.suffix == "" and path.name:
        files, target = project_files(path), f"{path}/"
        require_folder("PATH", path / "README.md" if path.is_dir() else path)
    elif path.suffix == ".py" and path.stem.isidentifier():
        files, target = {path: claims_file(path.stem)}, str(path)
        require_folder("PATH", path)
    else:
        raise ArgumentError(
            "PATH", str(path), "the name of a Python module, such as my_claims.py, or of a folder"
        )
    if not force and (there := [file for file in files if file.exists()]):
        raise ArgumentError(
            "PATH", str(there[0]), "a file that does not exist yet", "Give --force to overwrite it."
        )
    for file, text in files.items():
        write_text("PATH", file, text)
    typer.echo(f"Wrote {path}. Verify it with:\n  theorem-checks verify {target}")


@app.command()
def docs(
    path: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Where the page is written.")
    ] = None,
) -> None:
    """Write all that can be imported as one page, grouped by task, and open it.

    With FILE it is written there, and not opened.

    Examples:
      theorem-checks docs
      theorem-checks docs reference.html
    """
    import tempfile
    import webbrowser

    from theorem_checks.cli_files import require_folder, write_text
    from theorem_checks.reference import reference_page

    if path is not None:
        require_folder("FILE", path)
    file = path or Path(tempfile.mkdtemp(prefix="theorem-checks-")) / "reference.html"
    write_text("FILE", file, reference_page())
    typer.echo(f"Wrote {file}.")
    if path is None:
        webbrowser.open(file.as_uri())


def main() -> None:
    """Run the command line with the arguments of the process; ends the process."""
    app(prog_name="theorem-checks")


def _forget_output() -> None:
    """Let what could not be written go nowhere, lest the interpreter tries again at its end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _print_entries(entries: list[dict[str, Any]], source: str | None, as_json: bool) -> None:
    import json

    from theorem_checks.certifying.kept import kept_of
    from theorem_checks.reporting.claim_list import claim_list
    from theorem_checks.reporting.streams import console
    from theorem_checks.running.places import is_at

    if source is not None:
        entries = [e for e in entries if is_at(source, e["source"]["place"], e["file"])]
        if not entries:
            hint = "Write 'Sec. 3.1', 'App. C', 'eq. (43)', 'Theorem 3.3', or words of the place."
            raise ArgumentError("--source", source, "a place that one of the claims is from", hint)
    kept = kept_of({entry["id"]: (entry.get("module", ""), entry["expect"]) for entry in entries})
    if as_json:
        said = [
            e | {"certificate": kept[e["id"]].words if e["id"] in kept else None} for e in entries
        ]
        typer.echo(json.dumps(said, indent=2, allow_nan=False))
    else:
        console().print(claim_list(entries, kept))


def _tell_skipped(catalogue: "Catalogue") -> None:
    """Say which files below the folders that were named declare no claim."""
    from theorem_checks.reporting.streams import error_console
    from theorem_checks.reporting.words import plural

    if not (skipped := catalogue.skipped):
        return
    here = Path.cwd()
    names = [str(f.relative_to(here) if f.is_relative_to(here) else f) for f in skipped[:3]]
    some = ", ".join(names) + (", ..." if len(skipped) > len(names) else "")
    said = f"Not imported, as they declare no claim: {plural(len(skipped), 'file')} ({some})."
    error_console().print(said, style="dim")


def _exit_if_broken(catalogue: "Catalogue") -> None:
    from theorem_checks.reporting.streams import error_console
    from theorem_checks.reporting.terminal import problem_list

    if catalogue.problems:
        error_console().print(problem_list(catalogue.problems))
        raise typer.Exit(NOT_AS_EXPECTED)


def _stop(message: str, status: int = WRONG_USE) -> NoReturn:
    _tell(message)
    raise typer.Exit(status)


def _tell_unwritten(error: OSError) -> None:
    _forget_output()
    _tell(f"The output cannot be written: {error.strerror or error}.")


def _tell(message: str) -> None:
    from theorem_checks.reporting.streams import error_console

    error_console().print(message, style="bold red")
