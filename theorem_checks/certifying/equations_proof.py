"""Proofs of an equation under equations of arrays, by weights that the claim's own proof gives.

Nothing here is trusted: that the weighted differences add up to the difference of the two sides is
for the normaliser to decide.
"""

from collections.abc import Iterator, Mapping
from functools import reduce
from types import MappingProxyType
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.changed_terms import moved_to
from theorem_checks.certifying.exporting import Exporter
from theorem_checks.certifying.machines_proof import opened
from theorem_checks.certifying.rocq_text import Naming, proposition, term
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.proving.machines.consequences import Followed
from theorem_checks.statements.arrays.index_families import indices_of
from theorem_checks.statements.conclusions import All, Equal, SameOutputs
from theorem_checks.statements.first_outputs import SameFirstOutputs

__all__ = ["assumed_in", "one_of", "weighted_equations", "weighted_zeros"]


def weighted_equations(
    p: t.Under, followed: Followed, exporter: Exporter, names: Naming, tag: str
) -> tuple[t.Equals, str, list[str]]:
    """The equation with what vanishes on its right side, the step that drops that, and lemmas.

    **Arguments**: `followed`, the weights; `exporter`, which made the statement; `tag`, for names
    of its own; the step is a term in `u{tag}'`, a proof of the hypothesis.

    **Raises** `NoFormError` for an equation of arrays, and where nothing is weighted.
    """
    said = p.body.parts[0] if isinstance(p.body, t.And) and len(p.body.parts) == 1 else p.body
    if not isinstance(said, t.Equals):
        raise NoFormError("what follows from equations, of arrays")
    given, rhs = f"u{tag}'", said.rhs
    lemmas, steps = [_DROPPED.format(tag=tag)], []
    lemma = f"times_zero{tag}'"
    for zero, proof in weighted_zeros(p.hypothesis, given, followed, exporter, lemma):
        rhs, name = t.Plus((rhs, zero)), f"zero{len(steps)}{tag}'"
        lemmas.append(
            f"Lemma {name} ({given} : {proposition(p.hypothesis, names)}) :\n"
            f"  {term(zero, names)} = 0 :> F.\nProof. {proof}. Qed."
        )
        steps.append(f"(@dropped{tag}' _ _ ({name} {given}))")
    if not steps:
        raise NoFormError("what follows from no equation")
    dropped = reduce(lambda done, step: f"(etrans {done} {step})", reversed(steps))
    return t.Equals(said.lhs, rhs), dropped, lemmas


def weighted_zeros(
    hypothesis: t.Proposition,
    given: str,
    followed: Followed,
    exporter: Exporter,
    lemma: str,
    known: Mapping[str, t.Bound] = MappingProxyType({}),
) -> Iterator[tuple[t.Term, str]]:
    """The weighted differences of equations that are assumed, each with how it is seen to be 0.

    **Arguments**: `given`, the name of a proof of the hypothesis; `lemma`, that a number times a
    difference is 0; `known`, by the names of indices of which the weights speak, the variables.
    """
    _, equations = assumed_in(followed)
    for number, weights in followed.equations:
        own, proof = _assumed(hypothesis, given, number, followed)
        array = equations[number - 1]
        for at, place in enumerate(sorted({*array.lhs.blocks, *array.rhs.blocks})):
            if place not in weights.blocks:
                continue
            free, equation = opened(own.parts[at])
            own_names = [index.name for index in indices_of(weights.axes, place)]
            bound = tuple(exporter.bound_below(b.size) for b in free)
            with exporter.outside():
                places = {**known, **dict(zip(own_names, bound, strict=True))}
                weight = exporter.entry(weights.blocks[place], places)
            sides = moved_to((equation.lhs, equation.rhs), dict(zip(free, bound, strict=True)))
            difference = t.Times((weight, t.Plus((sides[0], t.Negative(sides[1])))))
            zero = reduce(lambda inner, b: t.Sum(b, inner), reversed(bound), difference)
            letter = "b" if known else "p"  # that of places outside is p
            summed = [f"{letter}{n}'" for n in range(len(free))]
            inside = "".join(f"apply: big1 => {one} _; " for one in summed)
            ranges = "".join(f" {one}" for one in summed) + " (ltn_ord _)" * len(summed)
            shown = one_of(proof, at, len(own.parts))
            yield zero, f"{inside}exact: ({lemma} _ ({shown}{ranges}))"


def assumed_in(followed: Followed) -> tuple[Any, list[Equal]]:
    """What a hypothesis says of two machines, if anything, and its equations, in order."""
    hypothesis = followed.conclusion.hypothesis
    found = hypothesis.parts if isinstance(hypothesis, All) else (hypothesis,)
    same = [part for part in found if isinstance(part, SameOutputs | SameFirstOutputs)]
    return next(iter(same), None), [part for part in found if isinstance(part, Equal)]


def one_of(proof: str, number: int, count: int) -> str:
    """One of several propositions that are proved together."""
    for _ in range(number):
        proof = f"(proj2 {proof})"
    return proof if number == count - 1 else f"(proj1 {proof})"


def _assumed(
    hypothesis: t.Proposition, given: str, number: int, followed: Followed
) -> tuple[t.And, str]:
    """The blocks of an equation of arrays that is assumed, and its proof."""
    found, proof = hypothesis, given
    if isinstance(followed.conclusion.hypothesis, All):
        assert isinstance(hypothesis, t.And)
        said = enumerate(hypothesis.parts)
        equations = [n for n, part in said if not isinstance(part, t.SameRuns)]
        at = equations[number - 1]
        found, proof = hypothesis.parts[at], one_of(given, at, len(hypothesis.parts))
    if not isinstance(found, t.And):
        raise NoFormError("what follows from equations that are not of arrays")
    return found, proof


_DROPPED = (
    "Lemma times_zero{tag}' (w' l' r' : F) : l' = r' -> w' * (l' + - r') = 0.\n"
    "Proof. by move=> ->; rewrite subrr mulr0. Qed.\n"
    "Lemma dropped{tag}' (x' z' : F) : z' = 0 -> x' + z' = x'.\n"
    "Proof. by move=> ->; rewrite addr0. Qed."
)
