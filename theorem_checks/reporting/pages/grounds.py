"""Which claim rests on which: read from what the evidence of each says that it rests on."""

from collections.abc import Iterable, Mapping, Sequence

import networkx as nx

from theorem_checks.reporting.pages.found import Known
from theorem_checks.reporting.pages.markdown import MADE, page, prose, table
from theorem_checks.reporting.pages.places import link_to
from theorem_checks.running.grounds import grounds_graph

__all__ = ["GROUNDS", "GROUNDS_FIGURE", "figure", "graph_of", "grounds"]

GROUNDS, GROUNDS_FIGURE = "what-rests-on-what.md", "what-rests-on-what.svg"
LINE, COLUMN, LETTER, MARGIN = 22.0, 80.0, 6.6, 12.0


def graph_of(known: Iterable[Known]) -> "nx.DiGraph[str]":
    """Return the graph with an edge from each claim to every known one that its evidence rests on.

    Claims without edges are left out.
    """
    known = tuple(known)
    graph = grounds_graph(one.outcome for one in known)
    graph.remove_nodes_from(set(graph) - {one.claim.id for one in known})
    graph.remove_nodes_from([name for name, degree in graph.degree if not degree])
    return graph


def grounds(graph: "nx.DiGraph[str]", by_id: Mapping[str, Known]) -> str:
    """Return the page: every claim with its grounds, and what is wrong with them, if anything."""
    circles = sorted(sorted(c) for c in nx.strongly_connected_components(graph) if len(c) > 1)
    weak = [(a, b) for a, b in graph.edges if not _passes(by_id[b])]
    rows = [
        [link_to(by_id[name].claim), *_by_verdict(by_id, graph.successors(name))]
        for name in sorted(n for n in graph if graph.out_degree(n))
    ]
    return page(
        "# What rests on what",
        MADE,
        "The evidence of a claim names what it takes without proof; where that is another claim, it"
        " stands here.",
        f"![The claims that rest on others]({GROUNDS_FIGURE})" if rows else "",
        table(["claim", "rests on"], rows) if rows else "No claim rests on another one.",
        "## In a circle" if circles else "",
        "\n".join(f"- {', '.join(link_to(by_id[n].claim) for n in circle)}" for circle in circles),
        "## On something that does not pass" if weak else "",
        "\n".join(f"- {link_to(by_id[a].claim)} on {link_to(by_id[b].claim)}" for a, b in weak),
    )


def figure(graph: "nx.DiGraph[str]") -> str:
    """Return the graph as SVG: grounds to the left of what rests on them."""
    columns = _columns(graph)
    places: dict[str, tuple[float, float]] = {}
    left = MARGIN
    for column in columns:
        for i, name in enumerate(column):
            places[name] = (left, MARGIN + LINE * (i + 0.5))
        left += LETTER * max(map(len, column)) + COLUMN
    height = 2 * MARGIN + LINE * max(map(len, columns), default=0)
    lines = [_curve(places[b], len(b), places[a]) for a, b in graph.edges]
    texts = [f'<text x="{x:.0f}" y="{y + 4:.0f}">{name}</text>' for name, (x, y) in places.items()]
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left:.0f} {height:.0f}"'
            ' font-family="monospace" font-size="11" fill="currentColor">',
            "<style>path { fill: none; stroke: currentColor; stroke-opacity: 0.35 }"
            " @media (prefers-color-scheme: dark) { svg { color: #ddd } }</style>",
            *lines,
            *texts,
            "</svg>\n",
        )
    )


def _passes(known: Known) -> bool:
    return known.outcome.verdict is None or known.outcome.verdict.passes


def _by_verdict(by_id: Mapping[str, Known], names: Iterable[str]) -> list[str]:
    told = (
        f"{link_to(by_id[name].claim)} ({prose(by_id[name].verdict)})" for name in sorted(names)
    )
    return ["<br>".join(told)]


def _columns(graph: "nx.DiGraph[str]") -> Sequence[Sequence[str]]:
    """The claims by the length of the longest way down to one that rests on nothing."""
    condensed = nx.condensation(graph)
    depth: dict[int, int] = {}
    for part in reversed(list(nx.topological_sort(condensed))):
        depth[part] = 1 + max((depth[n] for n in condensed.successors(part)), default=-1)
    columns: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for part, level in depth.items():
        columns[level] += condensed.nodes[part]["members"]
    return [sorted(column) for column in columns]


def _curve(ground: tuple[float, float], letters: int, claim: tuple[float, float]) -> str:
    (x, y), (u, v) = ground, claim
    x += LETTER * letters + 4
    bend = (x + u) / 2
    return (
        f'<path d="M{x:.0f} {y:.0f} C{bend:.0f} {y:.0f} {bend:.0f} {v:.0f} {u - 4:.0f} {v:.0f}"/>'
    )
