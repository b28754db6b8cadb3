"""What a certificate states of random tensors: means of statistics, and where these are least.

Entries are independent, and of their law as many moments are said as entries of it stand in one
product; nothing else is asked of a law.
"""

from collections import Counter
from functools import reduce
from typing import Any, Protocol

import sympy as sp

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.theorems import NoFormError, Random, Theorem, joined
from theorem_checks.statements import conclusions as c
from theorem_checks.statements.moments.networks import Network
from theorem_checks.statements.moments.statistics import Statistic
from theorem_checks.statements.moments.tensors import Tensor as RandomTensor

__all__ = ["Statistics"]


class Exports(Protocol):
    """What makes sizes and numbers, and notes what is named."""

    theorem: Theorem

    def size(self, e: sp.Expr) -> t.Size: ...
    def scalar(self, e: sp.Expr) -> t.Term: ...
    def bound_below(self, size: t.Size) -> t.Bound: ...
    def constant(self, name: str, rank: int) -> None: ...


class Statistics:
    """Makes what a certificate states of means, and notes which random tensors it speaks of."""

    def __init__(self, exporter: Exports) -> None:
        self._exporter = exporter
        self._orders: dict[RandomTensor, int] = {}  # how many entries stand in one product
        self.statistics: dict[int, tuple[Any, Statistic]] = {}  # for proofs: of which a term is
        self.at: dict[int, tuple[Any, sp.Expr]] = {}  # and where a mean is least

    def proposition(self, said: c.Mean | c.UniqueMinimum) -> t.Proposition:
        """What is said of a mean."""
        if not isinstance(said.statistic, Statistic):
            raise NoFormError(f"the mean of {type(said.statistic).__name__}")
        if isinstance(said, c.Mean):
            one = self.term(said.statistic)
            if isinstance(said.formula, Statistic):
                return t.SameMean(one, self.term(said.formula))
            assert isinstance(said.formula, sp.Expr)
            return t.MeanIs(one, self._exporter.scalar(said.formula))
        numbers = self._exporter.theorem.numbers
        if said.variable.name in numbers:
            raise NoFormError(f"{said.variable}, which is bound, elsewhere")
        one = self.term(said.statistic)
        if numbers.pop(said.variable.name, ()):
            raise NoFormError(f"{said.variable}, which does not take all real values")
        assert isinstance(said.at, sp.Expr)
        at = self._exporter.scalar(said.at)
        if said.variable.name in numbers:
            raise NoFormError(f"{said.variable} where it is claimed to be")
        found = t.LeastAt(t.Variable(said.variable.name), one, at)
        self.at[id(found)] = found, said.at
        return found

    def term(self, statistic: Statistic) -> t.Term:
        """A polynomial in random entries."""
        found: list[t.Term] = []
        for monomial, coefficient in statistic.terms.items():
            factors = [self._network(network) for network in monomial]
            counted = Counter(edge.tensor for network in monomial for edge in network)
            for tensor, count in counted.items():
                if tensor.law is not None:
                    self._orders[tensor] = max(count, self._orders.get(tensor, 1))
            if coefficient != 1 or not factors:
                factors.insert(0, self._exporter.scalar(coefficient))
            found.append(joined(t.Times, factors))
        made = joined(t.Plus, found) if found else t.Number(0)
        self.statistics[id(made)] = made, statistic
        return made

    def _network(self, network: Network) -> t.Term:
        bound: dict[int, t.Bound] = {}
        entries: list[t.Term] = []
        for edge in network:
            places: list[t.Bound | t.Place] = []
            sizes = map(self._exporter.size, edge.tensor.shape)
            for size, index in zip(sizes, edge.indices, strict=True):
                if isinstance(index, int):
                    own = bound.setdefault(index, self._exporter.bound_below(size))
                    places.append(own)
                elif isinstance(index.label, sp.Integer):
                    places.append(t.Place(int(index.label), size))
                else:
                    raise NoFormError(f"the index {index.label} of a random tensor")
            entries.append(self._entry(edge.tensor, tuple(places)))
        body = joined(t.Times, entries)
        return reduce(lambda inner, b: t.Sum(b, inner), reversed(bound.values()), body)

    def _entry(self, tensor: RandomTensor, places: tuple[t.Bound | t.Place, ...]) -> t.Term:
        if tensor.law is None:
            self._exporter.constant(tensor.name, len(places))
            return t.Entry(tensor.name, places)
        return t.Drawn(tensor.name, places)

    def note_laws(self) -> None:
        """Note the random tensors of the theorem, with as many moments as are asked for."""
        theorem = self._exporter.theorem
        for tensor, order in self._orders.items():
            law = tensor.law
            assert law is not None
            sizes = tuple(map(self._exporter.size, tensor.shape))
            named = [(law.moment(k), law.cumulant(k)) for k in range(1, order + 1)]
            unknown = {
                u: sp.Symbol(f"moment {u.args[0]} of {tensor.name}", real=True)
                for pair in named
                for value in pair
                for u in value.atoms(sp.Function("UnknownMoment"))
            }
            taken = {*theorem.names, *theorem.random}
            if tensor.name in theorem.random or encoded_name(tensor.name) in taken:
                raise NoFormError(f"two things of the name {tensor.name}")
            moments, cumulants = (
                tuple(self._exporter.scalar(sp.expand(value.xreplace(unknown))) for value in column)
                for column in zip(*named, strict=True)
            )
            zero, one = t.Number(0), t.Number(1)
            found = Random(tensor.name, sizes, (one, *moments), (zero, *cumulants))
            theorem.random[tensor.name] = found
