"""`theorem-checks figures`."""

from pathlib import Path
from typing import Annotated

import typer

from theorem_checks.cli.catalogues import exit_if_broken, standings_for_page
from theorem_checks.cli.options import LedgerPath, Seed, Targets

__all__ = ["figures"]


def figures(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, 'NAME.html'.")],
    targets: Targets = None,
    ledger: LedgerPath = None,
    seed: Seed = 0,
) -> None:
    """Write one HTML file with the figures of all experiments in the ledger.

    For each what theory predicts, what is printed, and what was found here,
    with its spread over seeds; and for each paper a list of its figures and
    tables, with the claims on them. No check is run: what is missing is said to be
    so; `verify --experiments` runs it.

    Examples:
      theorem-checks figures experiments.html
      theorem-checks figures fig3.html linear-rnn/fig-3
    """
    from theorem_checks.reporting.figures import figure_page
    from theorem_checks.reporting.files import write_text
    from theorem_checks.reporting.words import plural
    from theorem_checks.running.experiments import part

    catalogue, known = standings_for_page(path, targets or (), ledger, seed=seed)
    write_text("FILE", path, figure_page(known))
    experiments = part(catalogue, experiments=True)
    typer.echo(f"Wrote {path}: {plural(len(experiments), 'experiment')}.")
    exit_if_broken(catalogue)
