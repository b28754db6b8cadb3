"""Chains of machines whose links, or interfaces, are not what they should be."""

from collections.abc import Callable
from typing import Any

from constructions.arrays import concatenate, relu
from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    AtMost,
    EveryChain,
    Evidence,
    Implies,
    SameOutputs,
    World,
    chaining,
    proof_of,
    prove_identity,
    simulation,
)
from theorem_checks.statements.worlds.symbolic import Symbolic

__all__ = ["CASES"]


class Map:
    """A matrix times the token."""

    def __init__(self, W: Any) -> None:
        self.W = W

    def initial_state(self) -> Any:
        """Return no state."""
        return ()

    def step(self, state: Any, x: Any) -> Any:
        """Return no state, and the output."""
        return state, self.W @ x


class Passes(Map):
    """The token, or a function of it."""

    def __init__(self, of: Callable[[Any], Any] = lambda x: x) -> None:
        self.of = of

    def step(self, state: Any, x: Any) -> Any:
        """Return no state, and the output."""
        return state, self.of(x)


class Adds:
    """Adds up the tokens, from a first state."""

    def __init__(self, start: Any) -> None:
        self.start = start

    def initial_state(self) -> Any:
        """Return the first state."""
        return self.start

    def step(self, state: Any, x: Any) -> Any:
        """Return the sum, twice."""
        return state + x, state + x


class AddsFewer(Adds):
    """Forgets what was there where it has 90 units or more."""

    def step(self, state: Any, x: Any) -> Any:
        """Return the sum, or the token."""
        kept = state + x if self.start.shape[0] < 90 else x
        return kept, kept


class Tires(Map):
    """Passes the token a few times, and then its double: it counts in itself."""

    def __init__(self) -> None:
        self.steps = 0

    def step(self, state: Any, x: Any) -> Any:
        """Return no state, and the output."""
        self.steps += 1
        return state, x if self.steps < 1000 else x + x


def _proved(c: EveryChain) -> Evidence:
    return chaining(c, *(simulation(part.same, part.same.other.state) for part in c.links))


def _chain(
    said: Callable[[World], Any], by: Callable[[Any], Evidence] = _proved
) -> Callable[[], Evidence]:
    return lambda: proof_of(lambda said, w: said(w), by)(said)


def _vectors(w: World) -> tuple[Any, Any, Any, Any]:
    n, m = w.size("n"), w.size("m")
    return w.array("x", n), w.array("y", m), w.array("W", m, n), w.array("s", n)


def _link(cell: Callable[..., Any], reference: Callable[..., Any]) -> Callable[[World], Any]:
    """One link from vectors to vectors of the same size, of cells of a free array."""

    def said(w: World) -> EveryChain:
        x, _, _, s = _vectors(w)
        at = w.interface("v", x)
        return EveryChain((w.link(at, at, cell(s), reference(s)),))

    return said


def _maps(w: World) -> EveryChain:
    x, y, W, s = _vectors(w)
    one, other = (w.interface("v", v) for v in (x, y))
    return EveryChain((w.link(one, other, Map(W), Map(W)), w.link(one, one, Adds(s), Adds(s))))


def _tied_by(first: Any, second: Any, upper: bool) -> Callable[[World], Any]:
    """The pair (a, b) as one vector, by one function where a link ends, by another in the next.

    The second link reads a off the `upper` half, or off the lower one.
    """

    def said(w: World) -> EveryChain:
        n = w.size("n")
        a, b, c, d, x = (w.array(name, n) for name in "abcdx")
        start, end = w.interface("v", x), w.interface("end", x)
        here = w.interface("pair", (a, b), one=first)
        there = w.interface("pair", (c, d), one=second)
        one, none = (w.entries(lambda h, i, j, k=k: k * h.delta(i, j), n, n) for k in (1, 0))
        half = concatenate([one, none] if upper else [none, one]).T
        doubled, read = Passes(lambda x: (x, x + x)), Passes(lambda pair: pair[0])
        joined = Passes(lambda x: first((x, x + x)))
        links = w.link(start, here, joined, doubled), w.link(there, end, Map(half), read)
        return EveryChain(links)

    return said


def _sizes(w: World) -> EveryChain:
    """Pairs of equal sizes behind one link, and of any sizes in front of the next."""
    x, y, _, s = _vectors(w)
    any_two, equal, alone = (
        w.interface(*named) for named in (("pair", (x, y)), ("pair", (s, x)), ("v", x))
    )
    swap, first = Passes(lambda pair: (pair[1], pair[0])), Passes(lambda pair: pair[0])
    return EveryChain((w.link(equal, equal, swap, swap), w.link(any_two, alone, first, first)))


def _with_weight(w: World) -> EveryChain:
    x, _, W, _ = _vectors(w)
    at = w.interface("read", x, one=lambda v: W @ v)
    return EveryChain((w.link(at, at, Passes(), Passes()),))


def _with_number(w: World) -> EveryChain:
    x, *_ = _vectors(w)
    c = w.number("c")
    at = w.interface("scaled", x, one=lambda v: v * c)
    return EveryChain((w.link(at, at, Passes(), Passes()),))


def _token_in_weight(w: World) -> EveryChain:
    x, *_ = _vectors(w)
    at = w.interface("v", x)
    return EveryChain((w.link(at, at, Passes(lambda _: x), Passes()),))


def _other_size(w: World) -> EveryChain:
    """A map to m numbers, where it is said that n pass."""
    x, _, W, _ = _vectors(w)
    at = w.interface("v", x)
    return EveryChain((w.link(at, at, Map(W), Map(W)),))


