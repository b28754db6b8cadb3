"""What is said of the files in which claims were looked for."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from theorem_checks.cli.statuses import NOT_AS_EXPECTED
from theorem_checks.errors import ArgumentError

if TYPE_CHECKING:
    from theorem_checks.reporting.standing import Standing
    from theorem_checks.running.catalogue import Catalogue
    from theorem_checks.targets import Chosen

__all__ = ["exit_if_broken", "find_watched", "standings_for_page", "tell_skipped"]


def find_watched(targets: Iterable[str]) -> "Chosen":
    """Find the claims that the targets name, with a bar that tells how many files are read."""
    from theorem_checks import targets as words
    from theorem_checks.reporting.progress import counted
    from theorem_checks.reporting.streams import error_console

    with counted(error_console()) as watch:
        found = words.find(targets, watch)
    tell_skipped(found.catalogue)
    return found


def standings_for_page(
    path: Path, targets: Iterable[str], ledger: Path | None, *, seed: int
) -> "tuple[Catalogue, tuple[Standing, ...]]":
    """The claims that the targets name, and what a ledger knows of them, for a page in a file.

    **Raises** `ArgumentError` for a path that is no file of HTML in a folder that is there.
    """
    from theorem_checks.reporting.files import ledger_to_read, require_folder
    from theorem_checks.reporting.progress import counted
    from theorem_checks.reporting.standing import standings
    from theorem_checks.reporting.streams import error_console

    if path.suffix not in (".html", ".htm"):
        raise ArgumentError("FILE", str(path), "a name that ends in .html")
    require_folder("FILE", path)
    catalogue = find_watched(targets).catalogue
    looking = counted(error_console(), "looking up what was found")
    with looking, ledger_to_read(ledger) as kept:
        return catalogue, standings(catalogue, kept, seed=seed)


def tell_skipped(catalogue: "Catalogue") -> None:
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


def exit_if_broken(catalogue: "Catalogue") -> None:
    """Say what is wrong with the files, and end, where something is."""
    from theorem_checks.reporting.streams import error_console
    from theorem_checks.reporting.terminal import problem_list

    if catalogue.problems:
        error_console().print(problem_list(catalogue.problems))
        raise typer.Exit(NOT_AS_EXPECTED)
