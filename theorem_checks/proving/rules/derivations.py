r"""The rules of induction from all integers before, and of sums compared term by term.

A step from :math:`A(n_0), \dots, A(n)` to :math:`A(n+1)` has what it assumes as a statement for all
integers. `derivation` takes instances of that, and of other such hypotheses, at values that are
named; `term_by_term` draws from what is said of each term of two sums what is so of the sums.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice, product
from typing import Any, NamedTuple, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.proving.identities.deciding import prove_identity
from theorem_checks.proving.rules.arithmetic import arithmetic
from theorem_checks.proving.rules.inductions import Obligations, require_every_integer
from theorem_checks.proving.rules.parts import sufficient
from theorem_checks.proving.rules.rewriting import bound_in, conjuncts_of, hypotheses_of
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    ForAll,
    Implies,
    symbols_of,
)
from theorem_checks.statements.places import place_of
from theorem_checks.statements.range_signs import is_never_negative
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.terms import term
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = [
    "Applied",
    "Derived",
    "Instance",
    "a_term_of",
    "at_any",
    "derivation",
    "for_any",
    "index_of",
    "induction_from_all_before",
    "linear",
    "names_in",
    "obligations_from_all_before",
    "term_by_term",
    "terms_of_sums",
]


_MOST_READINGS = 32  # of products with several sums over one range, of which one is meant


class Instance(NamedTuple):
    """That of what is known for all integers, what it says of one, which may be a symbol."""

    general: ForAll
    value: Any


class Derived(NamedTuple):
    """What follows from some of what is known: an implication, or what is true of itself."""

    said: Conclusion
    evidence: Evidence


class Applied(NamedTuple):
    """What an implication gives that is known, and of which all hypotheses are known."""

    said: Implies


Step: TypeAlias = Instance | Derived | Applied


def obligations_from_all_before(conclusion: Conclusion) -> Obligations:
    """Base and step of an induction of which the step may use all integers before.

    **Arguments**: `conclusion`, A(n) for all n from n_0 on, under hypotheses or not. The base is
    A(n_0), and the step from A(m) for all m from n_0 to n to A(n + 1); both under the hypotheses.

    **Raises** `ArgumentError` for another conclusion, and for hypotheses in which n stands free.
    """
    hypotheses, whole = _for_all_in(conclusion)
    n, start, body = whole.variable, whole.start, whole.body
    taken = names_in(conclusion)
    before = _unlike(n, taken)
    earlier = _with_fresh_variables(body, taken).substituted({n: before})
    known = [] if (n - start).is_nonnegative else [AtMost(sp.Integer(start), n)]
    known = [*hypotheses, *known, ForAll(before, start, _under(AtMost(before, n), earlier))]
    base = body.substituted({n: sp.Integer(start)})
    step = Implies(All(tuple(known)), body.substituted({n: n + 1}))
    return Obligations(Implies(All(tuple(hypotheses)), base) if hypotheses else base, step)


def induction_from_all_before(conclusion: Conclusion, base: Evidence, step: Evidence) -> Evidence:
    """From A(n_0), and from that A(n_0), ..., A(n) imply A(n+1), A(n) for all n from n_0 on.

    Under hypotheses as well; `obligations_from_all_before` says what base and step conclude.
    """
    needed = obligations_from_all_before(conclusion)
    _, whole = hypotheses_of(conclusion)
    assert isinstance(whole, ForAll)
    require_concluded(base, needed.base, "base")
    require_concluded(step, needed.step, "step")
    _require_no_conditions(base, step)
    scope = f"every {whole.variable} from {whole.start} on"
    found = sufficient({"base": base, "step": step}, scope)
    return concluded(found, conclusion, "induction from all before")


def for_any(conclusion: Conclusion, evidence: Evidence) -> Evidence:
    """From A(n) for a symbol n, under hypotheses in which it does not stand, A(n) for all n.

    **Arguments**: `evidence` of `at_any(conclusion)`.
    """
    require_concluded(evidence, at_any(conclusion), "evidence")
    _require_no_conditions(evidence)
    whole = sufficient({"at any": evidence}, "all integers")
    return concluded(whole, conclusion, "for any")


def _for_all_in(conclusion: Conclusion) -> tuple[list[Conclusion], ForAll]:
    """The hypotheses, which are free of the integer, and what is said of every integer."""
    hypotheses, whole = hypotheses_of(conclusion)
    if not isinstance(whole, ForAll):
        raise ArgumentError("conclusion", type(whole).__name__, "a ForAll, or Implies(..., ForAll)")
    require_every_integer(whole.variable, whole.start)
    if any(whole.variable in _free_in(said) for said in hypotheses):
        wanted = f"hypotheses free of {whole.variable}, which is bound"
        raise ArgumentError("conclusion", conclusion, wanted)
    return hypotheses, whole


def at_any(conclusion: Conclusion) -> Conclusion:
    """What a statement for all integers says of a symbol, under its hypotheses; for `for_any`."""
    hypotheses, whole = _for_all_in(conclusion)
    n, start = whole.variable, whole.start
    known = [] if (n - start).is_nonnegative else [AtMost(sp.Integer(start), n)]
    assumed = (*hypotheses, *known)
    return Implies(All(assumed), whole.body) if assumed else whole.body


def derivation(conclusion: Conclusion, *steps: Step) -> Evidence:
    """What follows under hypotheses, step by step, from these and from what was derived before.

    **Arguments**: `conclusion`, that A implies B, or B; `steps`, of which each adds to what is
    known: an `Instance` of what is known for all integers from a start on, at an integer that is
    seen, or known, to be from there on; what is `Derived`, an implication with evidence of it, all
    hypotheses of which are known; an implication `Applied` that is known, likewise. The last step
    has to give B.

    **Raises** `CheckError` where a step uses what is not known.
    """
    hypotheses, body = hypotheses_of(conclusion)
    key_of = _keys()
    known = {key_of(said) for said in hypotheses}
    parts: dict[str, Evidence] = {}
    reached: Conclusion | None = None
    for number, step in enumerate(steps, 1):
        if isinstance(step, Instance):
            reached = _instance(step, known)
        else:
            if isinstance(step, Derived):
                require_concluded(step.evidence, step.said, f"step {number}")
                parts[f"step {number}"] = step.evidence
                known.add(key_of(step.said))
            elif key_of(step.said) not in known:
                raise CheckError(f"Step {number} is not known.")
            assumed, body_of = hypotheses_of(step.said)
            is_met = all(key_of(said) in known for said in assumed)
            reached = body_of if is_met else step.said
        known.add(key_of(reached))
        known |= {key_of(part) for part in conjuncts_of(reached)}
    if reached is None or reached.key != body.key:
        raise CheckError("The last step does not conclude what is to be derived.")
    _require_no_conditions(*parts.values())
    scope = "under the hypotheses"
    whole = sufficient(parts, scope) if parts else Evidence.proved(scope)
    return concluded(whole, conclusion, "derivation")


def _keys() -> Callable[[Conclusion], str]:
    """The keys of conclusions, each made once, while nothing changes them."""
    found: dict[int, tuple[Conclusion, str]] = {}

    def key_of(said: Conclusion) -> str:
        place = place_of(said)
        if place not in found:
            found[place] = said, said.key
        return found[place][1]

    return key_of


def _instance(step: Instance, known: set[str]) -> Conclusion:
    general, value = step.general, term(step.value, "value")
    if general.key not in known:
        raise CheckError(f"It is not known that {general.latex}.")
    within = AtMost(sp.Integer(general.start), value)
    from_start = sp.expand(value - general.start).is_nonnegative or within.key in known
    if not value.is_integer or not from_start:
        raise CheckError(f"{value} is not known to be an integer from {general.start} on.")
    if value.free_symbols & set(bound_in(general.body)):
        raise CheckError(f"{value} has a symbol in it that {general.latex} binds.")
    return general.body.substituted({general.variable: value})


def term_by_term(conclusion: Conclusion, index: sp.Symbol, each: Evidence) -> Evidence:
    """Two sums over one range are equal, or in order, as their terms are.

    **Arguments**: `conclusion`, an equation or inequality of two sums over one range, under
    hypotheses or not; the `index`, a symbol that stands nowhere in it, of `index_of` the range;
    `each`, that the terms are so under the hypotheses and `terms_of_sums` says where.
    """
    require_concluded(each, terms_of_sums(conclusion, index), "each")
    _require_no_conditions(each)
    whole = sufficient({"each term": each}, "term by term")
    return concluded(whole, conclusion, "term by term")


def terms_of_sums(conclusion: Conclusion, index: sp.Symbol) -> Conclusion:
    """What is to be shown of each term of two sums, for `term_by_term`."""
    hypotheses, said = hypotheses_of(conclusion)
    one, other = (getattr(said, side, None) for side in ("lhs", "rhs"))
    if not isinstance(said, Equal | AtMost):
        raise ArgumentError("conclusion", conclusion, "Equal or AtMost, of two sums")
    if not (isinstance(one, sp.Sum) and isinstance(other, sp.Sum)):
        raise ArgumentError("conclusion", conclusion, "Equal or AtMost, of two sums")
    (_, first, last), (_, *range_of_other) = one.limits[-1], other.limits[-1]
    if [first, last] != range_of_other:
        raise ArgumentError("conclusion", conclusion, "two sums over the same range")
    if index != index_of(one, index.name) or index.name in names_in(conclusion):
        raise ArgumentError("index", index, "a new symbol for the integers of the range")
    lhs, rhs = (_term_of(side).xreplace({side.limits[-1][0]: index}) for side in (one, other))
    within = AtMost(first, index), AtMost(index, last)
    return Implies(All((*hypotheses, *within)), replace(said, lhs=lhs, rhs=rhs))


def _term_of(ranged: Any) -> Any:
    """What a sum adds up, over its outermost range."""
    inner = ranged.limits[:-1]
    return ranged.func(ranged.function, *inner) if inner else ranged.function


def index_of(ranged: Any, name: str) -> sp.Symbol:
    """A symbol for the integers of a range, of which as much is known as its first one tells."""
    first = ranged.limits[-1][1]
    if not first.is_integer:
        raise ArgumentError("ranged", ranged, "a range of integers")
    sign = {"positive": True} if first.is_positive else {}
    sign = sign or ({"nonnegative": True} if first.is_nonnegative else {})
    return sp.Symbol(name, integer=True, **sign)


def a_term_of(conclusion: Conclusion) -> Evidence:
    """A sum of what is never negative is at least each of its terms.

    **Arguments**: `conclusion`, that f(p) is at most the sum of f(i) from a to b, where p is an
    integer, a is at most p, and p at most b.
    """
    hypotheses, said = hypotheses_of(conclusion)
    ranged = said.rhs if isinstance(said, AtMost) else None
    if not isinstance(ranged, sp.Sum) or len(ranged.limits) != 1 or len(hypotheses) != 2:
        raise ArgumentError("conclusion", conclusion, "a term that is at most a sum")
    ((index, first, last),) = ranged.limits
    place: Any = getattr(hypotheses[0], "rhs", None)
    if not isinstance(place, sp.Expr) or not place.is_integer:
        raise ArgumentError("conclusion", conclusion, "a term at an integer")
    inner = ranged.function.atoms(sp.Sum, sp.Product)
    if place.free_symbols & {v for one in inner for v in one.variables}:
        raise ArgumentError("conclusion", place, "an integer without symbols that the terms bind")
    if [h.key for h in hypotheses] != [AtMost(first, place).key, AtMost(place, last).key]:
        raise ArgumentError("conclusion", conclusion, "a term within the range")
    at = ranged.function.xreplace({index: place})
    if AtMost(at, ranged).key != said.key or not is_never_negative(ranged):
        raise ArgumentError("conclusion", conclusion, "a term of a sum that is never negative")
    route = Route.deciding("no term is negative, by what is known of its parts", Engine.SYMPY)
    found = Evidence.proved("each term of the range", routes=(route,))
    taken, number = names_in(conclusion), 0
    while f"i_{number}" in taken:
        number += 1
    inner_place = index_of(ranged, f"i_{number}")
    sign = arithmetic(AtMost(sp.Integer(0), ranged.function.xreplace({index: inner_place})))
    if sign.verdict is Verdict.PROVED and not sign.conditions:  # by other engines
        found = replace(found, parts=(sign,))
    return concluded(found, conclusion, "a term of a sum")


def linear(conclusion: Equal) -> Evidence:
    """A sum is one of other sums over the same ranges, with factors in which no index stands.

    **Arguments**: `conclusion`, that a sum of c f(i) + d g(i) is c times that of f(i), and d times
    that of g(i).
    """
    ranged = conclusion.lhs
    if not isinstance(ranged, sp.Sum) or not _has_own_indices(ranged):
        raise ArgumentError("conclusion", conclusion, "a sum with indices of its own on the left")
    indices = [sp.Dummy(f"i_{place}", integer=True) for place in range(len(ranged.limits))]
    ranges, each = _opened(ranged, indices)
    readings: list[list[Any]] = []
    for part in sp.Add.make_args(conclusion.rhs):
        factors = sp.Mul.make_args(part)
        opened = {
            one: _opened(one, indices)
            for one in factors
            if isinstance(one, sp.Sum) and len(one.limits) == len(indices) and _has_own_indices(one)
        }
        of_range = {one: term for one, (where, term) in opened.items() if where == ranges}
        if not of_range:
            raise ArgumentError("conclusion", conclusion, "sums over that range on the right side")
        readings.append(
            [
                sp.Mul(*(one for one in factors if one is not inner)) * term
                for inner, term in of_range.items()
            ]
        )
    found = Evidence.undecided("There are too many sums of that range.")
    for chosen in islice(product(*readings), _MOST_READINGS):  # which of the sums is the one
        found = prove_identity(each, sp.Add(*chosen))
        if found.verdict is Verdict.PROVED:
            break
    _require_no_conditions(found)
    return concluded(sufficient({"each term": found}, "all terms"), conclusion, "linear")


def _opened(ranged: Any, indices: list[sp.Dummy]) -> tuple[list[Any], Any]:
    """The ranges of a sum, and what it adds up, with other symbols for its indices.

    The ends of a range may have the indices of the ranges outside of it, which come after it.
    """
    called = {limit[0]: index for limit, index in zip(ranged.limits, indices, strict=True)}
    outside, ranges = dict(called), []
    for index, *ends in ranged.limits:
        del outside[index]
        ranges.append(tuple(end.xreplace(outside) for end in ends))
    return ranges, ranged.function.xreplace(called)


def _has_own_indices(ranged: sp.Sum) -> bool:
    """Whether no two ranges of a sum have the same index, so that each is one in its terms."""
    return len(set(ranged.variables)) == len(ranged.limits)


def names_in(said: Conclusion) -> set[str]:
    """The names of all symbols in a conclusion, of those that it binds as well."""
    found = {symbol.name for symbol in bound_in(said)}

    def seen(part: Any) -> Any:
        if isinstance(part, sp.Basic):
            found.update(symbol.name for symbol in part.atoms(sp.Symbol))
        return part

    said.mapped(seen)
    return found


def _unlike(n: sp.Symbol, taken: set[str]) -> sp.Symbol:
    """A symbol of the sort of another one, with a name that is not taken, and is then."""
    name = f"{n.name}_before"
    while name in taken:
        name += "_"
    taken.add(name)
    return sp.Symbol(name, **n._assumptions_orig)


def _with_fresh_variables(said: Conclusion, taken: set[str]) -> Conclusion:
    """The same statement with other names for the integers of which something is said in it."""
    if isinstance(said, All):
        return All(tuple(_with_fresh_variables(part, taken) for part in said.parts))
    if isinstance(said, Implies):
        return Implies(
            *(_with_fresh_variables(part, taken) for part in (said.hypothesis, said.body))
        )
    if not isinstance(said, ForAll):
        return said
    new = _unlike(said.variable, taken)
    body = said.body.substituted({said.variable: new})
    return ForAll(new, said.start, _with_fresh_variables(body, taken))


def _under(guard: Conclusion, said: Conclusion) -> Conclusion:
    """That a guard implies what is said, with the guard beside each single thing that is said."""
    if isinstance(said, All):
        return All(tuple(_under(guard, part) for part in said.parts))
    if isinstance(said, ForAll):  # its symbol is a new one
        return ForAll(said.variable, said.start, _under(guard, said.body))
    return Implies(guard, said)


def _free_in(said: Conclusion) -> set[Any]:
    if isinstance(said, ForAll):
        return _free_in(said.body) - {said.variable}
    if isinstance(said, All):
        return set().union(*map(_free_in, said.parts))
    if isinstance(said, Implies):
        return _free_in(said.hypothesis) | _free_in(said.body)
    return symbols_of(said)


def _require_no_conditions(*parts: Evidence) -> None:
    for part in parts:
        if part.conditions:
            raise CheckError(f"A part holds only where {part.conditions[0].text}.")
