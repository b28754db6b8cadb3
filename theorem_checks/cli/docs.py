"""`theorem-checks docs`."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["docs"]


def docs(
    path: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Where the page is written.")
    ] = None,
) -> None:
    """Write all that can be imported as one page, grouped by task, and open it.

    With FILE it is written there, and not opened.

    Examples:
      theorem-checks docs
      theorem-checks docs reference.html
    """
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
