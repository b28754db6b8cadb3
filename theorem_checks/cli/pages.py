"""`theorem-checks pages`."""

from pathlib import Path
from typing import Annotated

import typer

from theorem_checks.cli.catalogues import exit_if_broken, find_watched
from theorem_checks.cli.options import LedgerPath, Seed, Targets
from theorem_checks.cli.statuses import NOT_AS_EXPECTED

__all__ = ["pages"]


def pages(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the pages go.")],
    targets: Targets = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write no page; fail if a page is not current.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Derive all proofs anew; use none that was kept.")
    ] = False,
    ledger: LedgerPath = None,
    seed: Seed = 0,
) -> None:
    """Write pages of Markdown from the evidence in the ledger.

    For each paper its claims and its errata, and its tables as they turned
    out; for all papers what is open. No check is run, but for the proofs that
    are written out line by line: those of the main theorems, and all that are too
    long for the page of a paper. Of what the kernel of Rocq alone proves the
    lemmas of its scripts are shown. Pages of an earlier time that no longer have
    claims are left alone, and named.

    Examples:
      theorem-checks pages docs/claims
      theorem-checks pages docs/claims --check
    """
    from theorem_checks.reporting.authored import Authored
    from theorem_checks.reporting.files import ledger_to_read
    from theorem_checks.reporting.pages.derivations import derived
    from theorem_checks.reporting.pages.folder import compare, write
    from theorem_checks.reporting.pages.found import papers, tables
    from theorem_checks.reporting.pages.kept_derivations import KeptDerivations, keys_of
    from theorem_checks.reporting.pages.write import pages_of
    from theorem_checks.reporting.progress import counted
    from theorem_checks.reporting.standing import standings
    from theorem_checks.reporting.streams import error_console
    from theorem_checks.running.ledger import default_path
    from theorem_checks.running.loading import claim_here

    found = find_watched(targets or ())
    exit_if_broken(found.catalogue)
    with counted(error_console(), "writing the pages") as watch:
        with ledger_to_read(ledger) as kept:
            known = standings(found.catalogue, kept, seed=seed)
            keys = keys_of(known, kept)
        before = KeptDerivations.beside(ledger or default_path(), keys, fresh=fresh)
        origins = {one.found.claim.id: one.found.origin for one in known}
        authored = {n: Authored.of(claim_here(origin, n)) for n, origin in origins.items()}
        told = papers(known)  # tables and lists stand beside the claims, which are imported now
        proofs = derived(told, origins, before, watch)
        texts = pages_of(told, tables(known), proofs, authored)
    differences = compare(folder, texts)
    for said in differences:
        typer.echo(said)
    if check:
        typer.echo(f"{len(texts)} pages, {len(differences)} not as they should be.")
        raise typer.Exit(NOT_AS_EXPECTED if differences else 0)
    write(folder, texts)
    typer.echo(f"Wrote {len(texts)} pages to {folder}.")
