"""What is printed of a program has, read by the rules of mathematics, the values of its results."""

import operator
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.statements.reading import Reader
from theorem_checks import ForReals, iff, implies, reals, where
from theorem_checks.statements.printed_programs import PrintedProgram, printed, variables_in
from theorem_checks.statements.reals.evaluation import evaluate
from theorem_checks.statements.reals.terms import Term, constant, program_of

NAMES = ("x", "y", "z")
_SIGNS = (
    r"left\(|right\)|left\||right\||left\[|right\]|text\{(?: if |, else )\}|operatorname\{ReLU\}"
    r"|max|min|frac|ge|le|ne|lnot|land|lor|implies|iff|cdot|,"
)


class Read(Reader):
    """Reads a formula or a term: the signs of logic bind least, then =, then +, then products."""

    TOKEN = re.compile(rf"\\(?:{_SIGNS})|[a-z](?:_\{{\d+\}})?|\d+|[-+(){{}}=<>,^]")

    def outermost(self) -> Any:
        return self.logic()

    def logic(self) -> Any:
        value = self.either()
        if self.took(r"\iff"):
            return value == self.either()
        return self.either() or not value if self.took(r"\implies") else value

    def either(self) -> Any:
        value = self.both()
        while self.took(r"\lor"):
            value = self.both() or value
        return value

    def both(self) -> Any:
        value = self.opposite()
        while self.took(r"\land"):
            value = self.opposite() and value
        return value

    def opposite(self) -> Any:
        return not self.opposite() if self.took(r"\lnot") else self.compared()

    def compared(self) -> Any:
        left = self.sum()
        for sign, holds in (
            (r"\le", lambda a, b: a <= b),
            (r"\ne", lambda a, b: a != b),
            (r"\ge", lambda a, b: a >= b),
            ("<", lambda a, b: a < b),
            (">", lambda a, b: a > b),
            ("=", lambda a, b: a == b),
        ):
            if self.took(sign):
                return holds(left, self.sum())
        return left

    def term(self) -> Any:
        value = self.power()
        while self.took(r"\cdot") or re.match(r"[a-z\d]|\\(left|op|max|min|frac)", self.peek()):
            value = value * self.power()
        return value

    def power(self) -> Any:
        value = self.atom()
        if self.took("^"):
            return value ** int(self.braced())
        return value

    def braced(self) -> Any:
        self.take("{")
        value = self.sum()
        self.take("}")
        return value

    def several(self) -> list[Any]:
        self.take(r"\left(")
        values = [self.logic()]
        while self.took(","):
            values.append(self.logic())
        self.take(r"\right)")
        return values

    def choice(self) -> Any:
        self.take(r"\left(")
        value = self.logic()
        if self.took(r"\text{ if }"):
            is_so = self.logic()
            self.take(r"\text{, else }")
            other = self.logic()
            value = value if is_so else other
        self.take(r"\right)")
        return value

    def atom(self) -> Any:
        token = self.tokens[0]
        if token == r"\left(":
            return self.choice()
        self.tokens.pop(0)
        if token == r"\left|":
            value = abs(self.sum())
            self.take(r"\right|")
            return value
        if token == r"\frac":
            top, bottom = self.braced(), self.braced()
            return Fraction(top) / bottom
        if token in (r"\max", r"\min"):
            return (max if token == r"\max" else min)(self.several())
        if token == r"\operatorname{ReLU}":
            return max(0, *self.several())
        if token == r"\left[":
            value = int(self.logic())
            self.take(r"\right]")
            return value
        return Fraction(token) if token.isdigit() else self.values[token]


def value_of(said: PrintedProgram, values: dict[str, Any]) -> list[Any]:
    """The values of the results, with the names behind 'where' as they are defined."""
    values = dict(values)
    for definition in said.where.removeprefix(r"\quad\text{where } ").split(r",\; "):
        if definition:
            name, _, made = definition.partition(" = ")
            values[name] = Read(made, values).whole()
    return [Read(text, values).whole() for text in said.results]


MADE: dict[str, tuple[int, Callable[..., Any]]] = {
    "sum": (2, operator.add),
    "difference": (2, operator.sub),
    "product": (2, operator.mul),
    "largest": (2, Term.maximum),
    "smallest": (2, Term.minimum),
    "where": (3, lambda a, b, c: where(a < b, b, c)),
    "bracket": (2, lambda a, b: where(a < b, 1, 0)),
    "cube": (1, lambda a: a**3),
    "square": (1, lambda a: a * a),
    "third": (1, lambda a: a / 3),
    "relu": (1, constant(0).maximum),
    "size": (1, abs),
    "negative": (1, operator.neg),
    "equal": (2, operator.eq),
    "unequal": (2, operator.ne),
    "below": (2, operator.lt),
    "at most": (2, operator.le),
    "and": (2, operator.and_),
    "or": (2, operator.or_),
    "implies": (2, implies),
    "iff": (2, iff),
    "not": (1, operator.invert),
}
OF_TERMS, COMPARISONS, OF_FORMULAS = list(MADE)[:13], list(MADE)[13:17], list(MADE)[17:]


