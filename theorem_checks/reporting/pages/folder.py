"""A folder of pages: which of them are not current, and writing them."""

from collections.abc import Mapping
from pathlib import Path

from theorem_checks.errors import ArgumentError
from theorem_checks.reporting.files import write_text

__all__ = ["compare", "write"]


def compare(folder: Path, texts: Mapping[str, str]) -> list[str]:
    """Say, a line each, which files are missing, are changed, or belong to no page any more."""
    said = []
    for name, text in texts.items():
        path = folder / name
        if not path.is_file():
            said.append(f"{path}: missing")
        elif path.read_text(encoding="utf-8") != text:
            said.append(f"{path}: changed")
    there = folder.rglob("*.md") if folder.is_dir() else ()
    old = {path.relative_to(folder).as_posix() for path in there} - set(texts)
    return [*said, *(f"{folder / name}: no page any more" for name in sorted(old))]


def write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write all pages; the folder is made where it is missing."""
    if folder.exists() and not folder.is_dir():
        raise ArgumentError("FOLDER", str(folder), "a folder")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        write_text("FOLDER", folder / name, text)
