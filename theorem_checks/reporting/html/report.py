"""The file itself, from the template, the style and the script beside it."""

from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from types import MappingProxyType

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.labels import (
    Labels,
    in_ranges,
    is_again,
    is_long,
    is_the_same,
    labelled,
    stated,
)
from theorem_checks.deriving.rules_said import rule_of, without_unused
from theorem_checks.reporting.html.mathml import formula, prose
from theorem_checks.reporting.html.view import papers, summary
from theorem_checks.reporting.standing import Standing
from theorem_checks.reporting.words import plural

__all__ = ["html_report"]


def html_report(
    standings: Iterable[Standing],
    *,
    derivations: Mapping[str, Sequence[Derivation]] = MappingProxyType({}),
    title: str = "Claims and their evidence",
) -> str:
    """Return one HTML document that needs nothing else, neither a file nor a network.

    **Arguments**: `derivations`, by the ids of claims, where proofs are to be written out.
    """
    environment = Environment(
        loader=FunctionLoader(_beside),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(formula=formula, prose=prose, plural=plural, rule_of=rule_of)
    environment.globals.update(
        in_ranges=in_ranges,
        is_again=is_again,
        is_long=is_long,
        is_the_same=is_the_same,
        labelled=labelled,
        labels_of=Labels.of,
        stated=stated,
        without_unused=without_unused,
    )
    shown = papers(standings, derivations)
    return environment.get_template("report.html.j2").render(
        title=title,
        papers=shown,
        summary=summary(shown),
        verdicts=list(summary(shown).counts),
        kinds=sorted({str(k) for paper in shown for one in paper.claims for k in one.claim.kinds}),
        style=Markup(_beside("report.css")),  # noqa: S704 (a file of the package)
        script=Markup(_beside("report.js")),  # noqa: S704 (a file of the package)
    )


def _beside(name: str) -> str:
    folder = resources.files("theorem_checks.reporting.html")
    return folder.joinpath(name).read_text(encoding="utf-8")
