"""`theorem-checks docs`."""

from pathlib import Path
from typing import Annotated

import typer

from theorem_checks.cli.statuses import note
from theorem_checks.errors import ArgumentError, nearest

__all__ = ["docs"]


def docs(
    path: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE|TASK|WORDS",
            help="Where the page is written; with --names, a task, or words of the names.",
        ),
    ] = None,
    names: Annotated[
        bool, typer.Option("--names", help="Print the names of a task, or of all, and a line each.")
    ] = False,
) -> None:
    """Write all that can be imported as one page, grouped by task, and open it.

    With FILE it is written there, and not opened. With --names nothing is written: the names are
    printed by task, each with what it is, or those of one TASK; with other WORDS those that have
    all of them in the name or in its line.

    Examples:
      theorem-checks docs
      theorem-checks docs reference.html
      theorem-checks docs --names
      theorem-checks docs --names moments
      theorem-checks docs --names induction
    """
    if names:
        typer.echo("\n\n".join("\n".join(lines) for lines in _names(path)))
    else:
        _page(Path(path) if path is not None else None)


def _names(task: str | None) -> list[list[str]]:
    """The names of each task, or of one, or those with the words that are no task."""
    from theorem_checks.reference import TITLES, names_in_lines

    if task is None or task in TITLES:
        return [*map(names_in_lines, TITLES if task is None else [task])]
    found = [lines for page in TITLES if (lines := names_in_lines(page, task))]
    meant = nearest(task, TITLES)
    if not task.strip() or not found:
        expected = f"one of {', '.join(TITLES)}, or words of a name or of its line."
        raise ArgumentError("TASK", task, f"{expected}{meant}".rstrip("."))
    note(f"No task is {task!r}; these names have it, or their lines.{meant}")
    return found


def _page(path: Path | None) -> None:
    """Write the page, to a folder of its own where no file is given, and then open it."""
    import tempfile
    import webbrowser

    from theorem_checks.reference import reference_page
    from theorem_checks.reporting.files import require_folder, write_text

    if path is not None:
        require_folder("FILE", path)
    file = path or Path(tempfile.mkdtemp(prefix="theorem-checks-")) / "reference.html"
    write_text("FILE", file, reference_page())
    typer.echo(f"Wrote {file}.")
    if path is None:
        webbrowser.open(file.as_uri())
