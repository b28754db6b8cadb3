"""Proofs of what follows from two machines having the same outputs, by the claim's own runs.

Nothing here is trusted: the kernel runs the machines on the sequences that are written.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from types import MappingProxyType
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.equations_proof import one_of, weighted_zeros
from theorem_checks.certifying.exporting import Exporter
from theorem_checks.certifying.machines_proof import Equations, opened
from theorem_checks.certifying.rocq_text import Naming, functions, proposition, size, term
from theorem_checks.certifying.sums_proof import SumsProof
from theorem_checks.certifying.theorems import NoFormError, parts
from theorem_checks.proving.machines.consequences import Followed, hypotheses_in
from theorem_checks.statements.arrays.index_families import indices_of
from theorem_checks.statements.terms import replacement

__all__ = ["NamedPlaces", "consequence_lines", "following_lines", "machines_in"]

Values = Mapping[str, t.Function]


def consequence_lines(
    p: t.Under, followed: Followed, exporter: Exporter, tag: str
) -> tuple[str, list[str]]:
    """The term that proves an equation under the hypothesis, and the lines before it.

    **Arguments**: `followed`, the runs; `exporter`, which made the statement; `tag`, for names of
    its own.
    """
    body = p.body.parts[0] if isinstance(p.body, t.And) else p.body
    if not isinstance(body, t.Equals):
        raise NoFormError("what follows from machines, of arrays")
    return following_lines(p.hypothesis, body, followed, exporter, tag)


def machines_in(hypothesis: t.Proposition, given: str) -> tuple[t.SameRuns, str]:
    """What a hypothesis says of two machines, and its proof from one of the hypothesis."""
    if isinstance(hypothesis, t.SameRuns):
        return hypothesis, given
    assert isinstance(hypothesis, t.And)
    count = len(hypothesis.parts)
    found = ((one_of(given, n, count), part) for n, part in enumerate(hypothesis.parts))
    proof, same = next((proof, p) for proof, p in found if isinstance(p, t.SameRuns))
    assert isinstance(same, t.SameRuns)
    return same, proof


def following_lines(
    hypothesis: t.Proposition,
    said: t.Proposition,
    followed: Followed,
    exporter: Exporter,
    tag: str,
    known: Mapping[str, t.Bound] = MappingProxyType({}),
) -> tuple[str, list[str]]:
    """The same for an equation at all places of some variables, of which the runs may speak.

    What the first machine adds for a token is taken as it is where the equation speaks of it. The
    hypothesis may say equations of arrays beside, which the runs' record weights.

    **Arguments**: `known`, by the names of indices in the runs, the variables.
    """
    given = f"u{tag}'"
    same_runs, shown_by = machines_in(hypothesis, given)
    if any(isinstance(e, t.Positive) for e in (*parts(hypothesis), *parts(said))):
        raise NoFormError("what follows from machines with positive parts")
    free, body = opened(said)
    marked = _Marking(same_runs, body)
    names = Naming(exporter.theorem.names)
    equations = Equations(SumsProof(exporter.theorem), names, tag, [])
    alone = "".join(f" p{n}'" for n in range(len(free)))
    moved = alone + "".join(f" r{n}'" for n in range(len(free)))
    at = NamedPlaces(names, free)
    zeros, zero_texts = [], []
    for number, (weights, tokens, *over) in enumerate(followed.runs):
        indices = over[0] if over else ()
        with exporter.outside():
            own = {index.name: exporter.bound(index) for index in indices}
            run = _Run(same_runs, followed, tokens, exporter, {**known, **own})
            found = list(run.differences(weights))
        outer = {b.number: f"o{n}'" for n, b in enumerate(own.values())}
        at = NamedPlaces(names, free, outer)
        inside = "".join(f"apply: big1 => {one} _; " for one in outer.values())
        for place, (bound, weight, one, other) in found:
            difference = t.Times((weight, t.Plus((marked(one), t.Negative(other)))))
            every = (*own.values(), *bound)
            summed = reduce(lambda inner, b: t.Sum(b, inner), reversed(every), difference)
            zeros.append(summed)
            values = [f"({_function(bound, e, at)})" for e in (weight, one, other)]
            shown = one_of(f"({shown_by} {run.text(at)})", place, run.places)
            sizes = " ".join(size(b.size) for b in bound)
            lemma = f"@differ{len(bound)} F {sizes} {' '.join(values)}"
            proof = f"{inside}exact: ({lemma} {shown})"
            zero_texts.append((f"z{number}_{place}{tag}'", term(summed, at), proof))
    at = NamedPlaces(names, free)
    for number, (zero, proof) in enumerate(
        weighted_zeros(hypothesis, given, followed, exporter, "@differ0 F _ _", known)
    ):
        zeros.append(zero)
        zero_texts.append((f"e{number}{tag}'", term(zero, at), proof))
    if not zeros:
        raise NoFormError("what follows from no run")
    whole = t.Equals(marked(body.lhs), t.Plus((marked(body.rhs), *zeros)))
    name = equations.add(f"sum{tag}'", t.Every(free, whole) if free else whole)
    same = f"same{tag}'"  # by a name, as it takes seconds to read
    lemmas = [f"Definition {same} : Prop :=\n  {proposition(hypothesis, names)}."]
    places = "".join(f" (p{n}' : nat)" for n in range(len(free)))
    lemmas += [
        f"Lemma {zero} ({given} : {same}){places} :\n  {said_of_it} = 0 :> F.\nProof. {proof}. Qed."
        for zero, said_of_it, proof in zero_texts
    ]
    sign = "@" if free else ""
    dropped = reduce(
        lambda e, z: f"(@less_zero F _ _ _ {e} ({sign}{z[0]} {given}{alone}))", zero_texts, "erefl"
    )
    function = f"fun{moved} => " if free else ""
    called = f"(@{name}{moved})" if free else name
    last = (
        f"Lemma follows{tag}' ({given} : {same}) :\n  {proposition(said, names)}.\n"
        f"Proof. exact: ({function}etrans {called} {dropped}). Qed."
    )
    return f"follows{tag}'", [*equations.lines(), *lemmas, last]


class _Marking:
    """Marks what a machine adds to its state for a token as a name, whatever the token."""

    def __init__(self, p: t.SameRuns, said: t.Equals) -> None:
        self._tokens = {f.name for f in p.token}
        self._added = self._summand(p)
        if not any(isinstance(e, t.Named) for e in parts(self(said))):
            self._added = None

    def _summand(self, p: t.SameRuns) -> t.Term | None:
        """The only summand of the first machine's state with the token, if without the state."""
        state = {f.name for f in p.one.start}
        found = []
        for after in (f.body for f in p.one.after):
            for summand in after.parts if isinstance(after, t.Plus) else (after,):
                named = {e.name for e in parts(summand) if isinstance(e, t.Entry)}
                found += [(summand, named & state)] if named & self._tokens else []
        if len(found) != 1 or found[0][1] or isinstance(found[0][0], t.Entry):
            return None  # a token by itself is of any form
        return found[0][0]

    def __call__(self, e: Any) -> Any:
        if self._added is None:
            return e
        if self._is_of_form(e, self._added):
            return t.Named(e)
        if isinstance(e, tuple):
            return tuple(map(self, e))
        if hasattr(e, "__dataclass_fields__") and not isinstance(e, t.Size | t.Bound):
            return type(e)(*(self(getattr(e, name)) for name in e.__dataclass_fields__))
        return e

    def _is_of_form(self, e: Any, form: Any) -> bool:
        """Whether a term is a form with any terms for the token, and at any places."""
        if isinstance(form, t.Entry) and form.name in self._tokens:
            return True
        if type(e) is not type(form):
            return False
        if isinstance(form, t.Bound):
            return e.size == form.size
        if isinstance(form, tuple):
            return len(e) == len(form) and all(map(self._is_of_form, e, form))
        if hasattr(form, "__dataclass_fields__") and not isinstance(form, t.Size):
            names = form.__dataclass_fields__
            return all(self._is_of_form(getattr(e, n), getattr(form, n)) for n in names)
        return e == form


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


