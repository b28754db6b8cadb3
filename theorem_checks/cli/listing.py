"""`theorem-checks list`."""

from typing import Annotated, Any

import typer

from theorem_checks.cli.catalogues import exit_if_broken
from theorem_checks.cli.entries import entries_of, installed_entries
from theorem_checks.cli.options import AsJson, Targets

__all__ = ["list_claims"]


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
    about: Annotated[
        str | None,
        typer.Option(
            metavar="WORDS",
            help="Only claims with all of these words in id, title, statement, assumptions,"
            " notes or place, or some of them in what the file says of itself: 'GRU', 'f_or',"
            " 'NTK'. Where these are few, the titles of paper and section count, too; where no"
            " claim has all of them, those with most are listed.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List claims, with the verdict that is expected of each, in the order of the papers.

    No check is run. The first time all files of claims are read, which takes up to a minute.

    Examples:
      theorem-checks list
      theorem-checks list 'gated-rnn/*'
      theorem-checks list --source 'Sec. 3.1'
      theorem-checks list --about 'softmax kernel'
      theorem-checks list proofs/ --json
    """
    entries, catalogue = entries_of(targets) if targets else installed_entries()
    _print_entries(entries, source, about, as_json, places=bool(targets))
    if catalogue is not None:
        exit_if_broken(catalogue)


def _print_entries(
    entries: list[dict[str, Any]],
    source: str | None,
    about: str | None,
    as_json: bool,
    *,
    places: bool = False,
) -> None:
    import json

    from theorem_checks.certifying.kept import kept_of
    from theorem_checks.reporting.claim_list import claim_list
    from theorem_checks.reporting.kept_pages import told_of
    from theorem_checks.reporting.streams import console

    if source is not None:
        from theorem_checks.cli.narrowing import at_place

        entries = at_place(source, entries)
    if about is not None:
        from theorem_checks.cli.narrowing import about_words

        entries = about_words(about, entries, all_of_them=as_json)
    kept = kept_of({entry["id"]: (entry.get("module", ""), entry["expect"]) for entry in entries})
    told = told_of({entry["id"]: entry["file"] for entry in entries})
    given = {name: one.given for name, one in told.items()}
    if as_json:
        certificates = {name: entry.words for name, entry in kept.items()}
        said = [
            e | {"certificate": certificates.get(e["id"]), "given": given.get(e["id"], ())}
            for e in entries
        ]
        typer.echo(json.dumps(said, indent=2, allow_nan=False))
    else:
        narrowed = places or source is not None or about is not None
        console().print(claim_list(entries, kept, given=given, places=narrowed))
