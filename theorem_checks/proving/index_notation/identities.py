r"""Sums over index ranges whose sizes are symbols, and identities between them for all sizes.

Write a statement in index notation:

    d = sympy.Symbol("d", integer=True, positive=True)
    i, j, k = (Index(name, d) for name in "ijk")
    V, W = Tensor("V", 2), Tensor("W", 2)
    trace = Sum(V[i, j] * W[j, i], i, j)

An expression is made of entries `V[i, j]`, `delta(i, j)`, `at_most(i, j)`, exact scalars (rational
functions of symbols, sizes among them), `+`, `-`, `*` and `Sum`. An index may stand any number of
times; what is not summed over is free, and a statement is for all values of its free indices. A sum
over no values is 0: where the symbols allow it, sizes of 0 are meant, too, and tried.

What is decided: equality for every size, of expressions in tensors whose entries are independent,
up to stated symmetries, inverses and what is known of them (orthogonal, orthonormal columns, unit
norm). Two expressions are equal then if and only if they agree term
by term after contraction and renaming of summed indices. What is not decided: identities that hold
only at special sizes (over d + 1 indices an antisymmetrised product vanishes), that use relations
between tensors, or that need transitivity of the order in `at_most`.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.effort import are_counterexamples_wanted, are_tests_wanted
from theorem_checks.proving.identities.canonical import NowhereDefinedError
from theorem_checks.proving.index_notation.canonical import canonical_terms
from theorem_checks.proving.index_notation.graphs import TooManySymmetriesError
from theorem_checks.proving.index_notation.instances import (
    Signature,
    instances,
    signature_of,
    simpler_instances,
    without_tensors,
)
from theorem_checks.proving.index_notation.terms import conditions_on
from theorem_checks.statements.arrays.function_values import IRRATIONAL
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    IndexLike,
    Opaque,
    nodes,
    scalar,
)
from theorem_checks.statements.arrays.index_values import Instance, Position, Values
from theorem_checks.statements.arrays.tensors import Kind
from theorem_checks.statements.conclusions import Equal
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.verdicts.counterexamples import LEFT_AND_RIGHT, Counterexample
from theorem_checks.verdicts.evidence import Evidence, witnessed
from theorem_checks.verdicts.routes import Engine, Route

_SEED = 20_000_003  # fixed, so that a verdict is the same every time
Wrong: TypeAlias = Callable[[Any], bool]
# The largest entries, the draws at each choice of sizes, the choices of sizes. Large entries at
# which polynomials agree that are not equal are drawn so rarely that one draw is enough.
_CONFIRMING = ((1000, 1, 12),)
_SEARCHING = ((1, 8, 30), (3, 8, 30), (1000, 1, 30))


def is_not_zero(difference: Any) -> bool:
    """Whether a number is not 0; a ball is not if it does not contain 0."""
    return difference != 0


def prove_index_identity(lhs: IndexLike, rhs: IndexLike) -> Evidence:
    """Decide whether two expressions in index notation are equal at all sizes.

    **Arguments**: `lhs`, `rhs`, expressions or exact scalars.

    **Returns** Evidence, which concludes `Equal(lhs, rhs)`:

    - PROVED if the canonical forms agree and so do the values at small sizes with random integer
      tensors, summed term by term. Its conditions say that no scalar divides by 0, and that sizes
      are natural numbers, where the assumptions on symbols do not.
    - REFUTED with small sizes, integer tensors and values of the free indices where both sides
      differ.
    - UNDECIDED if the canonical forms differ but no such instance was found: the statement may
      hold at special sizes only, or by a relation that is not known here.
    - VACUOUS if a scalar is nowhere defined, the free indices have no values, or there is no
      tensor that meets what is known of one, such as orthonormal columns of fewer entries.

    **Raises** `ArgumentError` where a name has two meanings or a tensor does not fit its indices;
    `ExactnessError` for a float.
    """
    left, right = scalar(lhs), scalar(rhs)
    return concluded(_decided(left, right), Equal(left, right), "prove_index_identity")


def _decided(left: IndexExpression, right: IndexExpression) -> Evidence:
    signature = signature_of([left, right])
    _require_own_names(signature, (left - right).free)
    if any(index.range.is_zero for index in (left - right).free.values()):
        return Evidence.vacuous("A free index has no values.")
    if none := without_tensors(signature):
        return Evidence.vacuous(none)
    scope = scope_of(signature, left - right)
    try:
        symbolic = _by_terms(left, right, scope)
    except NowhereDefinedError as error:
        return Evidence.vacuous(str(error))
    if not (are_tests_wanted() if symbolic.verdict.passes else are_counterexamples_wanted()):
        return symbolic
    draws = _CONFIRMING if symbolic.verdict.passes else _SEARCHING
    return witnessed(symbolic, by_values(left, right, signature, draws))


def _require_own_names(signature: Signature, free: Iterable[str]) -> None:
    """Raise `ArgumentError` where a free index is called as a symbol or a tensor is."""
    symbols = (*signature.sizes, *signature.scalars.symbols)
    taken = {*(symbol.name for symbol in symbols), *(kind.name for kind in signature.tensors)}
    if clash := sorted(taken.intersection(free)):
        raise ArgumentError("index", clash[0], "a name that no symbol and no tensor has")


def _by_terms(left: IndexExpression, right: IndexExpression, scope: str) -> Evidence:
    try:
        difference = canonical_terms(left - right)
    except TooManySymmetriesError as error:
        return Evidence.undecided(str(error))
    if difference:
        return Evidence.undecided(
            f"The canonical forms of the two sides differ, in {len(difference)} terms."
        )
    name = "the same terms after contraction and renaming of summed indices"
    route = Route.deciding(name, Engine.INDEX_TERMS, Engine.FLINT)
    return Evidence.proved(scope, routes=(route,), conditions=conditions_on(left - right))


def by_values(
    left: IndexExpression,
    right: IndexExpression,
    signature: Signature,
    draws: Sequence[tuple[int, int, int]],
    wrong: Wrong = is_not_zero,
) -> Evidence:
    """Evidence on values at small sizes, where a difference of the sides is wrong if nonzero.

    **Arguments**: `draws`, each the largest entries, how many draws at each choice of sizes, how
    many choices; `wrong`, which differences are wrong.
    """
    functions = {e.name for e in nodes([left, right]) if isinstance(e, Opaque)}
    route = Route.testing(
        "term-by-term sums at small sizes, with random integer tensors",
        *((Engine.FLINT,) if functions & IRRATIONAL else ()),
        Engine.FRACTIONS,
        Engine.SYMPY,
    )
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it
    agreed, places = 0, 0
    free = (left - right).free.values()
    for largest, each, choices in draws:
        for instance in instances(signature, source, largest=largest, each=each, choices=choices):
            try:
                place = _difference(left, right, instance, wrong)
            except (ZeroDivisionError, NoExactValueError):
                continue
            if place is not None:
                smallest = _shrunk(left, right, instance, signature, wrong)
                found = _counterexample(left, right, smallest, wrong)
                return Evidence.refuted(found, routes=(route,))
            agreed += 1
            places += all(instance.size(index.range) for index in free)
    if not agreed:
        return Evidence.undecided("At no small size the two sides have exact values.")
    if not places:
        return Evidence.vacuous("At every size that was tried, the free indices have no values.")
    return Evidence.holds(route.name, routes=(route,), figures={"instances": agreed})


def _difference(
    left: IndexExpression, right: IndexExpression, instance: Instance, wrong: Wrong
) -> tuple[dict[str, int], Any, Any] | None:
    """The first values of the free indices where both sides differ, with their values there."""
    whole, values = left - right, Values(instance)
    for position, difference in values.table(whole).items():
        if wrong(difference):
            place = dict(zip(sorted(whole.free), position, strict=True))
            one, other = (
                values.table(side)[tuple(place[name] for name in sorted(side.free))]
                for side in (left, right)
            )
            return place, one, other
    return None


def _shrunk(
    left: IndexExpression,
    right: IndexExpression,
    instance: Instance,
    signature: Signature,
    wrong: Wrong,
) -> Instance:
    """Make entries and scalars small, one after the other, as long as the sides differ."""
    for simpler in simpler_instances(signature, instance):
        try:
            if _difference(left, right, simpler, wrong) is not None:
                return _shrunk(left, right, simpler, signature, wrong)
        except (ZeroDivisionError, NoExactValueError):
            continue
    return instance


def _counterexample(
    left: IndexExpression, right: IndexExpression, instance: Instance, wrong: Wrong
) -> Counterexample:
    found = _difference(left, right, instance, wrong)
    assert found is not None  # shrinking keeps the difference
    place, one, other = found
    said = "differ" if wrong is is_not_zero else "are in the wrong order"
    symbols = {symbol.name: value for symbol, value in sorted(instance.symbols.items(), key=str)}
    tensors = {kind.name: _nested(instance, kind) for kind in instance.tensors}
    return Counterexample(
        {**symbols, **tensors, **place},
        str(one),
        str(other),
        f"the sides {said}; indices count from 0",
        sides=LEFT_AND_RIGHT,
    )


def _nested(instance: Instance, tensor: Kind, start: Position = ()) -> Any:
    """The entries of a tensor as nested lists."""
    if len(start) == tensor.rank:
        return instance.entry(tensor, start)
    table = instance.tensors[tensor]
    places = {p[len(start)] for p in table}
    if tensor.symmetry != "none":
        places = {number for p in table for number in p}
    return [_nested(instance, tensor, (*start, place)) for place in sorted(places)]


def scope_of(signature: Signature, difference: IndexExpression) -> str:
    """Of what a statement is, in words."""
    parts = {
        "sizes": [symbol.name for symbol in signature.sizes],
        "scalars": [symbol.name for symbol in signature.scalars.symbols],
        "tensors": _described(signature.tensors),
        "indices": sorted(difference.free),
    }
    said = [f"{kind} {', '.join(names)}" for kind, names in parts.items() if names]
    return f"all {', '.join(said)}" if said else "these numbers"


def _described(tensors: Iterable[Kind]) -> list[str]:
    found = []
    for t in sorted(tensors):
        said = t.known or (t.symmetry if t.symmetry != "none" else "")
        found.append(f"{said} {t.name}".strip())
    return found
