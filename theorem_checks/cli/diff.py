"""`theorem-checks diff`."""

from pathlib import Path
from typing import Annotated

import typer

from theorem_checks.cli.options import AsJson, Targets
from theorem_checks.cli.statuses import NOT_AS_EXPECTED
from theorem_checks.errors import ArgumentError

__all__ = ["diff"]


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
    checked out and verified (TARGETs say which claims; all of a large repository
    take as long as a first `verify`, each time). The exit status is 1
    if a verdict changed, evidence weakened, a mutant survives that did not,
    or a claim is gone.

    Examples:
      theorem-checks diff old/ledger.sqlite .theorem-checks/ledger.sqlite
      theorem-checks diff before.json after.json --markdown
      theorem-checks diff main HEAD
    """
    from theorem_checks.reporting.as_json import document
    from theorem_checks.reporting.changes.compare import changes
    from theorem_checks.reporting.changes.revisions import at_revision, is_revision
    from theorem_checks.reporting.changes.snapshots import snapshot_of
    from theorem_checks.reporting.changes.text import as_markdown, as_text
    from theorem_checks.reporting.files import tell_damaged
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
