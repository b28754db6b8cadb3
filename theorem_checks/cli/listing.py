"""`theorem-checks list`."""

from typing import Annotated, Any

import typer

from theorem_checks.cli.catalogues import exit_if_broken
from theorem_checks.cli.entries import entries_of, installed_entries
from theorem_checks.cli.options import AsJson, Targets
from theorem_checks.errors import ArgumentError

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
            " notes or place, or some of them in what the file says of itself: 'GRU', 'f_or'.",
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
    from theorem_checks.reporting.streams import console
    from theorem_checks.running.about import is_about, words_of_none
    from theorem_checks.running.places import is_at

    if source is not None:
        entries = [e for e in entries if is_at(source, e["source"]["place"], e["file"])]
        if not entries:
            hint = (
                "Write 'Sec. 3.1', 'App. C', 'eq. (43)', 'Theorem 3.3', or words of the place;"
                " --about WORDS looks in titles, statements and notes."
            )
            raise ArgumentError("--source", source, "a place that one of the claims is from", hint)
    if about is not None:
        among, entries = entries, [entry for entry in entries if is_about(about, entry)]
        if not entries:
            nowhere = ", ".join(map(repr, words_of_none(about, among)))
            hint = "Write fewer words, or --source with the place in the paper."
            hint = f"No claim has {nowhere}. {hint}" if nowhere else hint
            raise ArgumentError("--about", about, "words that one of the claims has", hint)
    kept = kept_of({entry["id"]: (entry.get("module", ""), entry["expect"]) for entry in entries})
    if as_json:
        said = [
            e | {"certificate": kept[e["id"]].words if e["id"] in kept else None} for e in entries
        ]
        typer.echo(json.dumps(said, indent=2, allow_nan=False))
    else:
        narrowed = places or source is not None or about is not None
        console().print(claim_list(entries, kept, places=narrowed))
