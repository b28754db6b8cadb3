"""All chains of links: what a certificate states.

A link's two machines are written as functions of what passes, a list of vectors; what a chain is,
and what it is to keep what is tied, the head of `rocq/Chains.v` defines, and that of
`rocq/FirstChains.v` on T tokens: of the sizes in T the theorem is, and links have no others of
these names. Statements with chains among their parts say each part in a module of its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.exporting import Exporter, exported
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.rocq_text import (
    Naming,
    field_statement,
    functions,
    opening,
    size,
    statement_of,
    step,
    term,
    type_of,
)
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements.arrays import index_expressions as ix
from theorem_checks.statements.arrays.index_families import indices_of, parts_of
from theorem_checks.statements.chains import EveryChain, EveryFirstChain, Interface, Link
from theorem_checks.statements.conclusions import Conclusion, SameOutputs
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.terms import components, data_of, free_symbols, replacement

__all__ = ["ENDS", "ChainText", "Linked", "Vector", "bound_name", "module", "several_stated"]


@dataclass(frozen=True)
class Vector:
    """One vector of what passes: its text, and which block of which component it is."""

    text: str
    component: int
    place: tuple[int, ...]
    is_number: bool


def _vectors(value: Any, exporter: Exporter, names: Naming) -> Iterator[Vector]:
    """The blocks of some arrays, each a vector or a number; all of them, also those that are 0."""
    for component, array in enumerate(components(value)):
        for place in product(*(range(len(axis)) for axis in array.axes)):
            families = parts_of(array.axes, place)
            own = indices_of(array.axes, place)
            if len(own) > 1 or any(f.increasing for f in families):
                raise NoFormError("what passes in a chain, but of vectors")
            block = array.blocks.get(place, ix.scalar(0))
            bound = {index.name: exporter.bound(index) for index in own}
            text = term(exporter.entry(block, bound), names)
            for b in bound.values():
                text = f"mkseq (fun {names.of(b)} : nat => {text}) {size(b.size)}"
            yield Vector(text if own else f"[:: {text}]", component, place, not own)


def _listed(found: Sequence[Vector]) -> str:
    return f"[:: {'; '.join(v.text for v in found)}]"


def _ordered(free: Any) -> None:
    """Refuse free arrays whose blocks do not stand in the order of their places."""
    for array in components(free):
        if list(array.blocks) != list(product(*(range(len(axis)) for axis in array.axes))):
            raise NoFormError("what passes in a chain, with blocks in another order")


def _token(token: Sequence[t.Function]) -> str:
    """The tensors of a token from what passes, z'."""
    parts = [f"Chains.part z' {n}{'' if f.places else ' 0'}" for n, f in enumerate(token)]
    return f"({', '.join(parts)})" if parts else "tt"


def _names(interface: Interface) -> dict[str, Any]:
    """The symbols in the sizes of what passes, by name, in an order that does not hang on names."""
    symbols = {s.name: s for a in components(interface.free) for s in free_symbols(a)}
    found: dict[str, Any] = {}

    def note(data: Any) -> None:
        if isinstance(data, tuple):
            if len(data) > 1 and data[0] == "symbol":
                found[data[1]] = symbols[data[1]]
            for part in data:
                note(part)

    note(data_of(interface.free))
    return found


class Linked:
    """A link: its theorem, and the texts of both machines.

    **Arguments**: what is `said` of it; the sizes that are `shared` by all links.
    """

    def __init__(
        self, link: Link, said: SameOutputs | SameFirstOutputs, shared: Sequence[str] = ()
    ) -> None:
        self.link, self.said, self.made = link, said, exported(said, ordered=True)
        body = self.made.theorem.body
        assert isinstance(body, t.SameRuns)
        self.same = body
        _ordered(link.enters.free)
        self.machines, self.out = [], []
        for array in (link.one.state, link.other.state, link.one.token):
            replacement(array, array)  # which refuses what is not free
        self.token = _token(body.token)
        for machine, own in ((body.one, link.one), (body.other, link.other)):
            names = Naming(self.made.theorem.names)
            vectors = list(_vectors(own.output, self.made, names))
            state = type_of(machine.start)
            opened = opening(machine.start, "h'") + opening(body.token, self.token)
            self.out.append(vectors)
            self.machines.append(
                f"@Chains.Machine F {state} {functions(machine.start, names)}\n"
                f"    (fun (h' : {state}) (z' : Chains.passed F) =>\n"
                f"      {step(machine, body.token, names)} h' {self.token})\n"
                f"    (fun (h' : {state}) (z' : Chains.passed F) =>\n"
                f"      {opened}({_listed(vectors)} : Chains.passed F))"
            )
        for interface in (link.enters, link.leaves):
            for symbol in _names(interface).values():
                self.made.size(symbol)
        self.variables, self.known, _ = statement_of(self.made.theorem)
        self.own = [v for v in self.variables if bound_name(v) not in shared]

    @property
    def arguments(self) -> str:
        """The names of all that the theorem is about."""
        return " ".join(["F", *map(bound_name, self.variables)])


def bound_name(variable: str) -> str:
    """The name in the text of a variable with its type."""
    return variable[1:-1].split(" :", maxsplit=1)[0]


