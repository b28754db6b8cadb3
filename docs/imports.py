"""The picture of the packages, made from the code's own imports: `make picture` writes it.

An arrow is left out where a way over other packages leads there, too. Imports inside of functions,
by which engines are loaded when they are needed, and those for types alone, are not counted.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import networkx as nx

HERE = Path(__file__).parent
ROOT = HERE.parent
PICTURE = HERE / "architecture.svg"
PACKAGES = ("theorem_checks", "constructions", "proofs")
WORDS = ("checks", "claims", "collecting", "errors", "processors", "tables", "verdicts")
"""The parts of `theorem_checks` that are drawn as one, 'words'; its other files are 'commands'."""


def imports() -> "nx.DiGraph[str]":
    """The packages, with an edge to each one that a module of it imports."""
    sys.path.insert(0, str(ROOT))
    graph: nx.DiGraph[str] = nx.DiGraph()
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            own = _home(".".join(file.relative_to(ROOT).with_suffix("").parts))
            for name in _imported(ast.parse(file.read_text(encoding="utf-8"))):
                if (other := _home(name)) and own and other != own:
                    graph.add_edge(own, other)
    return graph


def _home(module: str) -> str:
    """The part of the picture that a module belongs to; '' for what is not ours."""
    package, _, rest = module.partition(".")
    if package not in PACKAGES or package != "theorem_checks":
        return package if package in PACKAGES else ""
    first = rest.partition(".")[0]
    if not first or first == "__init__":  # public names, which are loaded when they are used
        return ""
    if first in WORDS:
        return "words"
    return first if (ROOT / package / first).is_dir() else "commands"


def _imported(tree: ast.Module) -> Iterator[str]:
    """The modules that a module imports when it is imported itself."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def drawn() -> str:
    """The picture as SVG: what is imported stands to the left of what imports it."""
    from theorem_checks.reporting.pages.grounds import figure

    graph = imports()
    whole = nx.condensation(graph)
    names = {n: " + ".join(sorted(whole.nodes[n]["members"])) for n in whole}
    return figure(_sorted(nx.relabel_nodes(nx.transitive_reduction(whole), names)))


def _sorted(graph: "nx.DiGraph[str]") -> "nx.DiGraph[str]":
    """The same graph, its edges in order."""
    ordered: nx.DiGraph[str] = nx.DiGraph()
    ordered.add_nodes_from(sorted(graph))
    ordered.add_edges_from(sorted(graph.edges))
    return ordered


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
