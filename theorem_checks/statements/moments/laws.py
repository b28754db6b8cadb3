"""The laws of entries: Gaussian, Rademacher, uniform, discrete, bounded, or by moments."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import comb, prod
from typing import Literal

import sympy as sp
from sympy.logic.boolalg import Boolean

from theorem_checks.errors import ArgumentError, require_integer
from theorem_checks.statements.exact import ExactLike, to_expression
from theorem_checks.statements.moments.law import (
    AbstractLaw,
    are_possible_moments,
    conditions_on_moments,
    cumulant_from_moments,
    moment_from_cumulants,
    not_negative,
    unknown_moment,
)
from theorem_checks.statements.scalars import unwrapped

__all__ = ["IID", "Bounded", "Discrete", "Gaussian", "Rademacher", "Uniform"]


@dataclass(frozen=True)
class Gaussian(AbstractLaw):
    """The normal law of a variance (default 1) and a mean (default 0), both exact."""

    variance: sp.Expr
    mean: sp.Expr

    def __init__(self, variance: ExactLike = 1, mean: ExactLike = 0) -> None:
        object.__setattr__(self, "variance", _nonnegative(variance, "variance"))
        object.__setattr__(self, "mean", _real(mean, "mean"))

    @property
    def words(self) -> str:  # noqa: D102
        return f"normal of mean {self.mean} and variance {self.variance}"

    @property
    def conditions(self) -> tuple[Boolean, ...]:  # noqa: D102
        return not_negative(self.variance)

    @property
    def is_symmetric(self) -> bool:  # noqa: D102
        return self.mean == 0

    def moment(self, order: int) -> sp.Expr:  # noqa: D102
        return sp.Add(
            *(
                comb(order, 2 * j)
                * _odd_product(j)
                * self.variance**j
                * self.mean ** (order - 2 * j)
                for j in range(order // 2 + 1)
            )
        )

    def cumulant(self, order: int) -> sp.Expr:  # noqa: D102
        return {1: self.mean, 2: self.variance}.get(order, sp.S.Zero)


@dataclass(frozen=True)
class Rademacher(AbstractLaw):
    """The law of a random sign, times the root of a variance (default 1)."""

    variance: sp.Expr

    def __init__(self, variance: ExactLike = 1) -> None:
        object.__setattr__(self, "variance", _nonnegative(variance, "variance"))

    @property
    def words(self) -> str:  # noqa: D102
        return "a random sign" + _times_root_of(self.variance)

    @property
    def conditions(self) -> tuple[Boolean, ...]:  # noqa: D102
        return not_negative(self.variance)

    @property
    def is_symmetric(self) -> bool:  # noqa: D102
        return True

    def moment(self, order: int) -> sp.Expr:  # noqa: D102
        return sp.S.Zero if order % 2 else self.variance ** (order // 2)


@dataclass(frozen=True)
class Uniform(AbstractLaw):
    """The uniform law on [-a, a] of a variance a^2/3 (default 1); its kurtosis is 9/5."""

    variance: sp.Expr

    def __init__(self, variance: ExactLike = 1) -> None:
        object.__setattr__(self, "variance", _nonnegative(variance, "variance"))

    @property
    def words(self) -> str:  # noqa: D102
        return f"uniform on an interval around 0, of variance {self.variance}"

    @property
    def conditions(self) -> tuple[Boolean, ...]:  # noqa: D102
        return not_negative(self.variance)

    @property
    def is_symmetric(self) -> bool:  # noqa: D102
        return True

    def moment(self, order: int) -> sp.Expr:  # noqa: D102
        half = order // 2
        return sp.S.Zero if order % 2 else (3 * self.variance) ** half / (order + 1)


@dataclass(frozen=True)
class Discrete(AbstractLaw):
    """A law on finitely many values: `Discrete({-1: '1/4', 0: '1/2', 1: '1/4'})`.

    **Raises** `ArgumentError` if the probabilities are negative or do not sum to 1.
    """

    atoms: tuple[tuple[sp.Expr, sp.Expr], ...]

    def __init__(self, probabilities: Mapping[ExactLike, ExactLike]) -> None:
        atoms = tuple(
            (_real(value, "value"), _nonnegative(p, f"probability of {value}"))
            for value, p in probabilities.items()
        )
        if sp.expand(sp.Add(*(p for _, p in atoms)) - 1) != 0:
            raise ArgumentError("probabilities", dict(probabilities), "numbers that sum to 1")
        object.__setattr__(self, "atoms", atoms)

    @property
    def words(self) -> str:  # noqa: D102
        return ", ".join(f"{value} with probability {p}" for value, p in self.atoms)

    @property
    def conditions(self) -> tuple[Boolean, ...]:  # noqa: D102
        return tuple(dict.fromkeys(f for _, p in self.atoms for f in not_negative(p)))

    @property
    def is_symmetric(self) -> bool:  # noqa: D102
        weights: dict[sp.Expr, sp.Expr] = {}
        for value, p in self.atoms:
            weights[sp.expand(value)] = sp.expand(weights.get(sp.expand(value), sp.S.Zero) + p)
        return all(weights.get(sp.expand(-value), 0) == p for value, p in weights.items())

    def moment(self, order: int) -> sp.Expr:  # noqa: D102
        return sp.Add(*(p * value**order for value, p in self.atoms))


@dataclass(frozen=True)
class Bounded(AbstractLaw):
    """Any law on the numbers from `least` to `most` with a mean, and a variance if it is given.

    Its other moments are unknown.
    """

    least: sp.Expr
    most: sp.Expr
    mean: sp.Expr
    variance: sp.Expr | None

    def __init__(
        self,
        least: ExactLike,
        most: ExactLike,
        mean: ExactLike,
        variance: ExactLike | None = None,
    ) -> None:
        for name, value in (("least", least), ("most", most), ("mean", mean)):
            object.__setattr__(self, name, _real(value, name))
        spread = None if variance is None else _nonnegative(variance, "variance")
        object.__setattr__(self, "variance", spread)

    @property
    def words(self) -> str:  # noqa: D102
        spread = "" if self.variance is None else f" and variance {self.variance}"
        return f"any law on [{self.least}, {self.most}] of mean {self.mean}{spread}"

    @property
    def conditions(self) -> tuple[Boolean, ...]:  # noqa: D102
        below, above = self.mean - self.least, self.most - self.mean
        sides = [below, above]
        if self.variance is not None:  # at most that of a law on the two ends
            sides += [self.variance, below * above - self.variance]
        return tuple(formula for side in sides for formula in not_negative(side))

    @property
    def is_symmetric(self) -> bool:  # noqa: D102
        return False

    def moment(self, order: int) -> sp.Expr:  # noqa: D102
        if order == 2 and self.variance is not None:
            return self.variance + self.mean**2
        return self.mean if order == 1 else unknown_moment(self, order)

    def __repr__(self) -> str:
        spread = "" if self.variance is None else f", variance={self.variance}"
        return f"Bounded(least={self.least}, most={self.most}, mean={self.mean}{spread})"


_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}


@dataclass(frozen=True)
class IID(AbstractLaw):
    """Any law, by some of its moments or cumulants; those not given are unknown.

    One of three forms:

    - `IID(variance=s, kurtosis=k)`: mean 0 unless `mean` is given. The kurtosis is
      E[(x-mean)^4]/s^2 (3 for a Gaussian), the `skewness` E[(x-mean)^3]/s^(3/2).
    - `IID(moments={1: 0, 2: s, ...})`: moments about zero, by order.
    - `IID(cumulants={1: 0, 2: s, ...})`: cumulants, by order.

    With `symmetric=True` all odd moments about zero are 0; else an odd moment that was not given
    stays unknown.

    **Raises** `ArgumentError` for a mixture of the forms, a symmetric law with an odd moment,
    or numbers that no law has, such as a kurtosis below 1; `ExactnessError` for a float.
    """

    form: Literal["moments", "cumulants"]
    values: tuple[tuple[int, sp.Expr], ...]
    symmetric: bool

    def __init__(
        self,
        *,
        moments: Mapping[int, ExactLike] | None = None,
        cumulants: Mapping[int, ExactLike] | None = None,
        variance: ExactLike | None = None,
        kurtosis: ExactLike | None = None,
        skewness: ExactLike | None = None,
        mean: ExactLike | None = None,
        symmetric: bool = False,
    ) -> None:
        shape = {"kurtosis": kurtosis, "skewness": skewness, "mean": mean}
        by_shape = variance is not None or any(v is not None for v in shape.values())
        if sum((moments is not None, cumulants is not None, by_shape)) != 1:
            raise ArgumentError(
                "law", "IID(...)", "one of moments=, cumulants=, or variance= with kurtosis="
            )
        if by_shape:
            cumulants = _cumulants_of_shape(variance, kurtosis, skewness, mean)
        form = "cumulants" if moments is None else "moments"
        given = moments if moments is not None else cumulants
        object.__setattr__(self, "form", form)
        object.__setattr__(self, "values", _by_order(given or {}, form))
        object.__setattr__(self, "symmetric", bool(symmetric))
        if symmetric and any(order % 2 and value != 0 for order, value in self.values):
            raise ArgumentError(form, dict(self.values), "zeros at odd orders of a symmetric law")
        if not are_possible_moments(self.known_moments()):
            raise ArgumentError(form, dict(self.values), "the moments of some law")
        _ = self.conditions  # raises where a symbol's assumptions contradict them

    @property
    def words(self) -> str:  # noqa: D102
        names = {1: "mean"} | ({2: "variance"} if self.form == "cumulants" else {})
        kind = self.form.removesuffix("s")
        each = {order: f"{said} {kind}" for order, said in _ORDINALS.items()} | names
        known = [
            f"{each.get(order, f'{kind} of order {order},')} {value}"
            for order, value in self.values
        ]
        return f"any{' symmetric' if self.symmetric else ''} law of {', '.join(known)}"

    @property
    def conditions(self) -> tuple[Boolean, ...]:  # noqa: D102
        return _conditions_of(self)

    def known_moments(self) -> tuple[sp.Expr, ...]:  # noqa: D102
        if self.form == "moments" or all(order != 1 or not value for order, value in self.values):
            return super().known_moments()
        # Cumulants beside the mean do not depend on it, and there is a law with or without it.
        around_zero = {order: value for order, value in self.values if order > 1} | {1: sp.S.Zero}
        return IID(cumulants=around_zero).known_moments()

    @property
    def is_symmetric(self) -> bool:  # noqa: D102
        return self.symmetric

    def moment(self, order: int) -> sp.Expr:  # noqa: D102
        is_given = self.form == "moments"
        return self._given(order) if is_given else moment_from_cumulants(self, order)

    def cumulant(self, order: int) -> sp.Expr:  # noqa: D102
        return (
            self._given(order) if self.form == "cumulants" else cumulant_from_moments(self, order)
        )

    def _given(self, order: int) -> sp.Expr:
        if order % 2 and self.symmetric:
            return sp.S.Zero
        known = dict(self.values)
        return known[order] if order in known else unknown_moment(self, order)

    def __repr__(self) -> str:
        known = ", ".join(f"{order}: {value}" for order, value in self.values)
        return f"IID({self.form}={{{known}}}{', symmetric=True' if self.symmetric else ''})"


def _times_root_of(variance: sp.Expr) -> str:
    return "" if variance == 1 else f" times the root of {variance}"


@cache
def _conditions_of(law: IID) -> tuple[Boolean, ...]:
    return conditions_on_moments(law.known_moments())


def _cumulants_of_shape(
    variance: ExactLike | None,
    kurtosis: ExactLike | None,
    skewness: ExactLike | None,
    mean: ExactLike | None,
) -> dict[int, ExactLike]:
    if variance is None:
        raise ArgumentError("variance", None, "an exact value", "It sets the scale of the law.")
    s = _nonnegative(variance, "variance")
    cumulants: dict[int, ExactLike] = {1: 0 if mean is None else mean, 2: s}
    if skewness is not None:
        cumulants[3] = _real(skewness, "skewness") * s ** sp.Rational(3, 2)
    if kurtosis is not None:
        k = _real(kurtosis, "kurtosis")
        if k.is_number and sp.Lt(k, 1) == sp.true:
            raise ArgumentError("kurtosis", kurtosis, "at least 1", "It is E[x^4]/E[x^2]^2.")
        cumulants[4] = s**2 * (k - 3)
    return cumulants


def _by_order(given: Mapping[int, ExactLike], form: str) -> tuple[tuple[int, sp.Expr], ...]:
    for order in given:
        require_integer(f"order of {form}", order, 1)
    return tuple((r, _real(given[r], f"{form}[{r}]")) for r in sorted(given))


def _real(value: ExactLike, name: str) -> sp.Expr:
    exact = to_expression(unwrapped(value), name)
    if exact.is_real is False:
        raise ArgumentError(name, value, "a real number")
    return exact


def _nonnegative(value: ExactLike, name: str) -> sp.Expr:
    exact = _real(value, name)
    if exact.is_negative:
        raise ArgumentError(name, value, "a nonnegative value")
    return exact


def _odd_product(j: int) -> int:
    """(2j - 1)!! = 1 * 3 * ... * (2j - 1)."""
    return prod(range(1, 2 * j, 2))
