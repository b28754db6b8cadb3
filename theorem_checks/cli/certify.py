"""`theorem-checks certify`."""

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from theorem_checks.cli.catalogues import exit_if_broken
from theorem_checks.cli.options import AsJson, Targets
from theorem_checks.cli.statuses import NOT_AS_EXPECTED

if TYPE_CHECKING:
    from theorem_checks.certifying.certify import Certified
    from theorem_checks.certifying.kept_certifying import KeptCertifying
    from theorem_checks.running.catalogue import Catalogue

__all__ = ["certify"]

_MOST_FILES = 20_000  # that all claims together read


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
    theory: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Compile a folder of Rocq files, and say on which axioms its theorems rest.",
            show_default=False,
        ),
    ] = None,
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
    if theory is not None:
        raise typer.Exit(_certify_theory(theory))
    kept_run = KeptCertifying({"targets": targets or [], "known": known})
    if not (fresh or as_json or out) and (lines := kept_run.read()) is not None:
        console().print(certificate_list(lines))
        return

    from theorem_checks.certifying.certify import write_files
    from theorem_checks.reporting.as_json import document
    from theorem_checks.reporting.words import plural

    certified, catalogue = _certify(kept_run, targets or [], fresh, known)
    if as_json:
        typer.echo(document([one.to_json() for one in certified]))
    else:
        console().print(certificate_list([one.line for one in certified]))
    if out is not None:
        files = write_files(out, certified)
        error_console().print(f"Wrote {plural(len(files), 'certificate')} to {out}.")
    exit_if_broken(catalogue)
    raise typer.Exit(0 if all(one.ok for one in certified) else NOT_AS_EXPECTED)


def _certify_facts() -> int:
    """Have the kernel decide the facts of the library; the exit status."""
    from theorem_checks.certifying.fact_certificates import certify_facts
    from theorem_checks.running.ledger import default_path

    said = certify_facts(default_path().parent / "rocq")
    for name, why in said.items():
        typer.echo(f"{name}: {why or 'accepted'}")
    return NOT_AS_EXPECTED if any(said.values()) else 0


def _certify_theory(folder: Path) -> int:
    """Have the kernel decide the theorems of a folder; the exit status."""
    from theorem_checks.certifying.theories import rule_on_theory
    from theorem_checks.running.ledger import default_path

    rulings = rule_on_theory(folder, default_path().parent / "rocq")
    for name, ruling in rulings.items():
        on = ", ".join(ruling.axioms) or "no axioms"
        typer.echo(f"{name}: {ruling.said or f'accepted, on {on}'}")
    return 0 if rulings and all(one.accepted for one in rulings.values()) else NOT_AS_EXPECTED


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
        with watching(_MOST_FILES) as reading:
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
