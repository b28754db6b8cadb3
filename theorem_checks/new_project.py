"""A new project with claims of its own: `theorem-checks new FOLDER`."""

import keyword
import re
import sys
from importlib import resources
from pathlib import Path

from theorem_checks.errors import ArgumentError

__all__ = ["claims_file", "project_files"]

PLACES = {
    "README.md": "README.md",
    "gitignore": ".gitignore",
    "pyproject.toml": "pyproject.toml",
    "test_notebooks.py": "tests/test_notebooks.py",
    "walkthrough.ipynb": "notebooks/walkthrough.ipynb",
    "workflow.yml": ".github/workflows/claims.yml",
}


def claims_file(paper: str) -> str:
    """Return the source of a first file of claims, whose ids begin with a name made of `paper`."""
    source = resources.files("theorem_checks").joinpath("scaffold.py").read_text(encoding="utf-8")
    prefix = re.sub("[^a-z0-9]+", "-", paper.lower()).strip("-")
    return source.replace("my-paper/", f"{prefix if prefix[:1].isalpha() else 'my-paper'}/")


def project_files(folder: Path) -> dict[Path, str]:
    """Return the files of a new project by their paths, which lie in `folder`.

    The project is named after the folder, and its package likewise, with '_' for '-'.

    **Raises** `ArgumentError` if the name of the folder makes no name of a package, or one that
    Python uses itself.
    """
    package = folder.resolve().name.replace("-", "_")
    if not package.isidentifier() or package != package.lower():
        raise ArgumentError(
            "FOLDER", str(folder), "a name of lower-case letters, digits and '-', such as my-theory"
        )
    if keyword.iskeyword(package) or package in sys.stdlib_module_names:
        raise ArgumentError(
            "FOLDER",
            str(folder),
            "a name that Python does not use itself",
            f"Its package would be called {package}, so that nobody could import one of the two.",
        )
    name = package.replace("_", "-").strip("-")
    kept = resources.files("theorem_checks").joinpath("project_files")
    files = {
        folder / place: kept.joinpath(file)
        .read_text(encoding="utf-8")
        .replace("my_theory", package)
        .replace("my-theory", name)
        for file, place in PLACES.items()
    }
    files[folder / package / "__init__.py"] = f'"""The claims of {name}."""\n'
    files[folder / package / "leaky_sum.py"] = claims_file(name)
    return files
