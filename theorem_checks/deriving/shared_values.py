"""What a machine computes once and uses several times: a new state, or the value of a gate.

A trace writes out what each entry was made of, so that the value of a gate stands in the equation
of all that it is used for. A reader wants it once, with a name.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from theorem_checks.deriving.equations import LETTERS, Equation
from theorem_checks.statements.latex_nodes import ShownNode

__all__ = ["with_names"]

LONG = 8
"""Of how many nodes a value has a name of its own, where it is used several times."""

SHORTEST = 3
"""Of how many nodes the new state is told by its name."""

MOST_INDICES = 2


def with_names(
    state: Sequence[Equation], others: Sequence[Equation], names: Iterator[str]
) -> list[Equation]:
    """Equations in terms of the new state, and of values that several use, told before their use.

    **Arguments**: `names`, for the values, as many as may have one.
    """
    shared = _Shared(names)
    shared.count(one.node for one in (*state, *others) if one.node is not None)
    for one in state:
        if one.node is not None and not one.by_entries:
            shared.add_state(one.head, one.order, Shape.of(one.node))
    told: list[Equation] = []
    for written, equations in ((shared.within, state), (shared.named, others)):
        for one in equations:
            after = one if one.node is None else replace(one, node=written(one.node))
            told += [*shared.new_values(), after]
    return told


@dataclass(frozen=True)
class Shape:
    """What two nodes have in common that are the same up to the names of indices.

    **Fields**: the `key`; the `free` indices, in the order in which they stand there; the `length`,
    of how many nodes it is.
    """

    key: Hashable
    free: tuple[str, ...]
    length: int

    @classmethod
    def of(cls, node: ShownNode) -> "Shape":
        """The shape of a node."""
        free: dict[str, int] = {}
        length = 0

        def place(name: str, bound: Mapping[str, int]) -> tuple[str, int]:
            known = ("bound", bound[name]) if name in bound else None
            return known or ("free", free.setdefault(name, len(free)))

        def walk(one: ShownNode, bound: Mapping[str, int]) -> Hashable:
            nonlocal length
            length += 1
            own = _bound_in(one)
            inner = {**bound, **{name: len(bound) + n for n, name in enumerate(own)}}
            names = tuple(place(name, inner) for name in one.names)
            return (one.kind, one.value, names, *(walk(part, inner) for part in one.parts))

        key = walk(node, {})
        return cls(key, tuple(free), length)


@dataclass
class _Shared:
    """The values that have names: by their key the name, and the places of its indices."""

    names: Iterator[str]
    known: dict[Hashable, tuple[str, tuple[int, ...]]] = field(default_factory=dict)
    uses: Counter[Hashable] = field(default_factory=Counter)
    values: list[Equation] = field(default_factory=list)

    def count(self, nodes: Iterable[ShownNode]) -> None:
        """Count of how many others each is a part, those that are the same once."""
        seen: set[Hashable] = set()
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            key = Shape.of(node).key
            if key not in seen:
                seen.add(key)
                self.uses.update(Shape.of(part).key for part in node.parts)
                waiting += node.parts

    def add_state(self, head: str, order: Sequence[str], shape: "Shape") -> None:
        """Let a block of the new state go by its name where something is made of it."""
        if shape.length >= SHORTEST and {*shape.free} == {*order}:
            places = tuple(shape.free.index(index) for index in order)
            self.known.setdefault(shape.key, (head, places))

    def new_values(self) -> list[Equation]:
        """The values that got a name since this was last asked, what they are made of first."""
        new, self.values = self.values, []
        return new

    def within(self, node: ShownNode) -> ShownNode:
        """A node with names for the values that stand in it, but for itself."""
        return replace(node, parts=tuple(map(self.named, node.parts)))

    def named(self, node: ShownNode) -> ShownNode:
        """A node with names for the values that stand in it, or its own."""
        shape = Shape.of(node)
        if shape.key in self.known:
            head, places = self.known[shape.key]
            return ShownNode("entry", names=tuple(shape.free[n] for n in places), value=head)
        body = self.within(node)
        if shape.length < LONG or self.uses[shape.key] < 2 or len(shape.free) > MOST_INDICES:
            return body
        if (head := next(self.names, None)) is None:
            return body
        self.known[shape.key] = head, tuple(range(len(shape.free)))
        for old, new in zip(shape.free, LETTERS, strict=False):
            body = body.renamed(old, f"{new}#")
        for letter in LETTERS[: len(shape.free)]:
            body = body.renamed(f"{letter}#", letter)
        self.values.append(Equation(head, tuple(LETTERS[: len(shape.free)]), body))
        return ShownNode("entry", names=shape.free, value=head)


def _bound_in(node: ShownNode) -> tuple[str, ...]:
    """The indices that a node binds in its parts."""
    if node.kind == "opaque":
        return node.names[: node.value[1]]
    return node.names if node.kind == "sum" else ()
