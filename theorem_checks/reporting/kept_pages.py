"""What the pages in `docs/claims` say of claims, for readers on whose machine nothing was run.

`theorem-checks pages` makes them from evidence; a repository keeps them under version control. In
an installation without them nothing is found.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["Told", "told_of"]

FOLDER = Path("docs", "claims")

_ROW = re.compile(
    r"\| \*\*(?P<verdict>[^|*]+)\*\*[^|]*"
    r"\| \[`(?P<claim>[^`]+)`\]\((?P<page>[\w-]+\.md)#(?P<anchor>[\w-]+)\) \|$",
    re.MULTILINE,
)
_GIVEN = re.compile(r" given facts \(([^)]+)\)$")


@dataclass(frozen=True)
class Told:
    """Where a claim is told in full, by page and anchor, and the verdict that stands there."""

    page: Path
    anchor: str
    verdict: str

    @property
    def given(self) -> tuple[str, ...]:
        """The facts that it was given, by name: textbook theorems that have no certificate."""
        found = _GIVEN.search(self.verdict)
        return tuple(found[1].split(", ")) if found else ()

    def __str__(self) -> str:
        here = Path.cwd()
        page = self.page.relative_to(here) if self.page.is_relative_to(here) else self.page
        return f"{page}#{self.anchor}"


def told_of(files: Mapping[str, str | Path]) -> dict[str, Told]:
    """What the pages say of claims, by id, as far as there are pages that do.

    **Arguments**: by id, the file that declares the claim; the pages are in `docs/claims` of a
    folder above it.
    """
    found: dict[str, Told] = {}
    folders = {name: _pages_above(Path(file).parent) for name, file in files.items()}
    for folder in {one for one in folders.values() if one is not None}:
        theirs = {name for name in folders if folders[name] == folder}
        found |= {name: told for name, told in _rows(folder, theirs) if name in theirs}
    return found


@cache
def _pages_above(folder: Path) -> Path | None:
    """The folder of pages in the nearest of the folders above that has one."""
    return next((up / FOLDER for up in (folder, *folder.parents) if (up / FOLDER).is_dir()), None)


def _rows(folder: Path, claims: Iterable[str]) -> Iterator[tuple[str, Told]]:
    """The rows of the tables on the pages of the papers that the claims are of."""
    for paper in {name.partition("/")[0] for name in claims}:
        try:
            text = (folder / f"{paper}.md").read_text(encoding="utf-8")
        except (OSError, ValueError):
            continue
        for row in _ROW.finditer(text):
            verdict = row["verdict"].replace("\\", "")
            yield row["claim"], Told(folder / row["page"], row["anchor"], verdict)
