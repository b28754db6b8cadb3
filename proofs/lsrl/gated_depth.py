r"""Layers of Gated RNNs with networks of any depth as GRUs or LSTMs, one cell after the other.

Each cell is a link of two chains: beside it stands what it has to be, a part of a layer. What
passes between the cells, and what it stands for, is this; v+ is relu(v), and v- is relu(-v):

    [s; x+; x-; 1]              (s, x)     behind the cell of the state
    [phi so far; gamma so far]  (a, c)     behind a map of each, k - 1 times
    [v+; v-; u+; u-]            (v, u)     behind the last maps, v of phi and u of gamma
    h                           R h = v u  behind the cell of the products

A chain from x to y is a layer, or layers one behind the other: from the products the next state is
reached, by weights that read R h, or the readout. So a layer with networks of k maps takes k + 2
cells. Networks of other depths are made longer, and a layer is its parts.

Weights are written as they would be on paper, block by block (`weight_tables`): `_rows` has a row
of blocks in each line, with the columns as the inputs above. W_phi, b_phi and W_gamma, b_gamma are
the weights of the maps that the cell adds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from constructions.arrays import relu
from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from proofs.lsrl.any_size import Stated, World
from proofs.lsrl.gated_cells import SIGNED, Kind
from proofs.lsrl.gated_layers import Layer
from proofs.lsrl.gated_machines import Composed, state_of
from theorem_checks import (
    All,
    Equal,
    EveryChain,
    Evidence,
    Mutant,
    SameOutputs,
    conjunction,
    link_by_link,
    prove,
    simulation,
    symbol_array,
)
from theorem_checks import World as WorldOfStatement
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray, ones, zeros

__all__ = [
    "AnyDepth",
    "AnyNetwork",
    "Part",
    "Wide",
    "by_links",
    "by_states",
    "halves",
    "late_layers",
    "maps_interface",
    "maps_of_cell",
    "maps_part",
    "product_part",
    "says_both",
    "says_layers",
    "state_interface",
    "state_part",
]


def _rows(*rows: str) -> str:
    """A matrix of blocks from its rows."""
    return "; ".join(rows)


AFTER_STATE = "n m m 1"  # the sizes of [s; x+; x-; 1]
SO_FAR = "f g"  # of [phi so far; gamma so far]
BIASES = {
    "once": _rows("b_phi", "b_gamma"),
    "both halves": _rows("b_phi", "- b_phi", "b_gamma", "- b_gamma"),
}


@dataclass(frozen=True)
class AnyDepth:
    """The cells of a layer, by the texts of their weights.

    `gamma` reads the input and its negative from the halves; `read` reads the product; `equal`
    makes a network longer by one map, v = I relu(v) - I relu(-v); `state_weights` is W of the
    first cell, from an input, `recurrent` and `bias` its U and b.
    """

    kind: Kind
    gamma: tuple[str, str] = ("W_gamma, - W_gamma", "- W_gamma, W_gamma")
    read: str | None = None
    equal: str = "I, - I"
    state_weights: str = _rows("B", "I", "- I", "0")
    recurrent: str = _rows("A, 0, 0, - A S_0", "0, 0, 0, 0", "0, 0, 0, 0", "0, 0, 0, 0")
    bias: str = _rows("b + A s_0", "0", "0", "1")

    @property
    def readout(self) -> str:
        """R, which reads the products off the last cell."""
        return self.read or self.kind.read

    def state(self, w: World, *, behind: bool = False) -> Any:
        """Return the first cell; `behind` another layer, whose products it reads."""
        n, m, prefix = ("n", "p", "next_") if behind else ("n", "m", "")
        own = weights_of_state(w, n, m, prefix)
        named = {"A": own[0], "B": own[1], "b": own[2], "s_0": own[3], "S_0": w.column(own[3])}
        weights, inputs = self.state_weights, m
        if behind:
            weights, inputs = _of_read(weights, self.readout), self.kind.product.units
        table = self.kind.relu(inputs, f"{n} {m} {m} 1", W=weights, b=self.bias, U=self.recurrent)
        return self.kind.cell(table, w, **named)

    def first(self, w: World) -> Any:
        """Return the cell of the first of several maps, of the state and of the input."""
        plus, _ = self.gamma
        text = _rows(
            "W_phi, 0, 0, 0",  # phi reads s
            f"0, {plus}, 0",  # gamma reads x+ and x-
        )
        return self._maps(w, "first", text, AFTER_STATE, SO_FAR)

    def inner(self, w: World) -> Any:
        """Return the cell of one map more."""
        text = _rows(
            "W_phi, 0",
            "0, W_gamma",
        )
        return self._maps(w, "inner", text, SO_FAR, "i j")

    def last(self, w: World) -> Any:
        """Return the cell of the last map."""
        text = _rows(
            "W_phi, 0",  # v+
            "- W_phi, 0",  # v-
            "0, W_gamma",  # u+
            "0, - W_gamma",  # u-
        )
        return self._maps(w, "last", text, SO_FAR, SIGNED)

    def only(self, w: World) -> Any:
        """Return the cell of the map of networks that have just one."""
        plus, minus = self.gamma
        text = _rows(
            "W_phi, 0, 0, 0",  # v+, of s
            "- W_phi, 0, 0, 0",  # v-
            f"0, {plus}, 0",  # u+, of x+ and x-
            f"0, {minus}, 0",  # u-
        )
        return self._maps(w, "only", text, AFTER_STATE, SIGNED)

    def product(self, w: World) -> Any:
        """Return the cell of the products."""
        return self.kind.cell(self.kind.product, w)

    def longer(self, w: World) -> list[tuple[Any, Any]]:
        """Return the values of networks, and of those that have a map more."""
        W, b, a, zero = w("V", "p n"), w("d", "p"), w("z", "n"), w.zeros("p")
        halves = (
            w.read(_rows("W", "- W"), "p p", "n", W=W),
            w.read(_rows("b", "- b"), "p p", b=b),
        )
        read = w.read(self.equal, "p", "p p")
        linear, ended = (ReLUNetwork((W,), (b,), relu_last=on) for on in (False, True))
        return [
            (linear.at(a), ReLUNetwork((halves[0], read), (halves[1], zero)).at(a)),
            (ended.at(a), ReLUNetwork((W, w.eye("p")), (b, zero)).at(a)),
        ]

    def __call__(self, w):
        """Compare a whole layer with networks of two maps."""
        return Layer(self.kind, read=self.read)(w)

    def _maps(self, w: World, of: str, text: str, inputs: str, units: str) -> Any:
        """Return the cell that adds the maps of this name."""
        bias = BIASES["both halves" if units == SIGNED else "once"]
        return self.kind.cell(self.kind.relu(inputs, units, text, bias), w, **maps_of_cell(w, of))


def _of_read(weights: str, read: str) -> str:
    """The text of weights of R h, from those of an input, where R has the blocks I, - I or 0."""

    def product(left: str, right: str) -> str:
        if "0" in (left, right):
            return "0"
        minus = left.startswith("-") != right.startswith("-")
        return f"{'- ' * minus}{left.removeprefix('-').strip()}"

    columns = [column.strip() for column in read.split(",")]
    rows = [row.strip() for row in weights.split(";")]
    return _rows(*(", ".join(product(row, column) for column in columns) for row in rows))


SIZES = {
    "first": {"phi": "f n", "gamma": "g m"},
    "inner": {"phi": "i f", "gamma": "j g"},
    "last": {"phi": "p f", "gamma": "p g"},
    "only": {"phi": "p n", "gamma": "p m"},
}
"""The sizes of the matrices of a map of phi and of one of gamma."""


def _map(w: World, of: str, f: str) -> dict[str, Any]:
    """Return the weights of a map, by their names in tables."""
    sizes = SIZES[of][f]
    return {f"W_{f}": w(f"{of}_W_{f}", sizes), f"b_{f}": w(f"{of}_b_{f}", sizes.split()[0])}


def maps_of_cell(w: World, of: str) -> dict[str, Any]:
    """Return the weights of the maps that a cell adds to both networks, by their names."""
    return {name: weight for f in ("phi", "gamma") for name, weight in _map(w, of, f).items()}


def weights_of_state(w: World, n: str, m: str, prefix: str) -> tuple[Any, Any, Any, Any]:
    """Return A, B, b and s_0."""
    shapes = {"A": f"{n} {n}", "B": f"{n} {m}", "b": n, "s_0": n}
    A, B, b, s_0 = (w(f"{prefix}{name}", shape) for name, shape in shapes.items())
    return A, B, b, s_0


# --- what the cells have to be


class Part:
    """A part of a layer without memory: a function of what it is passed."""

    def __init__(self, of: Any) -> None:
        self.of = of

    def initial_state(self) -> tuple[()]:
        """Return the state, which is empty."""
        return ()

    def step(self, state: tuple[()], x: Any) -> tuple[tuple[()], Any]:
        """Return the empty state, and the value."""
        return state, self.of(x)


def state_part(w: World, n: str, m: str, prefix: str = "") -> Composed:
    """Return the state of a layer, which passes the input on beside it."""
    return Composed(state_of(w, *weights_of_state(w, n, m, prefix)), tell=lambda s, x: (s, x))


def maps_part(w: World, of: str, *, relu_last: bool = False) -> Part:
    """Return a map of phi and one of gamma, with ReLUs behind them unless they are the last.

    `relu_last`: whether there are behind the last, too.
    """
    is_last = of in ("last", "only")
    phi, gamma = (
        ReLUNetwork((own[f"W_{f}"],), (own[f"b_{f}"],), relu_last=relu_last or not is_last)
        for f in ("phi", "gamma")
        for own in (_map(w, of, f),)
    )
    return Part(lambda pair: (phi.at(pair[0]), gamma.at(pair[1])))


def product_part() -> Part:
    """Return the product of what both networks put out."""
    return Part(lambda pair: pair[1] * pair[0])


def halves(v):
    """Return relu(v) and relu(-v)."""
    return relu(v), relu(-v)


@dataclass(frozen=True)
class AnyNetwork:
    """Any function of vectors, as a network of a layer."""

    function: Any

    def at(self, x: Any) -> Any:
        """Return the value at one vector."""
        return self.function(x)


def state_interface(w: WorldOfStatement, s: World, n: str = "n", m: str = "m", x: str = "x") -> Any:
    """Return [s; x+; x-; 1] for (s, x)."""
    sizes = f"{n} {m} {m} 1"

    def joined(pair: Any) -> Any:
        return s.joined([[pair[0]], *([h] for h in halves(pair[1])), [s.ones("1")]], sizes)

    return w.interface("state", (s("s", n), s(x, m)), one=joined)


def maps_interface(w: WorldOfStatement, s: World, names: str, sizes: str) -> Any:
    """Return [a; c] for (a, c), what both networks are so far."""
    free = tuple(s(*named) for named in zip(names.split(), sizes.split(), strict=True))
    return w.interface("maps", free, one=lambda pair: s.joined([[v] for v in pair], sizes))


def chain_of_cells(cells: AnyDepth, w: WorldOfStatement, stated: World) -> EveryChain:
    """Return the statement that the cells are parts of layers, in every chain of them."""
    s = stated
    units = cells.kind.product.units
    R = s.read(cells.readout, "p", units)
    x, y = w.interface("x", s("x", "m")), w.interface("y", s("y", "p"))
    first_state, next_state = state_interface(w, s), state_interface(w, s, "n", "p", "y")
    few, more = maps_interface(w, s, "a c", SO_FAR), maps_interface(w, s, "a_more c_more", "i j")
    ends = lambda p: s.joined([[h] for v in p for h in halves(v)], SIGNED)  # noqa: E731
    last = w.interface("ends", (s("v", "p"), s("u", "p")), one=ends)
    products = w.interface("products", joined_units(s, units), other=lambda h: R @ h)
    readout = Part(ReLUNetwork((R,), (s.zeros("p"),)).at)
    return EveryChain(
        (
            w.link(x, first_state, cells.state(s), state_part(s, "n", "m")),
            w.link(first_state, few, cells.first(s), maps_part(s, "first")),
            w.link(few, more, cells.inner(s), maps_part(s, "inner")),
            w.link(few, last, cells.last(s), maps_part(s, "last")),
            w.link(first_state, last, cells.only(s), maps_part(s, "only")),
            w.link(last, products, cells.product(s), product_part()),
            w.link(
                products,
                next_state,
                cells.state(s, behind=True),
                state_part(s, "n", "p", "next_"),
            ),
            w.link(products, y, readout, Part(lambda y: y)),
        )
    )


def joined_units(s: World, units: str) -> Any:
    """Return an array of free entries with a part for each of the units' letters."""
    return s.vector("h", units)


