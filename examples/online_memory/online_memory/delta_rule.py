r"""Linear attention with the delta rule is online least squares.

The memory is a matrix S; a key k and a value v are columns. One step adds $\beta (v - S k) k^\top$.
"""

from collections.abc import Callable
from typing import Any

import sympy as sp

from online_memory import NOTES
from theorem_checks import (
    Claim,
    Evidence,
    Mutant,
    Source,
    agree,
    arrays_of,
    check,
    family,
    prove_equal_arrays,
    rationals,
    search,
    symbol_array,
)

Rule = Callable[[Any, Any, Any, Any], Any]

d_k, d_v = sp.symbols("d_k d_v", integer=True, positive=True)
beta, epsilon = sp.symbols("beta epsilon", real=True)
KEYS, VALUES, ONE = family("keys", d_k), family("values", d_v), family("one", 1)
S = symbol_array("S", VALUES, KEYS)
k, v = symbol_array("k", KEYS, ONE), symbol_array("v", VALUES, ONE)


def delta_rule(S: Any, k: Any, v: Any, beta: Any) -> Any:
    """Return the memory after one step."""
    return S + beta * (v - S @ k) @ k.T


def loss(S: Any, k: Any, v: Any) -> Any:
    """Return |v - S k|^2 / 2, as an array of one entry."""
    error = v - S @ k
    return error.T @ error / 2


@check("proof")
def check_for_all_sizes(rule: Rule) -> Evidence:
    """The step is -beta times the derivative of the loss, in every direction.

    Along a b^T the loss is a parabola; its linear coefficient is the derivative. These directions
    span all matrices.
    """
    a, b = symbol_array("a", VALUES, ONE), symbol_array("b", KEYS, ONE)
    direction = a @ b.T
    square = epsilon**2 * (direction @ k).T @ (direction @ k) / 2
    linear = loss(S + epsilon * direction, k, v) - loss(S, k, v) - square
    step = rule(S, k, v, beta) - S
    return prove_equal_arrays(beta * linear, -epsilon * (a.T @ step @ b))


@check("search")
def check_on_instances(rule: Rule) -> Evidence:
    """The same in exact rationals: a central difference of a parabola is its derivative."""

    def holds(S: Any, k: Any, v: Any, E: Any, beta: Any) -> Any:
        slope = (loss(S + E, k, v) - loss(S - E, k, v))[0, 0] / 2
        return agree(-beta * slope, (E * (rule(S, k, v, beta) - S)).sum())

    memory = arrays_of(2, 3)
    columns = {"k": arrays_of(3, 1), "v": arrays_of(2, 1)}
    return search({"S": memory, "E": memory, **columns, "beta": rationals()}, holds)


DELTA_RULE = Claim(
    id="online-memory/delta-rule",
    title="The delta rule takes one step of gradient descent on the pair that it is shown",
    source=Source(NOTES, "Proposition 1"),
    statement=r"S + \beta (v - S k) k^\top = S - \beta \nabla_S \tfrac12 |v - S k|^2",
    subject=delta_rule,
    checks=(check_for_all_sizes, check_on_instances),
    mutants=(
        Mutant("plain", lambda S, k, v, beta: S + beta * v @ k.T, "forgets what is stored"),
        Mutant("doubled", lambda S, k, v, beta: delta_rule(S, k, v, 2 * beta), "loses the half"),
        Mutant("ascends", lambda S, k, v, beta: delta_rule(S, k, v, -beta), "the wrong sign"),
    ),
)


@check("proof")
def check_error_for_all_sizes(after: Callable[[Any, Any], Any]) -> Evidence:
    """Run the rule once, and compare the error that is left."""
    left = v - delta_rule(S, k, v, beta) @ k
    return prove_equal_arrays(left, after(v - S @ k, k))


ERROR_AFTER = Claim(
    id="online-memory/error-after-a-step",
    title="A step multiplies the error on its own pair by 1 - beta |k|^2",
    source=Source(NOTES, "Proposition 2"),
    statement=r"v - S' k = (1 - \beta |k|^2)(v - S k)",
    assumptions=(r"$S' = S + \beta (v - S k) k^\top$",),
    subject=lambda error, k: error - beta * error @ (k.T @ k),
    checks=(check_error_for_all_sizes,),
    mutants=(
        Mutant("unit-key", lambda error, _: error - beta * error, "takes |k| = 1 for granted"),
        Mutant("grows", lambda error, k: error + beta * error @ (k.T @ k), "the wrong sign"),
    ),
)
