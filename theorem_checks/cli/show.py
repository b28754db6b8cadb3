"""`theorem-checks show`."""

import dataclasses
import sys
import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

from theorem_checks.cli.catalogues import exit_if_broken, find_watched
from theorem_checks.cli.options import AsJson, LedgerPath, Seed
from theorem_checks.cli.statuses import NOT_AS_EXPECTED
from theorem_checks.errors import TheoremChecksError

if TYPE_CHECKING:
    from theorem_checks.targets import Chosen

__all__ = ["show"]


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
    full: Annotated[
        bool,
        typer.Option("--full", help="With --derivation: all of it, each formula where it stands."),
    ] = False,
    ledger: LedgerPath = None,
    seed: Seed = 0,
) -> None:
    """Show a claim with all its evidence, as the ledger has it.

    That is statement, assumptions, what each check found, with figures and
    counterexamples, and how each mutant was killed. No check is run: a result
    that is missing, or stems from earlier code, is said to be so; of a claim that was
    not run here the page is named that has its verdict, if there is one. With
    --derivation the proof is run again, and shown from statement to last line;
    long sides of equations go by names, of long sums the first terms are shown,
    and of what is too long to be read the deepest proofs are left out; --full
    writes all.
    With --json formulas are in LaTeX.

    Examples:
      theorem-checks show gated-rnn/fig1
      theorem-checks show my_claims.py
      theorem-checks show gated-rnn/fig1 --json
      theorem-checks show gated-rnn/fig1 --derivation
    """
    from theorem_checks.reporting.as_json import document
    from theorem_checks.reporting.claim_page import claim_page
    from theorem_checks.reporting.files import ledger_to_read
    from theorem_checks.reporting.kept_pages import told_of
    from theorem_checks.reporting.standing import standings
    from theorem_checks.reporting.streams import console

    found = find_watched(targets)
    if derivation:
        raise typer.Exit(_show_derivations(found, as_json=as_json, full=full))
    with ledger_to_read(ledger) as kept:
        known = standings(found.catalogue, kept, seed=seed)
    if as_json:
        typer.echo(document([standing.to_json() for standing in known]))
    told = told_of({name: one.file for name, one in found.catalogue.found.items()})
    for standing in () if as_json else known:
        name = standing.found.claim.id
        page = claim_page(standing, found.targets.get(name, name), told.get(name))
        console().print(page, "")
    exit_if_broken(found.catalogue)


def _show_derivations(chosen: "Chosen", *, as_json: bool, full: bool) -> int:
    """Write the derivations of claims; the exit status."""
    from theorem_checks.deriving.from_claims import derivations_of
    from theorem_checks.deriving.text import in_text
    from theorem_checks.reporting.as_json import document
    from theorem_checks.reporting.authored import Authored
    from theorem_checks.running.loading import claim_here

    catalogue = chosen.catalogue
    exit_if_broken(catalogue)
    has_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    missing, written = [], []
    for found in catalogue.found.values():
        claim = claim_here(found.origin, found.claim.id)
        told = Authored.of(claim)
        try:
            made = derivations_of(claim, chosen.targets.get(claim.id, claim.id))
        except TheoremChecksError as error:
            missing.append(str(error))
            made = [] if told.stated is None else [told.stated]
            if as_json or not (made or told.words):
                continue
        if as_json:
            written.append({"claim": claim.id, "derivations": list(map(dataclasses.asdict, made))})
        else:
            written_out = [in_text(one, latex=not has_unicode, full=full) for one in made]
            head = "\n".join([f"{claim.id}  {claim.title}", f"file  {found.file}"])
            words = (
                f"{one.name}, in its author's words:\n{textwrap.indent(one.text, '  ')}"
                for one in told.words
            )
            typer.echo("\n\n".join([head, *words, *written_out]) + "\n")
    if as_json:
        typer.echo(document(written))
    for said in missing:
        typer.echo(said, err=True)
    return NOT_AS_EXPECTED if missing else 0