def says_layers(cells: AnyDepth, w: WorldOfStatement, prefix: str = "") -> All:
    """Every chain of cells is one of parts of layers, and a layer is its parts.

    Networks are chains of maps: as many of phi as of gamma, as shorter ones are made longer.
    """
    s = Stated(w, prefix)
    chain = chain_of_cells(cells, w, s)
    own = weights_of_state(s, "n", "m", "")
    phi, gamma = (AnyNetwork(s.function(*named, "p")) for named in (("phi", "n"), ("gamma", "m")))
    layer = RecurrentLayer(*own, phi, gamma, relu_state=True)  # pyright: ignore[reportArgumentType]
    networks = Part(lambda pair: (phi.at(pair[0]), gamma.at(pair[1])))
    parts = Composed(
        state_of(s, *own), tell=lambda state, x: product_part().of(networks.of((state, x)))
    )
    x = s("x", "m")
    whole = SameOutputs(w.machine(layer, x), w.machine(parts, x))
    return All((chain, whole, *(Equal(*pair) for pair in cells.longer(s))))


def says_both(cells: Mapping[str, AnyDepth], w: WorldOfStatement) -> All:
    """It is so of the cells of each kind."""
    kinds = (says_layers(own, w, f"{name}_").parts for name, own in cells.items())
    return All(tuple(part for parts in kinds for part in parts))


