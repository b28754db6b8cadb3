"""Arguments and options that several commands take."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["AsJson", "LedgerPath", "Seed", "Targets"]

Targets = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TARGET",
        help="Ids, patterns such as 'paper/lemma-*', files or folders of claims, or FILE::ID."
        " All claims that are installed, if none is given.",
        show_default=False,
    ),
]


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON on standard output.")]


LedgerPath = Annotated[
    Path | None,
    typer.Option(
        "--ledger",
        metavar="PATH",
        help="Where results are kept, instead of .theorem-checks/ledger.sqlite.",
        envvar="THEOREM_CHECKS_LEDGER",
        show_default=False,
    ),
]


Seed = Annotated[int, typer.Option(help="Seed of the run, for checks that draw samples.")]
