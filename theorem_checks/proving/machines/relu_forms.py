r"""Affine forms of ReLUs and products: a canonical form of what a network computes.

A form is :math:`\sum_k c_k a_k + c` with rational numbers, in *atoms*: variables, ReLUs of forms,
and products of two forms. What is equal by arithmetic, by the order and the signs of factors, by
:math:`\mathrm{relu}(c v) = c\,\mathrm{relu}(v)` for c > 0, by
:math:`\mathrm{relu}(v) = \mathrm{relu}(-v) + v`, by relu(v) = v for what is seen not to be
negative, and by relu(v) relu(-v) = 0, has one form. Products are not multiplied out: of (x + y) z
and x z + y z it is not known that they are equal.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import flint

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.programs import Program

__all__ = ["ONE", "Form", "Forms", "Pair", "key_of", "value_of"]

Form: TypeAlias = Mapping[int, flint.fmpq]
"""From an atom to its coefficient, which is not 0; the constant stands at `ONE`."""

ONE = -1


class Pair(NamedTuple):
    """Two ReLUs of a form: `above` times the ReLU `high`, less `below` times the ReLU `low`."""

    high: int
    above: flint.fmpq
    low: int
    below: flint.fmpq


_SPLITS = 200  # steps by which it is tried to see that a form is not negative


class Forms:
    """Forms in variables, of which some are known not to be negative."""

    def __init__(self, nonnegative: Iterable[str] = ()) -> None:
        self._nonnegative = frozenset(nonnegative)
        self._numbers: dict[object, int] = {}
        self._relus: dict[int, Form] = {}  # by the atom
        self._factors: dict[int, tuple[Form, Form]] = {}  # likewise
        self._signed: set[int] = set()  # atoms that are not negative
        self._seen: dict[object, bool] = {}

    def variable(self, name: str) -> Form:
        """A variable."""
        atom = self._atom(name)
        if name in self._nonnegative:
            self._signed.add(atom)
        return {atom: flint.fmpq(1)}

    def _atom(self, key: object) -> int:
        return self._numbers.setdefault(key, len(self._numbers))

    def constant(self, value: Fraction | str) -> Form:
        """A number."""
        exact = Fraction(value)
        return {ONE: flint.fmpq(exact.numerator, exact.denominator)} if exact else {}

    def plus(self, one: Form, other: Form, factor: flint.fmpq | int = 1) -> Form:
        """The sum of two forms; of the first and `factor` times the second."""
        total = dict(one)
        for atom, c in other.items():
            now = total.get(atom, 0) + factor * c
            if now == 0:
                total.pop(atom, None)
            else:
                total[atom] = now
        return total

    def times(self, one: Form, other: Form) -> Form:
        """The product of two forms, an atom unless one of them is a number."""
        for number, form in ((one, other), (other, one)):
            if not number.keys() - {ONE}:
                return scaled(form, number.get(ONE, flint.fmpq(0)))
        if self._never_both(one, other):
            return {}
        left, right = leading(one), leading(other)
        first, second = scaled(one, 1 / left), scaled(other, 1 / right)
        pair = frozenset((key_of(first), key_of(second)))
        atom = self._atom(("*", pair))
        self._factors[atom] = first, second
        if len(pair) == 1 or (self.is_nonnegative(first) and self.is_nonnegative(second)):
            self._signed.add(atom)
        return {atom: left * right}

    def _never_both(self, one: Form, other: Form) -> bool:
        """Whether forms are multiples of ReLUs of which one is 0 wherever the other is not."""
        operands = []
        for form in (one, other):
            operand = self._operand(form)
            if operand is None:
                return False
            operands.append(scaled(operand, 1 / abs(leading(operand))))
        both = self.plus(*operands)
        return not both.keys() - {ONE} and both.get(ONE, flint.fmpq(0)) <= 0

    def _operand(self, form: Form) -> Form | None:
        """Of what a form is the ReLU, up to a factor; None if it is not seen to be one."""
        relus = [atom for atom in form if atom in self._relus]
        for atom in relus:
            operand = self._relus[atom]
            if not form.keys() - {atom}:
                return operand
            turned = scaled(self.plus({atom: flint.fmpq(1)}, operand, -1), form[atom])
            if turned == form:
                return scaled(operand, flint.fmpq(-1))
        return None

    def relu(self, form: Form) -> Form:
        """The ReLU of a form."""
        if not form.keys() - {ONE}:
            return form if form.get(ONE, 0) > 0 else {}
        if self.is_nonnegative(form):
            return form
        if self.is_nonnegative(scaled(form, flint.fmpq(-1))):
            return {}
        lead = leading(form)
        operand = scaled(form, 1 / lead)  # its first coefficient is 1
        atom = self._atom(("relu", key_of(operand)))
        self._relus[atom] = operand
        self._signed.add(atom)
        if lead > 0:
            return {atom: lead}
        return self.plus({atom: -lead}, form)

    def is_nonnegative(self, form: Form) -> bool:
        """Whether it is seen that a form is negative nowhere."""
        key = key_of(form)
        if key not in self._seen:
            self._seen[key] = self._is_above(form, [_SPLITS])
        return self._seen[key]

    def _is_above(self, form: Form, left: list[int]) -> bool:
        """Take off what is not negative, until numbers that are not negative are left.

        These are: ReLUs and what is known, r - v for r = relu(v), and a relu(v) - b relu(w) with
        a, b > 0 where a v - b w is. A form with - b relu(w) is not negative where it is with 0 and
        with - b w in its place.
        """
        if self._is_plain(self.without_pairs(form)[0]):
            return True
        left[0] -= 1
        open_ = self._open(form)
        if left[0] < 0 or not open_:
            return False
        atom = max(open_)  # the others may stand in it
        for relu, c in form.items():
            operand = self._relus.get(relu, {})
            if c > 0 and operand.get(atom, 0) * form[atom] < 0:
                part = min(c, -form[atom] / operand[atom])
                less = self.plus(form, {relu: -part})
                if self._is_above(self.plus(less, scaled(operand, part)), left):
                    return True
        negative = [a for a in open_ if a in self._relus and form[a] < 0]
        if not negative:
            return False
        atom = max(negative)
        rest = {a: c for a, c in form.items() if a != atom}
        there = self.plus(rest, scaled(self._relus[atom], form[atom]))
        return self._is_above(rest, left) and self._is_above(there, left)

    def _is_plain(self, form: Form) -> bool:
        """Whether a form has nothing but what is not negative."""
        return not self._open(form) and form.get(ONE, flint.fmpq(0)) >= 0

    def _open(self, form: Form) -> list[int]:
        """The atoms whose part of a form may be negative."""
        return [a for a, c in form.items() if a != ONE and (c < 0 or a not in self._signed)]

    def without_pairs(self, form: Form) -> tuple[Form, list[Pair]]:
        """A form without a relu(v) - b relu(w) where a v - b w is a number that is not negative.

        **Returns** what is left, and what was left out.
        """
        pairs = []
        relus = [(a, c) for a, c in form.items() if a in self._relus]
        for low, b in relus:
            for high, a in relus:
                if b < 0 < a and high in form and low in form:
                    difference = self.plus(
                        scaled(self._relus[high], a), scaled(self._relus[low], b)
                    )
                    if not difference.keys() - {ONE} and difference.get(ONE, 0) >= 0:
                        form = {k: c for k, c in form.items() if k not in (high, low)}
                        pairs.append(Pair(high, a, low, -b))
                        break
        return form, pairs

    def results(self, program: Program, known: Mapping[str, Form]) -> list[Form]:
        """The results of a program, with forms in place of some variables.

        **Raises** `ArgumentError` for an operation other than +, -, *, max and min.
        """
        values: list[Form] = []
        for name, *arguments in program[:-1]:
            if name == "variable":
                (variable,) = arguments
                values.append(known[variable] if variable in known else self.variable(variable))
                continue
            if name == "constant":
                values.append(self.constant(arguments[0]))
                continue
            parts = [values[int(place)] for place in arguments]
            values.append(self.operation(name, *parts))
        return [values[int(place)] for place in program[-1][1:]]

    def values(self, point: Mapping[str, Fraction]) -> dict[int, Fraction]:
        """The values of all atoms that there are, at values of the variables."""
        found = {ONE: Fraction(1)}
        for key, atom in self._numbers.items():  # in the order in which they were made
            if isinstance(key, str):
                found[atom] = point[key]
            elif atom in self._relus:
                found[atom] = max(value_of(self._relus[atom], found), Fraction(0))
            else:
                one, other = self._factors[atom]
                found[atom] = value_of(one, found) * value_of(other, found)
        return found

    @property
    def atoms(self) -> list[tuple[Form, ...]]:
        """What each atom is: of one form the ReLU, of two the product, of none a variable."""
        return [
            (self._relus[a],) if a in self._relus else self._factors.get(a, ())
            for a in self._numbers.values()
        ]

    @property
    def signed(self) -> frozenset[int]:
        """The atoms that are seen not to be negative."""
        return frozenset(self._signed)

    def operation(self, name: str, a: Form, b: Form) -> Form:
        """What an operation gives. **Raises** `ArgumentError` for one that is not known."""
        if name == "+":
            return self.plus(a, b)
        if name == "-":
            return self.plus(a, b, -1)
        if name == "*":
            return self.times(a, b)
        if name == "max":
            return self.plus(self.relu(self.plus(a, b, -1)), b)
        if name == "min":
            return self.plus(a, self.relu(self.plus(a, b, -1)), -1)
        raise ArgumentError("program", name, "one of +, -, *, max, min")


def value_of(form: Form, values: Mapping[int, Fraction]) -> Fraction:
    """The value of a form, from those of its atoms."""
    return sum((_exact(c) * values[atom] for atom, c in form.items()), start=Fraction(0))


def _exact(number: flint.fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def key_of(form: Form) -> object:
    """What is equal for equal forms, and for no others."""
    return tuple(sorted(form.items()))


def leading(form: Form) -> flint.fmpq:
    """The coefficient of the first atom."""
    return form[min(atom for atom in form if atom != ONE)]


def scaled(form: Form, factor: flint.fmpq) -> Form:
    """A form times a number."""
    return {atom: factor * c for atom, c in form.items()} if factor != 0 else {}
