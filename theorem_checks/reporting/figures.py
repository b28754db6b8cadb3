"""One page with the figures of all experiments: predicted, printed, and what was found here."""

import base64
import io
from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape
from math import isnan
from typing import Any

from theorem_checks.checks import Tier
from theorem_checks.reporting.html.mathml import prose
from theorem_checks.reporting.printed_figures import figures_of_papers
from theorem_checks.reporting.standing import Known, Standing, State
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind

__all__ = ["figure_page"]

MOST_CLAIMS = 8  # on one figure, before they are folded away

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1a1a1a; background: #fff; }
h2 { margin: 4rem 0 .6rem; font-size: 1.35rem; }
h3 { margin: 3rem 0 .3rem; font-size: 1.15rem; }
code { font-size: .9em; color: #555; }
table { border-collapse: collapse; margin: .6rem 0; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .15rem .9rem .15rem 0; }
th { font-weight: 600; width: 35%; }
.printed th { width: 6rem; }
a { color: inherit; }
img { max-width: 100%; border-radius: .25rem; }
.bad { color: #a00; }
.open { color: #666; }
@media screen and (prefers-color-scheme: dark) {
  body { color: #e6e8eb; background: #16181c; }
  code, .open { color: #a0a7b4; }
  .bad { color: #ff8a80; }
}
@media (max-width: 40rem) {
  tr, th, td { display: block; width: auto; } td { padding-bottom: .5rem; }
}
@media print { h2, h3 { break-after: avoid; } table, img { break-inside: avoid; } }
"""


def figure_page(standings: Iterable[Standing]) -> str:
    """Return the page as HTML, with its pictures in it.

    Paper by paper it has a list of the printed figures and tables, with all claims on them, then
    the experiments. `standings` may be those of claims of any kind.
    """
    standings = tuple(standings)
    papers = figures_of_papers(standings)
    told = "\n".join(_paper(name, papers[name], standings) for name in papers)
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        "<meta name='color-scheme' content='light dark'>"
        f"<title>Experiments</title><style>{STYLE}</style></head><body>\n"
        "<h1>Experiments</h1>\n<p>What theory predicts, what is printed, and what was found here,"
        " with its spread over seeds. Bands run from the least to the largest seed; dashed lines"
        f" are predictions.</p>\n{told}\n</body></html>\n"
    )


def _paper(
    name: str, figures: Mapping[str, Collection[Standing]], standings: Iterable[Standing]
) -> str:
    trained = [one for one in standings if one.found.claim.source.paper == name and _trains(one)]
    if not trained and not figures:
        return ""
    rows = "".join(
        f"<tr><th>{figure}</th><td>{_pointers(claims)}</td></tr>"
        for figure, claims in figures.items()
    )
    index = f"<table class='printed'>{rows}</table>" if rows else ""
    return "\n".join([f"<h2>{prose(name)}</h2>", index, *map(_section, trained)])


def _pointers(claims: Collection[Standing]) -> str:
    told = "<br>".join(map(_pointer, claims))
    if len(claims) <= MOST_CLAIMS:
        return told
    return f"<details><summary>{len(claims)} claims</summary>{told}</details>"


def _pointer(standing: Standing) -> str:
    """A claim on a figure, with what was found: a link, where it is an experiment."""
    claim = standing.found.claim
    verdict = standing.outcome.verdict
    title = prose(claim.title)
    if _trains(standing):
        title = f"<a href='#{escape(claim.id)}'>{title}</a>"
    return f"{title} <code>{verdict or 'not run'}</code>"


def _trains(standing: Standing) -> bool:
    return any(check.kind is Kind.EXPERIMENT for check in standing.found.claim.checks)


def _section(standing: Standing) -> str:
    claim = standing.found.claim
    own = [
        known
        for known in standing.known
        if known.job.kind is Kind.EXPERIMENT and known.job.variant == "claim"
    ]
    return "\n".join(
        [
            f"<h3 id='{escape(claim.id)}'>{prose(claim.title)}</h3>",
            f"<p><code>{escape(claim.id)}</code>, {escape(claim.source.place)}</p>",
            *(part for known in own for part in _told(known)),
            f"<p>{prose(claim.notes)}</p>" if claim.notes else "",
        ]
    )


def _told(known: Known) -> Iterator[str]:
    """One check of an experiment: its verdict, figures and pictures."""
    tier = "at the paper's sizes" if known.job.tier is Tier.DEEP else "quick"
    if known.evidence is None or known.state is not State.CURRENT:
        state = "not run" if known.state is State.NOT_RUN else "run with earlier code only"
        yield f"<p class='open'>{tier}: {state}</p>"
        return
    evidence = known.evidence
    mark = "" if evidence.verdict.passes else " class='bad'"
    reason = f" {escape(evidence.reason)}" if evidence.reason else ""
    yield f"<p><b{mark}>{evidence.verdict}</b> ({tier}): {escape(evidence.said)}.{reason}</p>"
    yield _table(evidence)
    if panels := evidence.figures.get("panels"):
        picture = base64.b64encode(_drawn(panels)).decode()
        yield f"<img alt='{escape(known.job.check)}' src='data:image/png;base64,{picture}'>"


def _table(evidence: Evidence) -> str:
    figures = evidence.figures
    rows = [(name, figures[name]) for name in ("predicted", "printed") if name in figures]
    rows += [(f"ours: {name}", _number(value)) for name, value in figures.get("ours", {}).items()]
    rows += [("diverged", line) for line in figures.get("diverged", ())]
    cells = (f"<tr><th>{escape(a)}</th><td>{escape(str(b))}</td></tr>" for a, b in rows)
    return f"<table>{''.join(cells)}</table>"


def _number(value: Any) -> str:
    """A number, with its spread where it has one."""
    if not isinstance(value, Mapping):
        return f"{value:.4g}" if isinstance(value, float) else str(value)
    mean, deviation = value["mean"], value["deviation"]
    if isinstance(mean, str):  # NaN
        return "no seed left"
    return (
        f"{mean:.4g} ± {deviation:.2g}, from {value['least']:.4g} to {value['largest']:.4g},"
        f" {value['count']} seeds"
    )


def _drawn(panels: list[Mapping[str, Any]]) -> bytes:
    """Return a PNG with the panels side by side, three in a row."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    columns = min(3, len(panels))
    rows = -(-len(panels) // columns)
    figure = Figure(figsize=(4.4 * columns, 3.4 * rows), layout="constrained")
    for place, panel in enumerate(panels, start=1):
        draw = _draw_matrix if "matrix" in panel else _draw
        draw(figure.add_subplot(rows, columns, place), panel)
    picture = io.BytesIO()
    FigureCanvasAgg(figure).print_png(picture)
    return picture.getvalue()


def _draw(axes: Any, panel: Mapping[str, Any]) -> None:
    nan = float("nan")
    for curve in panel["curves"]:
        low, mean, high = (
            [nan if value is None else value for value in curve[name]]
            for name in ("low", "y", "high")
        )
        style = "--" if curve["dashed"] else "-"
        (line,) = axes.plot(
            curve["x"], mean, style, label=curve["label"], marker="." if len(mean) < 20 else ""
        )
        axes.fill_between(curve["x"], low, high, color=line.get_color(), alpha=0.2, linewidth=0)
    axes.set_title(panel["title"], fontsize=10)
    axes.set_xlabel(panel["x"])
    axes.set_ylabel(panel["y"])
    for axis in panel["log"]:
        getattr(axes, f"set_{axis}scale")("log")
    axes.legend(fontsize=8)


def _draw_matrix(axes: Any, panel: Mapping[str, Any]) -> None:
    nan = float("nan")
    rows = [[nan if value is None else value for value in row] for row in panel["matrix"]]
    largest = max((abs(value) for row in rows for value in row if not isnan(value)), default=0.0)
    axes.imshow(rows, cmap="RdBu_r", vmin=-largest or -1.0, vmax=largest or 1.0, aspect="equal")
    for place in panel["cuts"]:
        axes.axvline(place - 0.5, color="black", linewidth=1)
    for place in panel["row_cuts"]:
        axes.axhline(place - 0.5, color="black", linewidth=1)
    axes.set_title(panel["title"], fontsize=10)
    axes.set_xlabel(panel["x"])
    axes.set_ylabel(panel["y"])
    axes.set_xticks([])
    axes.set_yticks([])
