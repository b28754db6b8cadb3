"""Proofs of an equation under equations of arrays, by weights that the claim's own proof gives.

Nothing here is trusted: that the weighted differences add up to the difference of the two sides is
for the normaliser to decide.
"""

from functools import reduce

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.changed_terms import moved_to
from theorem_checks.certifying.consequence_proof import one_of
from theorem_checks.certifying.exporting import Exporter
from theorem_checks.certifying.machines_proof import opened
from theorem_checks.certifying.rocq_text import Naming, proposition, term
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.proving.machines.consequences import Followed, hypotheses_in
from theorem_checks.statements.arrays.index_families import indices_of
from theorem_checks.statements.conclusions import All

__all__ = ["weighted_equations"]


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
    _, equations = hypotheses_in(followed.conclusion)
    given, rhs = f"u{tag}'", said.rhs
    lemmas, steps = [_DROPPED.format(tag=tag)], []
    for number, weights in followed.equations:
        own, proof = _assumed(p.hypothesis, given, number, followed)
        array = equations[number - 1]
        for at, place in enumerate(sorted({*array.lhs.blocks, *array.rhs.blocks})):
            if place not in weights.blocks:
                continue
            free, equation = opened(own.parts[at])
            own_names = [index.name for index in indices_of(weights.axes, place)]
            bound = tuple(exporter.bound_below(b.size) for b in free)
            with exporter.outside():
                known = dict(zip(own_names, bound, strict=True))
                weight = exporter.entry(weights.blocks[place], known)
            sides = moved_to((equation.lhs, equation.rhs), dict(zip(free, bound, strict=True)))
            difference = t.Times((weight, t.Plus((sides[0], t.Negative(sides[1])))))
            zero = reduce(lambda inner, b: t.Sum(b, inner), reversed(bound), difference)
            rhs, name = t.Plus((rhs, zero)), f"zero{len(steps)}{tag}'"
            places = [f"p{n}'" for n in range(len(free))]
            inside = "".join(f"apply: big1 => {one} _; " for one in places)
            ranges = "".join(f" {one}" for one in places) + " (ltn_ord _)" * len(places)
            shown = one_of(proof, at, len(own.parts))
            lemmas.append(
                f"Lemma {name} ({given} : {proposition(p.hypothesis, names)}) :\n"
                f"  {term(zero, names)} = 0 :> F.\n"
                f"Proof. {inside}exact: (times_zero{tag}' _ ({shown}{ranges})). Qed."
            )
            steps.append(f"(@dropped{tag}' _ _ ({name} {given}))")
    if not steps:
        raise NoFormError("what follows from no equation")
    dropped = reduce(lambda done, step: f"(etrans {done} {step})", reversed(steps))
    return t.Equals(said.lhs, rhs), dropped, lemmas


def _assumed(
    hypothesis: t.Proposition, given: str, number: int, followed: Followed
) -> tuple[t.And, str]:
    """The blocks of an equation of arrays that is assumed, and its proof."""
    found, proof = hypothesis, given
    if isinstance(followed.conclusion.hypothesis, All):
        assert isinstance(hypothesis, t.And)
        found = hypothesis.parts[number - 1]
        proof = one_of(given, number - 1, len(hypothesis.parts))
    if not isinstance(found, t.And):
        raise NoFormError("what follows from equations that are not of arrays")
    return found, proof


_DROPPED = (
    "Lemma times_zero{tag}' (w' l' r' : F) : l' = r' -> w' * (l' + - r') = 0.\n"
    "Proof. by move=> ->; rewrite subrr mulr0. Qed.\n"
    "Lemma dropped{tag}' (x' z' : F) : z' = 0 -> x' + z' = x'.\n"
    "Proof. by move=> ->; rewrite addr0. Qed."
)
