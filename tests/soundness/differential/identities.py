"""Identities: expressions rewritten, rightly and as students do."""

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.cases import Truth
from tests.soundness.differential.comparing import as_they_come, true_by_construction
from tests.soundness.statements import Drawn, Instance
from theorem_checks import prove_identity, prove_zero

x, y = sp.symbols("x y")
n = sp.Symbol("n", integer=True, nonnegative=True)
Tree = Any  # a name, an integer, or (operation, tree, tree)

leaves = st.one_of(st.sampled_from(("x", "y")), st.integers(-3, 3))

OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
}


def computed(tree: Tree, values: Instance, number: Callable[[int], Any] = Fraction) -> Any:
    """The value of a tree."""
    if isinstance(tree, str):
        return values[tree]
    if isinstance(tree, int):
        return number(tree)
    sign, a, b = tree
    return OPERATIONS[sign](computed(a, values, number), computed(b, values, number))


def expression(tree: Tree) -> sp.Expr:
    return computed(tree, {"x": x, "y": y}, sp.Integer)


trees = st.recursive(
    leaves, lambda t: st.tuples(st.sampled_from(("+", "-", "*", "/", "*", "+")), t, t), max_leaves=6
).filter(lambda tree: not expression(tree).has(sp.zoo, sp.nan))


def right_rule(tree: Tree, draw: DrawFn) -> Tree:
    """Another tree of the same value."""
    match tree:
        case ("*", a, ("+", b, c)):
            return ("+", ("*", a, b), ("*", a, c))
        case ("-", a, ("-", b, c)):
            return ("+", ("-", a, b), c)
        case ("/", ("+", a, b), c):
            return ("+", ("/", a, c), ("/", b, c))
        case ("/", a, ("/", b, c)):
            return ("/", ("*", a, c), b)
        case ("+" | "*" as sign, a, b):
            return (sign, b, a)
        case ("-", a, b):
            return ("+", a, ("*", -1, b))
        case _:
            return ("+", ("-", tree, draw(leaves)), 0) if draw(st.booleans()) else tree


def any_rule(tree: Tree, draw: DrawFn) -> Tree:
    """Another tree, whose value may be another."""
    match tree:
        case ("-", a, ("-", b, c)):
            return ("-", ("-", a, b), c)
        case ("/", a, ("+", b, c)):
            return ("+", ("/", a, b), ("/", a, c))
        case ("-" | "/" as sign, a, b) if draw(st.booleans()):
            return (sign, b, a)
        case ("*", ("+", a, b), ("+", c, d)):
            return ("+", ("*", a, c), ("*", b, d))
        case ("/", ("+", a, b), ("+", c, d)) if a == c or draw(st.booleans()):
            return ("/", b, d)
        case _:
            return right_rule(tree, draw)


def rewritten(tree: Tree, draw: DrawFn, rule: Callable[[Tree, DrawFn], Tree]) -> Tree:
    """The tree with a rule applied at a few of its nodes."""
    if isinstance(tree, tuple):
        sign, a, b = tree
        tree = (sign, rewritten(a, draw, rule), rewritten(b, draw, rule))
        return rule(tree, draw) if draw(st.booleans()) else tree
    return tree


def value_of(tree: Tree, at: Instance) -> Fraction | None:
    """The value at a point; where the tree divides by 0, that of what SymPy cancelled it to."""
    values = {"x": Fraction(0), "y": Fraction(0), **at}
    try:
        return computed(tree, values)
    except ZeroDivisionError:
        found: Any = expression(tree).subs({x: values["x"], y: values["y"]}, simultaneous=True)
        return Fraction(int(found.p), int(found.q)) if found.is_Rational else None


GRID = [
    {"x": Fraction(p, 3), "y": Fraction(q, 2)}
    for p, q in itertools.product((-7, -1, 0, 3, 5), (-3, 1, 2))
]


def compared(left: Tree, right: Tree, ask: Callable[[], Any]) -> Drawn:
    def holds_at(at: Instance) -> bool | None:
        sides = value_of(left, at), value_of(right, at)
        return None if None in sides else sides[0] == sides[1]

    return Drawn(f"{left} = {right}", ask, None, GRID, holds_at)


@as_they_come("prove_identity")
def trees_rewritten_by_rules_right_and_wrong(draw: DrawFn) -> Drawn:
    left = draw(trees)
    right = rewritten(left, draw, any_rule)
    return compared(left, right, lambda: prove_identity(expression(left), expression(right)))


@as_they_come("prove_zero")
def differences_of_trees(draw: DrawFn) -> Drawn:
    left, right = draw(trees), draw(trees)
    return compared(left, right, lambda: prove_zero(expression(left) - expression(right)))


@true_by_construction("prove_identity")
def products_expanded_and_fractions_joined(draw: DrawFn) -> Drawn:
    left = expression(draw(trees))
    ways = draw(
        st.lists(st.sampled_from((sp.expand, sp.factor, sp.together, sp.apart)), max_size=3)
    )
    right: Any = left
    for way in ways:
        right = way(right, x) if way is sp.apart and right.has(x) else way(right)
    return Drawn(f"{left} = {right}", lambda: prove_identity(left, right))


POWERS: tuple[tuple[sp.Expr, sp.Expr], ...] = (
    (sp.Integer(6) ** n, sp.Integer(2) ** n * sp.Integer(3) ** n),
    (x ** (n + 2), x**2 * x**n),
    (sp.factorial(n + 2), (n + 2) * (n + 1) * sp.factorial(n)),
    (sp.binomial(n + 1, 3), sp.binomial(n, 2) + sp.binomial(n, 3)),
    ((x**2 + 2 * x + 1) ** n, (x + 1) ** (2 * n)),
    (sp.Integer(-1) ** (n + 1), -(sp.Integer(-1) ** n)),
    (sp.Integer(4) ** (n + 1), 4 * sp.Integer(2) ** (2 * n)),
    (sp.rf(n + 1, 3), (n + 1) * (n + 2) * (n + 3)),
    (sp.gamma(n + 3), (n + 2) * sp.gamma(n + 2)),
    (sp.binomial(2 * n + 2, n + 1) * (n + 1), 2 * (2 * n + 1) * sp.binomial(2 * n, n)),
)


@true_by_construction("prove_identity")
def laws_of_powers_put_into_products(draw: DrawFn) -> Drawn:
    one, two = draw(st.sampled_from(POWERS)), draw(st.sampled_from(POWERS))
    a, b = draw(st.integers(-4, 4)), draw(st.integers(1, 4))
    left, right = ((p + a * n) * (q + b) + a * p for p, q in zip(one, two, strict=True))
    return Drawn(f"{left} = {right}", lambda: prove_identity(left, sp.expand(right)), Truth.TRUE)


COMPARISONS = (
    trees_rewritten_by_rules_right_and_wrong,
    differences_of_trees,
    products_expanded_and_fractions_joined,
    laws_of_powers_put_into_products,
)
