"""`theorem-checks new`."""

from pathlib import Path
from typing import Annotated

import typer

from theorem_checks.errors import ArgumentError

__all__ = ["new"]


def new(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH", help="A file of claims, 'NAME.py', or the folder of a new project."
        ),
    ],
    force: Annotated[bool, typer.Option("--force", help="Overwrite what exists.")] = False,
) -> None:
    """Start a file of claims, or a project that has one.

    The claim is small and commented: it says its statement as data, has a proof,
    a check of its own and mutants, and can be verified as it stands; put your
    own in its place. A project also has tests, a notebook, and a workflow that
    verifies every push.

    Examples:
      theorem-checks new my_claims.py && theorem-checks verify my_claims.py
      theorem-checks new my-theory
    """
    from theorem_checks.new_project import claims_file, project_files
    from theorem_checks.reporting.files import require_folder, write_text

    if path.suffix == "" and path.name:
        files, target = project_files(path), f"{path}/"
        require_folder("PATH", path / "README.md" if path.is_dir() else path)
    elif path.suffix == ".py" and path.stem.isidentifier():
        files, target = {path: claims_file(path.stem)}, str(path)
        require_folder("PATH", path)
    else:
        raise ArgumentError(
            "PATH", str(path), "the name of a Python module, such as my_claims.py, or of a folder"
        )
    if not force and (there := [file for file in files if file.exists()]):
        raise ArgumentError(
            "PATH", str(there[0]), "a file that does not exist yet", "Give --force to overwrite it."
        )
    for file, text in files.items():
        write_text("PATH", file, text)
    typer.echo(f"Wrote {path}. Verify it with:\n  theorem-checks verify {target}")
