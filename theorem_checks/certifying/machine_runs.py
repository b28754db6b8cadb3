"""Both machines of a hypothesis on a few tokens: what they put out, as terms."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.equations_proof import assumed_in
from theorem_checks.certifying.exporting import Exporter
from theorem_checks.certifying.machines_proof import opened
from theorem_checks.certifying.rocq_text import Naming, functions
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.proving.machines.consequences import Followed
from theorem_checks.statements.arrays.index_families import indices_of
from theorem_checks.statements.terms import replacement

__all__ = ["NamedPlaces", "Run", "Values"]

Values = Mapping[str, t.Function]


class NamedPlaces(Naming):
    """Names of variables: those of places that a lemma is about are p0', p1', ..."""

    def __init__(
        self,
        names: Naming,
        free: Sequence[t.Bound],
        more: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(())
        self._own = {b.number: f"p{n}'" for n, b in enumerate(free)} | dict(more)
        self._others = names

    def of(self, index: t.Bound | t.Place) -> str:
        """The name of a variable; the number of a place."""
        own = self._own.get(index.number) if isinstance(index, t.Bound) else None
        return own or self._others.of(index)


class Run:
    """Both machines on a few tokens."""

    def __init__(
        self,
        p: t.SameRuns,
        followed: Followed,
        tokens: Sequence[Any],
        exporter: Exporter,
        known: Mapping[str, t.Bound],
    ) -> None:
        same, _ = assumed_in(followed)
        self._p, self._exporter, self._same, self._known = p, exporter, same, known
        self._tokens = [exporter.functions(replacement(same.one.token, x), known) for x in tokens]
        if len(p.outputs.parts) != 1:
            raise NoFormError("what follows from outputs in several arrays")
        (outputs,) = p.outputs.parts
        assert isinstance(outputs, t.And)
        self._outputs = outputs.parts
        self.places = len(outputs.parts)

    def shown(self, same: str, names: Naming) -> str:
        """The proof that the outputs are equal, from that for all tokens."""
        *before, last = (functions(token, names) for token in self._tokens)
        return f"({same} [:: {'; '.join(before)}] {last})"

    def lemmas(self, same: str, shown_by: str, names: Naming) -> list[str]:
        """Lemmas that come before; none for a few tokens."""
        del same, shown_by, names
        return []

    def differences(self, weights: Any) -> Any:
        """The blocks of the outputs at the last token, with their weights, by number."""
        own = [*self._p.one.start, *self._p.other.start]
        steps = [*self._p.one.after, *self._p.other.after]
        state: Values = {f.name: f for f in own}
        here: Values = {}
        for number, token in enumerate(self._tokens, 1):
            here = {**state, **{f.name: f for f in token}}
            if number < len(self._tokens):
                state = {
                    f.name: t.Function(f.name, f.places, self.put(f.body, here, {})) for f in steps
                }
        yield from self.read(weights, here)

    def read(self, weights: Any, here: Values) -> Any:
        """The blocks of the outputs, with their weights, where states and token have values."""
        one, other = self._same.one.output, self._same.other.output
        for number, place in enumerate(sorted({*one.blocks, *other.blocks})):
            if place not in weights.blocks:
                continue
            free, equation = opened(self._outputs[number])
            own_names = [index.name for index in indices_of(weights.axes, place)]
            bound = tuple(self._exporter.bound_below(b.size) for b in free)
            weight = self._exporter.entry(
                weights.blocks[place], {**self._known, **dict(zip(own_names, bound, strict=True))}
            )
            at = dict(zip(free, bound, strict=True))
            sides = (self.put(e, here, at) for e in (equation.lhs, equation.rhs))
            yield number, (bound, weight, *sides)

    def put(self, e: Any, values: Values, at: Mapping[Any, Any]) -> Any:
        """A term with values of tensors, and with new variables for all that it sums over."""
        if isinstance(e, t.Bound):
            return at.get(e, e)
        if isinstance(e, t.Entry) and e.name in values:
            f = values[e.name]
            given = (at.get(i, i) for i in e.indices)
            return self.put(f.body, {}, dict(zip(f.places, given, strict=True)))
        if isinstance(e, t.Sum):
            own = self._exporter.bound_below(e.index.size)
            return t.Sum(own, self.put(e.body, values, {**at, e.index: own}))
        if isinstance(e, t.Applied):
            own = {index: self._exporter.bound_below(index.size) for index in e.places}
            at = {**at, **own}
        if isinstance(e, tuple):
            return tuple(self.put(part, values, at) for part in e)
        if hasattr(e, "__dataclass_fields__") and not isinstance(e, t.Size):
            fields = (getattr(e, name) for name in e.__dataclass_fields__)
            return type(e)(*(self.put(part, values, at) for part in fields))
        return e