class _Run:
    """Both machines on a few tokens."""

    def __init__(
        self,
        p: t.SameRuns,
        followed: Followed,
        tokens: Sequence[Any],
        exporter: Exporter,
        known: Mapping[str, t.Bound],
    ) -> None:
        same: Any = hypotheses_in(followed.conclusion)[0]
        self._p, self._exporter, self._same, self._known = p, exporter, same, known
        self._tokens = [exporter.functions(replacement(same.one.token, x), known) for x in tokens]
        if len(p.outputs.parts) != 1 or not self._tokens:
            raise NoFormError("what follows from outputs in several arrays")
        (outputs,) = p.outputs.parts
        assert isinstance(outputs, t.And)
        self._outputs = outputs.parts
        self.places = len(outputs.parts)

    def text(self, names: Naming) -> str:
        """All tokens but the last one, and the last one."""
        *before, last = (functions(token, names) for token in self._tokens)
        return f"[:: {'; '.join(before)}] {last}"

    def differences(self, weights: Any) -> Any:
        """The blocks of the outputs at the last token, with their weights, by number."""
        one, other = self._same.one.output, self._same.other.output
        own = [*self._p.one.start, *self._p.other.start]
        steps = [*self._p.one.after, *self._p.other.after]
        state: Values = {f.name: f for f in own}
        here: Values = {}
        for number, token in enumerate(self._tokens, 1):
            here = {**state, **{f.name: f for f in token}}
            if number < len(self._tokens):
                state = {
                    f.name: t.Function(f.name, f.places, self._put(f.body, here, {})) for f in steps
                }
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
            sides = (self._put(e, here, at) for e in (equation.lhs, equation.rhs))
            yield number, (bound, weight, *sides)

    def _put(self, e: Any, values: Values, at: Mapping[Any, Any]) -> Any:
        """A term with values of tensors, and with new variables for all that it sums over."""
        if isinstance(e, t.Bound):
            return at.get(e, e)
        if isinstance(e, t.Entry) and e.name in values:
            f = values[e.name]
            given = (at.get(i, i) for i in e.indices)
            return self._put(f.body, {}, dict(zip(f.places, given, strict=True)))
        if isinstance(e, t.Sum):
            own = self._exporter.bound_below(e.index.size)
            return t.Sum(own, self._put(e.body, values, {**at, e.index: own}))
        if isinstance(e, t.Applied):
            own = {index: self._exporter.bound_below(index.size) for index in e.places}
            at = {**at, **own}
        if isinstance(e, tuple):
            return tuple(self._put(part, values, at) for part in e)
        if hasattr(e, "__dataclass_fields__") and not isinstance(e, t.Size):
            fields = (getattr(e, name) for name in e.__dataclass_fields__)
            return type(e)(*(self._put(part, values, at) for part in fields))
        return e


def _function(bound: Sequence[t.Bound], e: t.Term, names: Naming) -> str:
    text = term(e, names)
    return f"fun {' '.join(map(names.of, bound))} : nat => {text}" if bound else text
