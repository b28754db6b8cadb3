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
from theorem_checks.certifying.long_runs_proof import LongRuns
from theorem_checks.certifying.machine_runs import NamedPlaces, Run
from theorem_checks.certifying.machines_proof import Equations, opened
from theorem_checks.certifying.rocq_text import Naming, proposition, size, term
from theorem_checks.certifying.sums_proof import SumsProof
from theorem_checks.certifying.theorems import NoFormError, parts
from theorem_checks.proving.machines.consequences import Followed
from theorem_checks.proving.machines.long_runs import LongRun

__all__ = ["consequence_lines", "following_lines", "machines_in"]


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
    is_long = any(isinstance(run, LongRun) for run in followed.runs)
    sums = SumsProof(exporter.theorem)
    equations = Equations(sums, names, tag, [], is_long=is_long)
    alone = "".join(f" p{n}'" for n in range(len(free)))
    moved = alone + "".join(f" r{n}'" for n in range(len(free)))
    at = NamedPlaces(names, free)
    zeros, zero_texts = [], []
    long = LongRuns(same_runs, followed, exporter, names, tag) if is_long else None
    run_lemmas = long.lines() if long else []
    for number, listed in enumerate(followed.runs):
        weights, tokens, over = _run_of(listed)
        with exporter.outside():
            own = {index.name: exporter.bound(index) for index in over}
            every = {**known, **own}
            several = Run(same_runs, followed, tokens or (), exporter, every)
            run = long.run(listed, every, number) if long else several
            found = list(run.differences(weights))
        outer = {b.number: f"o{n}'" for n, b in enumerate(own.values())}
        at = NamedPlaces(names, free, outer)
        run_lemmas += run.lemmas(f"same{tag}'", shown_by, at)
        for place, (bound, weight, one, other) in found:
            sides = weight, marked(one), other
            zero = _summed(sides, (*own.values(), *bound))
            zeros.append(zero)
            proof = _by_difference(sides, bound, list(outer.values()), at)
            proof += f" {one_of(run.shown(shown_by, at), place, run.places)})"
            zero_texts.append((f"z{number}_{place}{tag}'", term(zero, at), proof))
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
    defined = f"Definition {same} : Prop :=\n  {proposition(hypothesis, names)}."
    lemmas = [defined, *run_lemmas]
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


def _summed(sides: tuple[t.Term, t.Term, t.Term], over: Sequence[t.Bound]) -> t.Term:
    """A weight times the difference of two terms, summed."""
    weight, one, other = sides
    difference: t.Term = t.Times((weight, t.Plus((one, t.Negative(other)))))
    return reduce(lambda inner, b: t.Sum(b, inner), reversed(over), difference)


def _by_difference(
    sides: tuple[t.Term, t.Term, t.Term],
    bound: Sequence[t.Bound],
    outer: Sequence[str],
    at: Naming,
) -> str:
    """The proof that such a sum is 0, but for one that both terms are equal at all places."""
    values = [f"({_function(bound, e, at)})" for e in sides]
    sizes = " ".join(size(b.size) for b in bound)
    inside = "".join(f"apply: big1 => {one} _; " for one in outer)
    return f"{inside}exact: (@differ{len(bound)} F {sizes} {' '.join(values)}"


def _run_of(run: Any) -> tuple[Any, Any, Any]:
    """The weights of a run, its tokens, where these are listed, and over what it is summed."""
    if isinstance(run, LongRun):
        return run.weights, None, run.over
    weights, tokens, *over = run
    return weights, tokens, over[0] if over else ()


def _function(bound: Sequence[t.Bound], e: t.Term, names: Naming) -> str:
    text = term(e, names)
    return f"fun {' '.join(map(names.of, bound))} : nat => {text}" if bound else text
