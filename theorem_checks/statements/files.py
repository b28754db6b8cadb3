"""How a file of the author is named: as from the root of the project that it is in."""

from functools import cache
from pathlib import Path

__all__ = ["from_root"]


@cache
def from_root(filename: str) -> str:
    """The path of a file from the nearest folder above with a `pyproject.toml`; else its name.

    So it is the same text on every machine, and says which one of two files of a name it is.
    """
    path = Path(filename)
    for folder in path.parents:
        if (folder / "pyproject.toml").is_file():
            return path.relative_to(folder).as_posix()
    return path.name
