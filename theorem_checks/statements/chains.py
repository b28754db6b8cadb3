r"""Statements about all chains of machines: cells of several kinds, one behind the other.

A link is two machines, one of each of two chains. It begins at an interface and ends at one. An
interface says how what passes there in both chains is tied: with arrays z of which nothing is
assumed, the first chain passes a(z) and the second b(z), of which one is z itself. A chain is any
number of links, none as well, of which each begins at the interface at which the one before it
ends. Sizes, weights and first states are each link's own, such that the sizes of neighbours fit.

The statement is that for every chain, on sequences that are tied by the interface at its beginning,
the outputs of both are tied by that at its end. It is as strong as all links together, each of
which is a chain.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import Conclusion, SameOutputs
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.names_in_latex import text_latex
from theorem_checks.statements.terms import (
    Term,
    components,
    data_of,
    entries_of,
    free_symbols,
    function_names,
    put,
    replacement,
    tensor_names,
    term,
)

__all__ = ["Between", "EveryChain", "EveryFirstChain", "Interface", "Link", "Tied", "tied"]


@dataclass(frozen=True, eq=False)
class Interface(Conclusion):
    """How what passes at one place in two chains is tied.

    **Fields**: its `name`; `free`, an array or a nested tuple of arrays, of which nothing is
    assumed; `one` and `other`, what the first and the second chain pass, in entries of `free`: one
    of them is that itself.
    """

    name: str
    free: Any
    one: Any
    other: Any

    def __post_init__(self) -> None:
        if not self.is_symbolic:
            return
        replacement(self.free, self.free)  # which refuses what is not free
        own = tensor_names(self.free)
        for side in (self.one, self.other):
            related = {
                name
                for entry in entries_of(side).values()
                for name in (entry.tensor.inverse_of, entry.tensor.power_of)
                if name
            }
            strange = (tensor_names(side) - own) | function_names(side) | related
            strange |= set(map(str, _symbols_in(side) - _symbols_in(self.free)))
            if strange:
                said = f"entries of {', '.join(sorted(own))}, and nothing else"
                raise ArgumentError(f"interface {self.name!r}", sorted(strange), said)
        if data_of(self.free) not in (data_of(self.one), data_of(self.other)):
            said = "a side that is the free arrays themselves"
            raise ArgumentError(f"interface {self.name!r}", (self.one, self.other), said)

    @property
    def is_symbolic(self) -> bool:
        """Whether its arrays have symbols for entries; in a concrete world they have numbers."""
        return isinstance(next(components(self.free), None), SymbolicArray)

    @property
    def shape(self) -> Any:
        """All of it but for names: of its arrays, and of the symbols in their sizes."""
        names: dict[str, str] = {}
        for prefix, data in (("", data_of(self.free)), ("array ", _tensors(self.free))):
            for name in _names_in(data) if not prefix else data:
                names.setdefault(prefix + name, f"{prefix}{len(names)}")
        return tuple(_renamed(data_of(side), names) for side in (self.free, self.one, self.other))

    @property
    def latex(self) -> str:  # noqa: D102
        one, other = map(latex_of, (self.one, self.other))
        return rf"{text_latex(self.name)}:\; {one} \sim {other}"


def _symbols_in(side: Any) -> set[Any]:
    return set().union(*map(free_symbols, components(side)))


def _tensors(free: Any) -> list[str]:
    """The names of free arrays, in their order."""
    return [name for part in components(free) for name in sorted(tensor_names(part))]


def _names_in(data: Any) -> list[str]:
    """The names of symbols in data, in their order."""
    if not isinstance(data, tuple):
        return []
    if len(data) > 1 and data[0] == "symbol":
        return [data[1]]
    return [name for part in data for name in _names_in(part)]


def _renamed(data: Any, names: Mapping[str, str]) -> Any:
    """Data with other names for symbols and tensors, in canonical order."""
    if not isinstance(data, tuple) or not data:
        return data
    if data[0] == "symbol":
        return ("symbol", names.get(data[1], data[1]), *data[2:])
    if data[0] == "entry":
        (_, (name, *sort), *indices) = data
        return ("entry", (names[f"array {name}"], *sort), *indices)
    parts = tuple(_renamed(part, names) for part in data[1:])
    if data[0] in ("Plus", "Times"):
        parts = tuple(sorted(parts, key=str))
    return (_renamed(data[0], names), *parts)


class Tied:
    """An interface as a world has it: what it says, and how it is run on numbers.

    **Fields**: `said`, the `Interface`; `one` and `other`, functions of the free arrays, of which
    one is None, for the free arrays themselves.
    """

    def __init__(
        self,
        said: Interface,
        one: Callable[[Any], Any] | None,
        other: Callable[[Any], Any] | None,
    ) -> None:
        self.said = said
        self._of = {"one": one, "other": other}

    def passed(self, side: str, free: Any) -> Any:
        """What a chain passes where the free arrays are these."""
        if self.said.is_symbolic:
            return put(getattr(self.said, side), replacement(self.said.free, free))
        function = self._of[side]
        return free if function is None else function(free)

    def compared(self, side: str, output: Any) -> Any:
        """What is compared of the output of a chain: what the other one would pass.

        Where the second chain passes the free arrays, what the first passes is a function of them,
        and compared as it is; and the other way round.
        """
        opposite = "other" if side == "one" else "one"
        if self._of[opposite] is not None:
            return self.passed(opposite, output)
        if self._of[side] is None and self.said.is_symbolic:
            replacement(self.said.free, output)  # which refuses other axes
        return output


def tied(
    name: str,
    free: Any,
    one: Callable[[Any], Any] | None,
    other: Callable[[Any], Any] | None,
    called: Callable[..., Any],
) -> Tied:
    """Make an interface; `called` calls an author's function.

    **Raises** `ArgumentError` for two functions.
    """
    if not isinstance(name, str) or not name.isidentifier():
        raise ArgumentError("name", name, "a name such as 'state'")
    if one is not None and other is not None:
        hint = "Leave out that of the side which passes the free arrays themselves."
        raise ArgumentError("other", other, "a function of one side only", hint)
    sides = [free if function is None else called(function, free) for function in (one, other)]
    return Tied(Interface(name, free, *sides), one, other)


class Between:
    """A cell that reads the free arrays of an interface, and puts out what is compared at another.

    `called` calls an author's function.
    """

    def __init__(
        self, cell: Any, side: str, enters: Tied, leaves: Tied, called: Callable[..., Any]
    ) -> None:
        self.cell, self._called = cell, called
        self._side, self._enters, self._leaves = side, enters, leaves

    def initial_state(self) -> Any:
        """The cell's."""
        return self._called(self.cell.initial_state)

    def step(self, state: Any, free: Any) -> tuple[Any, Any]:
        """The cell's state after what is passed, and what is compared of its output."""
        token = self._enters.passed(self._side, free)
        after, output = self._called(self.cell.step, state, token)
        return after, self._leaves.compared(self._side, output)


