"""Induction on an integer, and on the tokens that a machine reads: what base and step are.

Where what is said at all times is no step's own hypothesis, `by_invariant` draws it from what is.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.rules.parts import require_free_of, sufficient
from theorem_checks.proving.rules.rewriting import under_hypotheses
from theorem_checks.statements.always import Always, names_in
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    ForAll,
    Implies,
    symbols_of,
)
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.terms import (
    components,
    replacement,
    tensor_names,
)
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = [
    "Obligations",
    "OfInvariant",
    "by_invariant",
    "induction",
    "obligations",
    "of_invariant",
    "require_every_integer",
]


class Obligations(NamedTuple):
    """What an induction needs, computed from what it concludes."""

    base: Conclusion
    step: Conclusion


def obligations(conclusion: Conclusion) -> Obligations:
    """Base and step of an induction, by substitution.

    **Arguments**: `conclusion`, A(n) for all n from n_0 on, a `ForAll`; or `Implies(H, ForAll)`
    under hypotheses H: such as are free of n, and such as are for all m from an m_0 on, a `ForAll`,
    of which base and step have the instances from m_0, or from n on, up to the next integer. The
    step is for n >= n_0, which it says where the symbol does not. Or an `Always`, also under
    hypotheses, which have to be free of the machine's state and token.

    **Raises** `ArgumentError` for another conclusion, a hypothesis in which the symbol of the
    induction stands free, and symbols that cannot stand for every integer from the start on.
    """
    hypotheses: list[Conclusion] = []
    whole = conclusion
    while isinstance(whole, Implies):
        hypotheses += _joined_in(whole.hypothesis)
        whole = whole.body
    if isinstance(whole, Always):
        return _over_tokens(whole, hypotheses)
    if not isinstance(whole, ForAll):
        expected = "a ForAll or an Always, or Implies(..., one of these)"
        raise ArgumentError("conclusion", type(whole).__name__, expected)
    n, n0, body = whole.variable, whole.start, whole.body
    require_every_integer(n, n0)
    at_first: list[Conclusion] = []
    at_any: list[Conclusion] = [] if (n - n0).is_nonnegative else [AtMost(sp.Integer(n0), n)]
    for said in hypotheses:
        if not isinstance(said, ForAll):
            if n in symbols_of(said):
                raise ArgumentError("conclusion", said, f"hypotheses free of {n}, which is bound")
            at_first.append(said)
            at_any.append(said)
            continue
        m, m0 = said.variable, said.start
        require_every_integer(m, m0)
        if n != m and n in symbols_of(said.body):
            raise ArgumentError("conclusion", said, f"hypotheses free of {n}, which is bound")
        first = range(max(m0, n0 - _MOST_BEFORE), n0 + 2)
        at_first += [said.body.substituted({m: sp.Integer(k)}) for k in first]
        at_any += [said.body.substituted({m: n + k}) for k in (0, 1) if n0 + k >= m0]
        if isinstance(body, ForAll):  # what is said of the other integer is needed as it stands
            at_first.append(said)
            at_any.append(said)
    if not isinstance(body, ForAll):
        at_first, at_any = _of_numbers(at_first), _of_numbers(at_any)
    later = Implies(body, body.substituted({n: n + 1}))
    start = body.substituted({n: sp.Integer(n0)})
    base, step = (
        Implies(All(tuple(known)), said) if known else said
        for known, said in ((at_first, start), (at_any, later))
    )
    return Obligations(base, step)


def _over_tokens(always: Always, hypotheses: Sequence[Conclusion]) -> Obligations:
    """What is to be shown of the first state, and of that after any token that is allowed."""
    machine = always.machine
    free = (machine.state, machine.token)
    for part in free:
        replacement(part, part)  # both may be anything
    names = [name for part in components(free) for name in tensor_names(part)]
    if len(set(names)) < len(names):
        raise ArgumentError("conclusion", sorted(names), "a state and a token of other names")
    if taken := set(names) & set().union(*map(names_in, hypotheses)):
        expected = "hypotheses free of the machine's state and token, which are any"
        raise ArgumentError("conclusion", sorted(taken), expected)
    before = All((always.said, *always.allowed)) if always.allowed else always.said
    base, step = always.at(machine.start), Implies(before, always.at(machine.after))
    return Obligations(*(under_hypotheses(hypotheses, said) for said in (base, step)))


class OfInvariant(NamedTuple):
    """What a proof by an invariant needs, computed from what it concludes."""

    kept: Conclusion
    enough: Conclusion


def of_invariant(conclusion: Conclusion, kept: Conclusion) -> OfInvariant:
    """What a state keeps at all times, and that what is said follows from it.

    **Arguments**: `conclusion`, an `Always`, under hypotheses or not; `kept`, equations,
    inequalities and orders in the entries of its machine's state, an invariant.

    **Raises** `ArgumentError` for another conclusion, and for what is kept of the token.
    """
    if isinstance(conclusion, Implies):
        inner = of_invariant(conclusion.body, kept)
        return OfInvariant(*(Implies(conclusion.hypothesis, said) for said in inner))
    if not isinstance(conclusion, Always):
        raise ArgumentError("conclusion", type(conclusion).__name__, "an Always, or under Implies")
    always = Always(conclusion.machine, kept, conclusion.allowed)
    return OfInvariant(always, Implies(kept, conclusion.said))


def by_invariant(
    conclusion: Conclusion, kept: Conclusion, always: Evidence, enough: Evidence
) -> Evidence:
    """From that a state keeps I at all times, and that I implies A, that A is so at all times.

    Under hypotheses as well; `of_invariant` says what `always` and `enough` have to conclude. The
    hypotheses are free of the machine's state and token.
    """
    needed = of_invariant(conclusion, kept)
    obligations(conclusion)  # of which the hypotheses have to be such as an induction has
    require_concluded(always, needed.kept, "always")
    require_concluded(enough, needed.enough, "enough")
    found = sufficient({"kept": always, "enough": enough}, "all sequences, of all lengths")
    return concluded(found, conclusion, "by an invariant")


def _of_numbers(hypotheses: list[Conclusion]) -> list[Conclusion]:
    """Hypotheses without those for all integers that stand in them: fewer are enough."""
    if not any(isinstance(part, ForAll) for said in hypotheses for part in _joined_in(said)):
        return hypotheses
    parts = (part for said in hypotheses for part in _joined_in(said))
    return [part for part in parts if not isinstance(part, ForAll)]


_MOST_BEFORE = 8  # instances of a hypothesis before the start


def _joined_in(said: Conclusion) -> list[Conclusion]:
    """The hypotheses that `All` joins."""
    if not isinstance(said, All):
        return [said]
    return [inner for part in said.parts for inner in _joined_in(part)]


def require_every_integer(n: Any, start: int) -> None:
    """Raise `ArgumentError` for a symbol that is known to be more than an integer from `start`."""
    least = 1 if n.is_positive else 0 if n.is_nonnegative else None
    sign = {1: {"positive": True}, 0: {"nonnegative": True}, None: {}}[least]
    plain = sp.Symbol(n.name, integer=True, **sign)  # odd, or not 0, is more than that
    if n != plain or (least is not None and start < least):
        raise ArgumentError("variable", n, f"a symbol for every integer from {start} on")


def induction(conclusion: Conclusion, base: Evidence, step: Evidence) -> Evidence:
    """From A(n_0), and from that A(n) implies A(n+1) for a symbol n, A(n) for all n from n_0 on.

    Of what is true of a machine's state at all times, `Always`, the base is about the first state,
    and the step about the state after any token. Under hypotheses as well; `obligations` says what
    base and step have to conclude.

    **Raises** `CheckError` where base or step conclude anything else; `ArgumentError` as
    `obligations` does.
    """
    needed = obligations(conclusion)
    whole = conclusion
    while isinstance(whole, Implies):
        whole = whole.body
    require_concluded(base, needed.base, "base")
    scope = "all sequences, of all lengths"
    if isinstance(whole, ForAll):
        scope = f"every {whole.variable} from {whole.start} on"
        require_free_of(whole.variable, base, step)
    require_concluded(step, needed.step, "step")
    parts = {"base": base, "step": step}
    necessary = base.verdict is Verdict.REFUTED and whole is conclusion
    found = all_of(parts, scope) if necessary else sufficient(parts, scope)
    return concluded(found, conclusion, "induction")
