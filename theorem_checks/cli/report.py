"""`theorem-checks report`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from theorem_checks.cli.catalogues import exit_if_broken, standings_for_page
from theorem_checks.cli.options import LedgerPath, Seed, Targets
from theorem_checks.errors import TheoremChecksError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theorem_checks.deriving.derivation import Derivation
    from theorem_checks.reporting.standing import Standing

__all__ = ["report"]


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
    from theorem_checks.reporting.files import write_text
    from theorem_checks.reporting.html.report import html_report
    from theorem_checks.reporting.progress import counted
    from theorem_checks.reporting.streams import error_console
    from theorem_checks.reporting.words import plural

    catalogue, known = standings_for_page(path, targets or (), ledger, seed=seed)
    written = _proofs_of(known) if derivations else {}
    with counted(error_console(), f"writing {path.name}"):
        write_text("FILE", path, html_report(known, derivations=written))
    typer.echo(f"Wrote {path.absolute()}: {plural(len(known), 'claim')}. Open it in a browser.")
    exit_if_broken(catalogue)


def _proofs_of(known: "Sequence[Standing]") -> "dict[str, list[Derivation]]":
    """The derivations of claims that are PROVED, by id; a proof that is none any more is told."""
    from theorem_checks.deriving.from_claims import derivations_of
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