@dataclass(frozen=True, eq=False)
class Link(Conclusion):
    """Two machines between two interfaces, one of each chain; `World.link` makes it.

    **Fields**: the interfaces at which it `enters` and `leaves`; `one` and `other`, the machines on
    the free arrays of the first, which put out what is compared at the second.
    """

    enters: Interface
    leaves: Interface
    one: Machine
    other: Machine

    @property
    def interfaces(self) -> tuple[Interface, Interface]:
        """Where it begins, and where it ends."""
        return self.enters, self.leaves

    @property
    def same(self) -> SameOutputs:
        """That the link keeps what is tied."""
        return SameOutputs(self.one, self.other)

    @property
    def latex(self) -> str:  # noqa: D102
        names = rf"{text_latex(self.enters.name)} \to {text_latex(self.leaves.name)}"
        return rf"\Big({names}:\; {self.same.latex}\Big)"


@dataclass(frozen=True, eq=False)
class EveryChain(Conclusion):
    """Every chain of these links keeps what is tied, on all sequences; see the module."""

    links: tuple[Link, ...]

    def __post_init__(self) -> None:
        _require_links(self.links)

    @property
    def kept(self) -> tuple[SameOutputs, ...]:
        """What is said of each link."""
        return tuple(link.same for link in self.links)

    @property
    def latex(self) -> str:  # noqa: D102
        return _latex(self.links, ":}")


@dataclass(frozen=True, eq=False)
class EveryFirstChain(Conclusion):
    """Every chain of these links keeps what is tied, on all sequences of T tokens, at each of them.

    T may be made of sizes; these are the same for all links of a chain, where they stand in them.
    """

    links: tuple[Link, ...]
    tokens: Term

    def __post_init__(self) -> None:
        object.__setattr__(self, "tokens", term(self.tokens, "tokens"))
        _require_links(self.links)

    @property
    def kept(self) -> tuple[SameFirstOutputs, ...]:
        """What is said of each link."""
        return tuple(SameFirstOutputs(link.one, link.other, self.tokens) for link in self.links)

    @property
    def latex(self) -> str:  # noqa: D102
        return _latex(self.links, rf", on}}\; {latex_of(self.tokens)} \;\text{{tokens:}}")


def _require_links(links: Any) -> None:
    if not isinstance(links, tuple) or not links:
        raise ArgumentError("links", links, "links, at least one")
    met: dict[str, Any] = {}
    for link in links:
        if not isinstance(link, Link):
            raise ArgumentError("links", link, "links, as `World.link` makes them")
        for interface in link.interfaces:
            if not interface.is_symbolic:
                continue
            shape = met.setdefault(interface.name, interface.shape)
            if shape != interface.shape:
                said = f"what is called {interface.name!r} tied alike wherever it stands"
                hint = "Of other sizes it may be, but not of equal ones in one place only."
                raise ArgumentError("links", interface.latex, said, hint)


def _latex(links: tuple[Link, ...], end: str) -> str:
    """What is said of chains, of which the words that come first have this end."""
    interfaces = {i.name: i for link in links for i in link.interfaces}
    tied = r",\; ".join(i.latex for i in interfaces.values())
    kept = r",\; ".join(link.latex for link in links)
    return (
        r"\text{every chain of links, each with sizes and weights of its own, ties its outputs"
        rf" as its inputs are tied{end}\; {kept};\quad {tied}"
    )