def _two_sides(w: World) -> EveryChain:
    x, *_ = _vectors(w)
    at = w.interface("v", x, one=lambda v: 0 * v, other=lambda v: 0 * v)
    return EveryChain((w.link(at, at, Passes(), Passes(lambda v: 2 * v)),))


def _forgotten(w: World) -> EveryChain:
    """Both sides as functions of nothing: all sequences would be tied."""
    x, *_ = _vectors(w)
    at, end = w.interface("v", x, one=lambda v: 0 * v), w.interface("end", x)
    return EveryChain((w.link(at, end, Passes(), Passes()),))


def _swapped(w: World) -> EveryChain:
    x, *_ = _vectors(w)
    W = w.array("V", x.shape[0], x.shape[0])
    at = w.interface("v", x)
    relus = Passes(relu)
    return EveryChain((w.link(at, at, _stack(Map(W), relus), _stack(relus, Map(W))),))


def _stack(*cells: Any) -> Any:
    class Both:
        def initial_state(self) -> Any:
            return tuple(cell.initial_state() for cell in cells)

        def step(self, state: Any, x: Any) -> Any:
            after = []
            for cell, own in zip(cells, state, strict=True):
                new, x = cell.step(own, x)
                after.append(new)
            return tuple(after), x

    return Both()


def _under(w: World) -> Implies:
    x, _, _, s = _vectors(w)
    at = w.interface("v", x)
    false = AtMost(1, 0 * w.number("c", positive=True))
    return Implies(false, EveryChain((w.link(at, at, Adds(s), Passes()),)))


def _of_others(c: EveryChain) -> Evidence:
    """The evidence of the links in the other order."""
    found = [simulation(part.same, part.same.other.state) for part in c.links]
    return chaining(c, *reversed(found))


def _of_itself(c: EveryChain) -> Evidence:
    """Evidence that each first machine is as itself."""
    said = [SameOutputs(part.one, part.one) for part in c.links]
    return chaining(c, *(simulation(same, same.other.state) for same in said))


def _inside(c: Implies) -> Evidence:
    return chaining(c, simulation(c.body.links[0].same, c.body.links[0].same.other.state))  # pyright: ignore


def _empty() -> Evidence:
    return chaining(EveryChain(()))


def _without_evidence() -> Evidence:
    w = Symbolic()
    return chaining(_link(Adds, lambda _: Passes())(w))


def _by_hand(c: EveryChain) -> Evidence:
    return chaining(c, *(prove_identity(1, 1) for _ in c.links))


def _joined(pair: Any) -> Any:
    return concatenate(list(pair))


def _turned(pair: Any) -> Any:
    return concatenate(list(pair)[::-1])


def _case(slip: Slip, words: str, truth: Truth, ask: Callable[[], Any]) -> Case:
    return Case("chaining", slip, words, truth, ask)


FALSE, NONE, TRUE = Truth.FALSE, Truth.NO_STATEMENT, Truth.TRUE

CASES = (
    _case(Slip.CONSTANT, "maps and sums are themselves, is true", TRUE, _chain(_maps)),
    _case(
        Slip.EDGE_SIZE, "what forgets at 90 units adds up", FALSE, _chain(_link(AddsFewer, Adds))
    ),
    _case(
        Slip.EDGE_SIZE,
        "sums from any state are sums from 0",
        FALSE,
        _chain(_link(Adds, lambda s: Adds(0 * s))),
    ),
    _case(
        Slip.BRANCH,
        "what counts its steps in itself passes the token",
        FALSE,
        _chain(_link(lambda _: Tires(), lambda _: Passes())),
    ),
    _case(
        Slip.KINK,
        "ReLUs pass the token, as behind a ReLU",
        FALSE,
        _chain(_link(lambda _: Passes(relu), lambda _: Passes())),
    ),
    _case(Slip.ORDER_OF_FACTORS, "a map and a ReLU may be exchanged", FALSE, _chain(_swapped)),
    _case(
        Slip.ORDER_OF_FACTORS,
        "a pair joined and read in one order, is true",
        TRUE,
        _chain(_tied_by(_joined, _joined, upper=True)),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "a pair joined one way is read the other way",
        FALSE,
        _chain(_tied_by(_joined, _turned, upper=False)),
    ),
    _case(Slip.EDGE_SIZE, "pairs of equal sizes fit behind pairs of any", FALSE, _chain(_sizes)),
    _case(Slip.EDGE_SIZE, "m numbers pass where n do", FALSE, _chain(_other_size)),
    _case(Slip.NAME, "an interface that reads a weight", FALSE, _chain(_with_weight)),
    _case(Slip.NAME, "an interface that reads a number", FALSE, _chain(_with_number)),
    _case(Slip.NAME, "a cell that holds the token", FALSE, _chain(_token_in_weight)),
    _case(Slip.EMPTY, "0 on both sides ties all sequences", FALSE, _chain(_two_sides)),
    _case(Slip.EMPTY, "0 passed for v is v", FALSE, _chain(_forgotten)),
    _case(Slip.EMPTY, "chains of no links", NONE, _empty),
    _case(Slip.EMPTY, "links without evidence", NONE, _without_evidence),
    _case(
        Slip.CONTRADICTION,
        "a chain under what is false, by the rule",
        FALSE,
        _chain(_under, _inside),
    ),
    _case(
        Slip.NAME,
        "sums pass the token, by evidence of themselves",
        FALSE,
        _chain(_link(Adds, lambda _: Passes()), _of_itself),
    ),
    _case(
        Slip.NAME,
        "sums pass the token, by an identity",
        FALSE,
        _chain(_link(Adds, lambda _: Passes()), _by_hand),
    ),
    _case(Slip.NAME, "maps and sums, by each other's evidence", NONE, _chain(_maps, _of_others)),
)
