"""Canonical forms of index networks: one labelling for networks that differ by renumbering.

Colour refinement tells summed vertices apart by what they touch. A tie is broken by trying each
vertex of the first tied class and keeping the least form; any further tie by taking some vertex.
The result is always a renumbering of the network. Where refinement is too weak, two renumberings
of one network may get different forms: then a value is computed twice, never wrongly.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from theorem_checks.proving.moments.settings import Bundle, Component, Place, Residual
from theorem_checks.statements.moments.grouping import connected

__all__ = ["Labeller"]

_Colours: TypeAlias = dict[int, int]  # of the summed vertices


class Labeller:
    """Brings networks to canonical form; remembers the components that it has seen."""

    def __init__(self) -> None:
        self._seen: dict[Component, Component] = {}

    def components(self, bundles: Mapping[Place, int]) -> Residual:
        """The canonical forms of a network's connected components, sorted."""
        listed = [(t, vertices, count) for (t, vertices), count in bundles.items()]
        parts = connected(listed, lambda bundle: (v for v in bundle[1] if v >= 0))
        return tuple(sorted(map(self._component, parts)))

    def _component(self, bundles: list[Bundle]) -> Component:
        numbered = _renumbered(bundles, _by_appearance(bundles))
        if numbered not in self._seen:
            self._seen[numbered] = _canonical(numbered)
        return self._seen[numbered]


def _canonical(component: Component) -> Component:
    colours = _refined(component, _by_appearance(component, value=0))
    tied = _first_tied(colours)
    if not tied:
        return _renumbered(component, colours)
    return min(_renumbered(component, _discrete(component, colours, v)) for v in tied)


def _discrete(component: Component, colours: _Colours, vertex: int) -> _Colours:
    """Single out a vertex, and then any vertex of the first tied class until none is tied."""
    while True:
        colours = _refined(component, {**colours, vertex: len(colours)})
        tied = _first_tied(colours)
        if not tied:
            return colours
        vertex = tied[0]


def _refined(component: Component, colours: _Colours) -> _Colours:
    """Split classes by the colours of what their vertices touch, until nothing splits."""
    classes = len(set(colours.values()))
    while True:
        seen: dict[int, list[tuple[object, ...]]] = {v: [] for v in colours}
        for t, vertices, count in component:
            around = tuple(v if v < 0 else colours[v] for v in vertices)
            for place, vertex in enumerate(vertices):
                if vertex >= 0:
                    seen[vertex].append((t, count, place, around))
        profiles = {v: (colours[v], tuple(sorted(touched))) for v, touched in seen.items()}
        ranks = {profile: rank for rank, profile in enumerate(sorted(set(profiles.values())))}
        colours = {v: ranks[profile] for v, profile in profiles.items()}
        if len(ranks) in (classes, len(colours)):
            return colours
        classes = len(ranks)


def _first_tied(colours: _Colours) -> list[int]:
    """The vertices of the first class that has several, or none."""
    classes: dict[int, list[int]] = {}
    for vertex, colour in colours.items():
        classes.setdefault(colour, []).append(vertex)
    return next((classes[c] for c in sorted(classes) if len(classes[c]) > 1), [])


def _renumbered(bundles: Iterable[Bundle], numbers: Mapping[int, int]) -> Component:
    return tuple(
        sorted(
            (t, tuple(v if v < 0 else numbers[v] for v in vertices), count)
            for t, vertices, count in bundles
        )
    )


def _by_appearance(bundles: Iterable[Bundle], value: int | None = None) -> dict[int, int]:
    """Number the summed vertices by first appearance, or give all of them one value."""
    numbers: dict[int, int] = {}
    for _, vertices, _ in bundles:
        for v in vertices:
            if v >= 0:
                numbers.setdefault(v, len(numbers) if value is None else value)
    return numbers
