"""Steps to bounds: lemmas about numbers, at the entries of arrays of any size."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, cast

import sympy as sp

from theorem_checks import All, AtMost, Conclusion, Evidence, Implies, arithmetic, given_each, prove
from theorem_checks.facts.applying import apply_fact, said_of
from theorem_checks.facts.errors import WEIGHTED_SUM
from theorem_checks.proving.rules.derivations import Applied, Derived, derivation
from theorem_checks.proving.rules.entrywise import (
    at_arrays,
    at_entries,
    either_sign,
    entrywise,
    of_either_sign,
)
from theorem_checks.proving.rules.rewriting import conjuncts_of, hypotheses_of

__all__ = ["PRODUCT", "Lemma", "Steps", "again", "numbers", "product_of", "sigmoid_near_half"]
__all__ += ["within", "within_row"]


def within(value: Any, most: Any) -> tuple[AtMost, AtMost]:
    """Return that a number is between -most and most, or each entry of an array."""
    return AtMost(-most, value), AtMost(value, most)


def within_row(W: Any, most: Any) -> AtMost:
    """Return that the sizes of the entries in each row add up to a number at most."""
    return AtMost(abs(W).sum(axis=1), most)


def numbers(names: str) -> tuple[sp.Symbol, ...]:
    """Return symbols for real numbers of which nothing else is known."""
    return sp.symbols(names, real=True)


class Lemma:
    """What is so of all real numbers, with its evidence."""

    def __init__(self, said: Implies, evidence: Evidence) -> None:
        self.said, self.evidence = said, evidence

    @classmethod
    def by_arithmetic(cls, hypotheses: Sequence[Any], body: Sequence[Any], *more: Any) -> "Lemma":
        """Return what follows by arithmetic, from `more` as well."""
        said = Implies(All(tuple(hypotheses)), All(tuple(body)))
        return cls(said, arithmetic(said, *more))


def product_of(x: Any, y: Any, X: Any, Y: Any) -> tuple[Conclusion, Evidence]:
    """Return that |x y| <= X Y where |x| <= X and |y| <= Y, of any numbers, with evidence."""
    values = dict(zip(numbers("x y X Y"), (x, y, X, Y), strict=True))
    lemma = _product()
    return at_entries(lemma.said, values), entrywise(lemma.said, lemma.evidence, values)


@cache
def _product() -> Lemma:
    x, y, X, Y = numbers("x y X Y")
    return Lemma.by_arithmetic((*within(x, X), *within(y, Y)), within(x * y, X * Y))


PRODUCT = _product


@cache
def sigmoid_near_half() -> Lemma:
    """|sigma(u) - 1/2 - u/4| <= U^3/48 where |u| <= U, by one variable and its sign."""
    u, U = numbers("u U")

    def rest(z: Any) -> Any:
        return 1 / (1 + sp.exp(-z)) - sp.Rational(1, 2) - z / 4

    said = Implies(All(within(u, U)), All(within(rest(u), U**3 / 48)))
    z, found = sp.Symbol("u", nonnegative=True), []
    for sign, part in zip((1, -1), of_either_sign(said, u), strict=True):
        near = All(within(rest(sign * z), z**3 / 48))
        found.append(arithmetic(part, (near, prove(near))))
    return Lemma(said, either_sign(said, u, *found))


class Steps:
    """What follows under the hypotheses of a statement, step by step."""

    def __init__(self) -> None:
        self.derived: list[Derived | Applied] = []
        self._giving: dict[str, Derived | Applied] = {}  # the first step that gives a conclusion

    def use(self, said: Conclusion, evidence: Evidence) -> Conclusion:
        """Add an implication, of which the hypotheses are known, and return what it gives."""
        return self._added(Derived(said, evidence))

    def apply(self, said: Implies) -> Conclusion:
        """Add what an implication gives that is known, and of which all hypotheses are known."""
        return self._added(Applied(said))

    def _added(self, step: Derived | Applied) -> Conclusion:
        given = hypotheses_of(step.said)[1]
        self.derived.append(step)
        self._giving.setdefault(given.key, step)
        return given

    def arithmetic(self, said: Conclusion, *of: Conclusion) -> Conclusion:
        """Add what follows by arithmetic from some of what is known."""
        whole = Implies(All(of), said)
        return self.use(whole, arithmetic(whole))

    def lemma(self, lemma: Lemma, values: Mapping[Any, Any], *of: Conclusion) -> Conclusion:
        """Add what a lemma says of entries; its hypotheses follow by arithmetic from `of`."""
        said: Any = at_entries(lemma.said, values)
        if unknown := _unknown(said, of):
            self.arithmetic(All(unknown), *of)
        return self.use(said, entrywise(lemma.said, lemma.evidence, values))

    def of_arrays(
        self, lemma: Lemma, values: Sequence[tuple[Any, Any]], *of: Conclusion
    ) -> Conclusion:
        """Add what a lemma about free arrays says of others, likewise."""
        found = at_arrays(lemma.said, lemma.evidence, *values)
        assert found.statement is not None
        said: Any = found.statement.conclusion
        self.each_of(said, *of)
        return self.use(said, found)

    def each_of(self, said: Conclusion, *of: Conclusion) -> None:
        """Add each hypothesis of an implication that is not known, as it follows by arithmetic."""
        for one in _unknown(said, of):
            self.arithmetic(one, *of)

    def weighted(self, W: Any, z: Any, s: Any, b: Any, *of: Conclusion) -> Conclusion:
        """Add that |W z| <= s b, where the rows of |W| add up to s at most, and |z| <= b."""
        (m,), (n,) = (axis[0].sizes for axis in W.axes)
        values = {"m": m, "n": n, "W": W, "z": z, "s": s, "b": b}
        said: Any = said_of(WEIGHTED_SUM, values)
        self.each_of(said, *of)
        self.use(said, apply_fact(WEIGHTED_SUM, values))
        product = W @ z
        return self.arithmetic(All(within(product, s * b)), said.body)

    def conclude(self, conclusion: Implies) -> Evidence:
        """Return that the statement follows, of which all was added, or each part."""
        under, body = hypotheses_of(conclusion)
        if whole := self._that_gives(body):
            return derivation(conclusion, *self.derived, whole)
        if not isinstance(body, All):
            return derivation(conclusion, *self.derived, again(body))
        if any(isinstance(part, Implies) for part in body.parts):
            return self._conclude_groups(conclusion, under, body)
        last = [self._that_gives(part) or again(part) for part in body.parts]
        known = {said.key: said for step in last for said in _needed(step)}
        whole = Implies(All(tuple(known.values() or under)), body)
        found = _each_of(whole, [(step,) for step in last])
        return derivation(conclusion, *self._steps_to(known), found)

    def _conclude_groups(self, conclusion: Implies, under: list[Any], body: All) -> Evidence:
        """Return the same, of parts that are under hypotheses of their own, these together."""
        opened = [hypotheses_of(part) for part in body.parts]
        groups: dict[tuple[str, ...], list[tuple[list[Any], Any]]] = {}
        names = [tuple(said.key for said in own) for own, _ in opened]
        for name, one in zip(names, opened, strict=True):
            groups.setdefault(name, []).append(one)
        found: dict[tuple[str, ...], Derived] = {}
        for name, group in groups.items():
            parts = tuple(part for _, part in group)
            wanted = parts[0] if len(parts) == 1 else All(parts)
            said = Implies(All((*under, *group[0][0])), wanted)
            found[name] = Derived(said, self.conclude(said))
        shared = {name: one for name, one in found.items() if len(groups[name]) > 1}
        whole = Implies(All((*under, *(one.said for one in shared.values()))), body)
        last = [
            (Applied(cast(Implies, shared[name].said)), again(part))
            if name in shared
            else (found[name],)
            for name, (_, part) in zip(names, opened, strict=True)
        ]
        return derivation(conclusion, *shared.values(), _each_of(whole, last))

    def _steps_to(self, known: Iterable[str]) -> list[Derived | Applied]:
        """Return the steps without which some of what is known, by its keys, is not."""
        wanted, found = set(known), []
        for step in reversed(self.derived):
            given = hypotheses_of(step.said)[1]
            if wanted & {said.key for said in (step.said, given, *conjuncts_of(given))}:
                wanted |= {said.key for said in _needed(step)}
                found.append(step)
        return found[::-1]

    def _that_gives(self, said: Conclusion) -> Derived | Applied | None:
        """Return the step that gave just that, if one did."""
        return self._giving.get(said.key)


def _each_of(whole: Implies, steps: Sequence[Sequence[Derived | Applied]]) -> Derived:
    """Return what is implied, each part by its steps."""
    parts = zip(cast(All, whole.body).parts, steps, strict=True)
    each = (derivation(Implies(whole.hypothesis, part), *some) for part, some in parts)
    return Derived(whole, given_each(whole, *each))


def _needed(step: Derived | Applied) -> list[Conclusion]:
    """Return what has to be known before a step."""
    assumed = hypotheses_of(step.said)[0]
    return [*assumed, step.said] if isinstance(step, Applied) else assumed


def _unknown(said: Conclusion, of: Sequence[Conclusion]) -> tuple[Conclusion, ...]:
    """Return the hypotheses of an implication that are not among some conclusions as they stand."""
    known = {part.key for one in of for part in conjuncts_of(one)}
    return tuple(one for one in hypotheses_of(said)[0] if one.key not in known)


def again(said: Conclusion) -> Derived:
    """Return what is known already, as the last step."""
    same = Implies(said, said)
    return Derived(same, arithmetic(same))
