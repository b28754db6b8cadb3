"""Where the nodes of a graph are drawn: in layers, each edge from one layer to the next.

An edge over several layers is bent at a waypoint in each layer between. The order within the
layers is improved by sweeps that put each item at the mean place of its neighbours.
"""

from dataclasses import dataclass
from itertools import pairwise

from constructions.lsrl.language.graphs import Graph

__all__ = ["Layout", "layered"]


@dataclass(frozen=True)
class Layout:
    """Places in a grid.

    **Fields**: `places`, for each node (column, layer); `edges`, for each use of a node by
    another the places that the line runs through; `columns` and `layers`, the size of the grid.
    """

    places: tuple[tuple[float, int], ...]
    edges: tuple[tuple[tuple[float, int], ...], ...]
    columns: int
    layers: int


def layered(graph: Graph, sweeps: int = 8) -> Layout:
    """Lay out a graph, its source on top."""
    level = list(graph.levels)
    chains = _chains(graph, level)
    layers: list[list[int]] = [[] for _ in range(max(level) + 1)]
    for item, height in enumerate(level):
        layers[height].append(item)
    above: list[list[int]] = [[] for _ in level]
    below: list[list[int]] = [[] for _ in level]
    for chain in chains:
        for upper, lower in pairwise(chain):
            above[lower].append(upper)
            below[upper].append(lower)
    for sweep in range(sweeps):
        downwards = sweep % 2 == 0
        _sweep(layers if downwards else layers[::-1], above if downwards else below)
    columns = max(map(len, layers))
    where = {
        item: (place + (columns - len(layer)) / 2, height)
        for height, layer in enumerate(layers)
        for place, item in enumerate(layer)
    }
    places = tuple(where[i] for i in range(len(graph)))
    edges = tuple(tuple(where[item] for item in chain) for chain in chains)
    return Layout(places, edges, columns, len(layers))


def _chains(graph: Graph, level: list[int]) -> list[list[int]]:
    """For each edge its items from top to bottom; appends the waypoints to `level`."""
    chains = []
    for i, inputs in enumerate(graph.inputs):
        for part in inputs:
            chain = [part]
            for height in range(level[part] + 1, level[i]):
                chain.append(len(level))
                level.append(height)
            chains.append([*chain, i])
    return chains


def _sweep(layers: list[list[int]], neighbours: list[list[int]]) -> None:
    """Sort each layer by the mean relative place of the neighbours in the layer before."""
    place: dict[int, float] = {}
    for layer in layers:
        means = {}
        for k, item in enumerate(layer):
            known = [place[n] for n in neighbours[item] if n in place]
            means[item] = sum(known) / len(known) if known else (k + 0.5) / len(layer)
        layer.sort(key=means.__getitem__)
        place |= {item: (k + 0.5) / len(layer) for k, item in enumerate(layer)}