def trees(names: list[str], inner: st.SearchStrategy) -> st.SearchStrategy:
    """Operations by their names, each on as many parts as it takes."""
    return st.sampled_from(names).flatmap(
        lambda name: st.tuples(st.just(name), *[inner] * MADE[name][0])
    )


def made_of(tree: Any) -> Any:
    """The term or formula of a tree."""
    if not isinstance(tree, tuple):
        return Term("variable", (tree,)) if isinstance(tree, str) else constant(tree)
    return MADE[tree[0]][1](*map(made_of, tree[1:]))


numbers = st.fractions(-3, 3, max_denominator=4)
leaves = st.one_of(numbers, st.sampled_from(NAMES))
terms = st.recursive(leaves, lambda inner: trees(OF_TERMS, inner), max_leaves=12)
comparisons = trees(COMPARISONS, terms)
formulas = st.recursive(comparisons, lambda inner: trees(OF_FORMULAS, inner), max_leaves=6)
points = st.fixed_dictionaries(dict.fromkeys(NAMES, numbers))


@given(st.one_of(terms, formulas), points)
def test_what_is_printed_has_the_same_value(tree, at):
    root = made_of(tree)
    said = printed(program_of(root))
    if "operations" not in said.results[0]:
        assert value_of(said, at) == [evaluate(root, at)]


def test_what_is_used_again_has_a_name_and_the_same_value():
    x, y = reals("x y")
    term = x
    for step in range(12):
        term = term * (y - step).maximum(0) + (term - step).maximum(y)
    said = printed(program_of(term, term <= x))
    assert said.where.count("u_") > 10
    at = {"x": Fraction(2, 3), "y": Fraction(7)}
    assert value_of(said, at) == [evaluate(term, at), evaluate(term <= x, at)]


def test_the_names_are_none_of_the_variables():
    u, v = reals("u v_1")
    term = u
    for step in range(12):
        term = term * (v - step).maximum(0) + (term - step).maximum(u)
    said = printed(program_of(term)).where
    assert "w_{1} = " in said
    assert "u_{1}" not in said


def test_of_what_is_too_long_its_size_is_told():
    x = reals("x")
    term = x
    for step in range(200):
        term = term * (x - step).maximum(step)
    assert printed(program_of(term)).results == (r"\text{1 result of a program of 600 operations}",)
    assert "results" in printed(program_of(term, term + x)).results[0]


def test_formulas_about_what_is_too_long_are_printed_with_a_name_for_it():
    x, y = reals("x y")
    term, other = x, y
    for step in range(200):
        term = term * (x - step).maximum(step)
        other = other * (y + step).maximum(step)
    said = printed(program_of(implies(x != 0, iff(term + 1 == y, (x <= 2) & (other < term + 1)))))
    (formula,) = said.results
    assert formula == (r"x \ne 0 \implies \left(u_{1} = y \iff x \le 2 \land u_{2} < u_{1}\right)")
    assert said.where.startswith(r"\quad\text{where } u_{1}, u_{2} \text{ are }\text{2 results")
    alone = printed(program_of(x == term))
    assert alone.where.startswith(r"\quad\text{where } u_{1} \text{ is }\text{1 result")
    assert printed(program_of(x == term), names=False).results[0].startswith(r"\text{1 result")


@pytest.mark.parametrize(
    ("made", "latex"),
    [
        (lambda x, y: iff(x <= y, abs(x - 2) > y), r"x \le y \iff y < \left|x - 2\right|"),
        (
            lambda x, y: implies((x == y) & (x != y), x**3 > 0),
            r"x = y \land x \ne y \implies 0 < x^{3}",
        ),
        (
            lambda x, y: x.maximum(0) - (x - y) == -2 * x,
            r"\operatorname{ReLU}\left(x\right) - \left(x - y\right) = -2\, x",
        ),
        (lambda x, y: sum([x, y]) == 0 * x + y, "x + y = 0\\, x + y"),
        (lambda x, y: (x / y) ** 2 == 1, r"\left(\frac{x}{y}\right)^{2} = 1"),
        (lambda x, y: 2 * (1 * (1 - y * 1)) == x, r"2\, \left(1 - y\right) = x"),
        (lambda x, y: where(x < y, 1, 0) == y, r"\left[x < y\right] = y"),
        (
            lambda x, y: where(x < y, x, 2) == y,
            r"\left(x \text{ if } x < y\text{, else } 2\right) = y",
        ),
    ],
)
def test_formulas_are_printed_as_they_are_written(made, latex):
    x, y = reals("x y")
    assert printed(program_of(made(x, y))).results == (latex,)


def test_a_statement_about_reals_shows_what_is_assumed_and_claimed():
    lam, x_1 = reals("lam x_1")
    shown = ForReals(iff(x_1 <= lam, x_1 - lam <= 0), (lam > 0,)).latex
    assert shown == (
        r"\forall \lambda, x_{1} \in \mathbb{R}:\; 0 < \lambda \implies"
        r" \left(x_{1} \le \lambda \iff x_{1} - \lambda \le 0\right)"
    )
    assert variables_in(program_of(lam + x_1)) == [r"\lambda", "x_{1}"]