def by_links(said: All) -> Evidence:
    """Prove it link by link: induction over the tokens, over the maps, and over the layers."""
    return conjunction(said, *map(_by_sort, said.parts))


def _by_sort(part: Any) -> Evidence:
    if isinstance(part, EveryChain):
        return link_by_link(part, by_states)
    if isinstance(part, SameOutputs):
        return simulation(part, part.other.state)
    return prove(part)


def by_states(same: SameOutputs) -> Evidence:
    """Prove one link by what the units of the cell hold."""
    state = same.one.state
    hidden = state[-1] if isinstance(state, tuple) and state else state
    if not isinstance(hidden, SymbolicArray):  # no state
        return simulation(same, state)
    if isinstance(same.other.state, SymbolicArray):  # the state of the layer
        e, held = _with_start(same, hidden)
        return simulation(same, (*state[:-1], held) if isinstance(state, tuple) else held, [e])
    if isinstance(state, tuple):  # an LSTM without recurrence
        return simulation(same, state)
    units = symbol_array("unsigned", *hidden.axes)  # the units are not negative, at any time
    u = units, zeros(hidden.axes), same.one.after
    return simulation(same, relu(units), [u])


def _with_start(same: SameOutputs, hidden: SymbolicArray) -> Any:
    """The first units hold s, and 0 before the first token; the last unit is 1 from then on."""
    s, e = same.other.state, symbol_array("begun")
    s_0 = same.other.start
    held = s - s_0 + s_0 * e
    (axis,) = hidden.axes
    last = len(axis) - 1
    blocks = {**hidden.blocks, (0,): held.blocks[0,], (last,): e.blocks[()]}
    return (e, zeros(()), ones(())), SymbolicArray(hidden.axes, blocks)


@dataclass(frozen=True)
class Wide(AnyDepth):
    """The cells of a layer, whose products are read twice where there are 90 or more."""

    def product(self, w: World) -> Any:
        """Return the cell of the products, which puts out twice as much."""
        one = super().product(w)
        return one if w.zeros("p").shape[0] < 90 else Composed(one, tell=lambda y, _: y + y)


def late_layers(cells: AnyDepth) -> tuple[Mutant, ...]:
    """Return a late mutant of cells."""
    return (Mutant("wide", Wide(cells.kind), "twice as much for 90 products and more"),)
