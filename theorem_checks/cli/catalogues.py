"""What is said of the files in which claims were looked for."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from theorem_checks.cli.statuses import NOT_AS_EXPECTED

if TYPE_CHECKING:
    from theorem_checks.running.catalogue import Catalogue
    from theorem_checks.targets import Chosen

__all__ = ["exit_if_broken", "find_watched", "tell_skipped"]


def find_watched(targets: Iterable[str]) -> "Chosen":
    """Find the claims that the targets name, with a bar that tells how many files are read."""
    from theorem_checks import targets as words
    from theorem_checks.reporting.progress import counted
    from theorem_checks.reporting.streams import error_console

    with counted(error_console()) as watch:
        found = words.find(targets, watch)
    tell_skipped(found.catalogue)
    return found


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