class ChainText:
    """What a certificate states of all chains of some links.

    **Fields**: the `links`; the names of the sizes that are `shared` by these.
    """

    def __init__(self, conclusion: EveryChain | EveryFirstChain) -> None:
        self.tokens, self.shared = "", list[str]()
        if isinstance(conclusion, EveryFirstChain):
            self.tokens = size(Exporter().size(conclusion.tokens))
            symbols = sorted(s.name for s in free_symbols(conclusion.tokens))
            self.shared = [encoded_name(name) for name in symbols]
        both = zip(conclusion.links, conclusion.kept, strict=True)
        self.links = [Linked(link, said, self.shared) for link, said in both]
        self._interfaces: dict[str, str] = {}
        for link in conclusion.links:
            for interface in (link.enters, link.leaves):
                if interface.name not in self._interfaces:
                    self._interfaces[interface.name] = self._interface(interface)

    @property
    def stated(self) -> list[str]:
        """The definitions; the last one is that of the statement."""
        lines = list(self._interfaces.values())
        for n, own in enumerate(self.links):
            variables = " ".join(["(F : realFieldType)", *own.variables])
            for side, machine in zip(("one", "other"), own.machines, strict=True):
                lines.append(
                    f"Definition {side}{n}' {variables} : Chains.machine F :=\n  {machine}."
                )
            lines.append(self._link(n, own))
        ends = "p' q' c1' c2'"
        either = " \\/ ".join(f"{self.link(n)} {ends}" for n in range(len(self.links)))
        keeps = f"FirstChains.keeps_first {self.tokens}%N" if self.tokens else "Chains.keeps"
        lines.append(
            f"Definition statement : Prop := forall (F : realFieldType){self._sizes}\n  {ENDS},\n"
            f"  Chains.chain (fun {ends} => {either}) {ends} -> {keeps} {ends}."
        )
        return lines

    def link(self, n: int) -> str:
        """What says that something is a link of a kind, but for its ends and cells."""
        return " ".join([f"@link{n}' F", *self.shared])

    @property
    def _sizes(self) -> str:
        """The variables for sizes that are shared."""
        return "".join(f" ({name} : nat)" for name in self.shared)

    def _link(self, n: int, own: Linked) -> str:
        exists = f"exists {' '.join(own.own)}," if own.own else ""
        known = "".join(f"{said} /\\\n  " for said in own.known)
        machines = [f"(@{side}{n}' {own.arguments})" for side in ("one", "other")]
        places = [
            " ".join([f"@{_name(i)} F", *map(encoded_name, _names(i))])
            for i in (own.link.enters, own.link.leaves)
        ]
        return (
            f"Definition link{n}' (F : realFieldType){self._sizes} {ENDS} : Prop :=\n"
            f"  {exists}\n  {known}"
            f"p' = {places[0]} /\\ q' = {places[1]} /\\\n"
            f"  Chains.is_link p' q' {' '.join(machines)} c1' c2'."
        )

    def _interface(self, interface: Interface) -> str:
        """How two chains are tied where an interface is."""
        made, free = Exporter(), replacement(interface.free, interface.free)
        _ordered(interface.free)
        made.bind(free)
        sizes = list(_names(interface))
        for symbol in _names(interface).values():
            made.size(symbol)
        token = made.functions(free)
        if any(len(f.places) > 1 for f in token):
            raise NoFormError("what passes in a chain, but of vectors")
        lengths = "; ".join(size(f.places[0].size) if f.places else "1" for f in token)
        first = data_of(interface.one) == data_of(interface.free)
        made.theorem.sizes |= dict.fromkeys(set(sizes) - set(made.theorem.sizes), 0)
        names = Naming(made.theorem.names)
        value = interface.other if first else interface.one
        text = f"{opening(token, _token(token))}{_listed(list(_vectors(value, made, names)))}"
        if made.theorem.numbers or made.theorem.tensors:
            raise NoFormError("what passes in a chain, with other arrays in it")
        given = "".join(f" ({encoded_name(name)} : nat)" for name in sizes)
        return (
            f"Definition {_name(interface)} (F : realFieldType){given} : Chains.interface F :=\n"
            f"  @Chains.Interface F {str(first).lower()}\n"
            f"    (fun z' : Chains.passed F => {text} : Chains.passed F)\n"
            f"    (@Chains.of_lengths F [:: {lengths}]%N)."
        )


ENDS = "(p' q' : Chains.interface F) (c1' c2' : Chains.cell F)"


def _name(interface: Interface) -> str:
    return f"{encoded_name(interface.name)}_interface'"


def several_stated(parts: Sequence[Conclusion]) -> str:
    """A statement with chains among its parts, as text."""
    stated = []
    for n, part in enumerate(parts):
        if isinstance(part, EveryChain | EveryFirstChain):
            said = "\n".join(ChainText(part).stated)
        else:
            said = field_statement(exported(part, ordered=True).theorem)
        stated.append(module(f"Part{n}'", said))
    together = " /\\ ".join(f"Part{n}'.statement" for n in range(len(parts)))
    return "\n".join([*stated, f"Definition statement : Prop := {together}."])


def module(name: str, text: str) -> str:
    """A text as a module."""
    return f"  Module {name}.\n{text}\n  End {name}."
