r"""Linear attention with the delta rule is online least squares.

The memory is a matrix S; a key k and a value v are vectors. One step adds
$\beta (v - S k) k^\top$.
"""

from collections.abc import Callable
from typing import Any

from online_memory import NOTES
from theorem_checks import (
    All,
    Claim,
    Equal,
    Mutant,
    Source,
    World,
    instances_of,
    proof_of,
)

Rule = Callable[[Any, Any, Any, Any], Any]


def delta_rule(S: Any, k: Any, v: Any, beta: Any) -> Any:
    """Return the memory after one step."""
    return S + outer(v - S @ k, k) * beta


def outer(u: Any, v: Any) -> Any:
    """Return the matrix of all products of two vectors, in the number system of these."""
    return u.__number_system__.outer(u, v)


def loss(S: Any, k: Any, v: Any) -> Any:
    """Return |v - S k|^2 / 2."""
    error = v - S @ k
    return error @ error / 2


def says_gradient_step(rule: Rule, w: World) -> All:
    """One step is that of gradient descent, for memories of all sizes.

    With a key of norm 1 and a step of 1 the memory then returns the value.
    """
    d_k, d_v, beta = w.size("d_k"), w.size("d_v"), w.number("beta")
    S, k, v = w.array("S", d_v, d_k), w.array("k", d_k), w.array("v", d_v)
    unit = w.array("u", d_k, known="unit")
    gradient = w.derivative(lambda X: loss(X, k, v), S)
    step = Equal(rule(S, k, v, beta), S - gradient * beta)
    return All((step, Equal(rule(S, unit, v, 1) @ unit, v)))


def many_keys(S: Any, k: Any, v: Any, beta: Any) -> Any:
    """A rule that takes small memories only for what they are."""
    return delta_rule(S, k, v, beta if S.shape[1] < 100 else 2 * beta)


DELTA_RULE = Claim(
    id="online-memory/delta-rule",
    title="The delta rule takes one step of gradient descent on the pair that it is shown",
    source=Source(NOTES, "Proposition 1"),
    statement=r"S + \beta (v - S k) k^\top = S - \beta \nabla_S \tfrac12 |v - S k|^2;"
    r"\quad |k| = \beta = 1 \implies S' k = v",
    subject=delta_rule,
    says=says_gradient_step,
    checks=(
        proof_of(says_gradient_step, name="check_for_all_sizes"),
        instances_of(says_gradient_step, name="check_on_instances"),
    ),
    mutants=(
        Mutant("plain", lambda S, k, v, beta: S + outer(v, k) * beta, "forgets what is stored"),
        Mutant("doubled", lambda S, k, v, beta: delta_rule(S, k, v, 2 * beta), "loses the half"),
        Mutant("ascends", lambda S, k, v, beta: delta_rule(S, k, v, -beta), "the wrong sign"),
    ),
    late=(Mutant("many-keys", many_keys, "twice the step for 100 keys and more"),),
)


def says_error(after: Callable[[Any, Any, Any], Any], w: World) -> Equal:
    """What is left of the error of a pair when the rule has been run on it."""
    d_k, d_v, beta = w.size("d_k"), w.size("d_v"), w.number("beta")
    S, k, v = w.array("S", d_v, d_k), w.array("k", d_k), w.array("v", d_v)
    return Equal(v - delta_rule(S, k, v, beta) @ k, after(v - S @ k, k, beta))


def error_after(error: Any, k: Any, beta: Any) -> Any:
    """Return (1 - beta |k|^2) times the error."""
    return error - outer(error, k) @ k * beta


ERROR_AFTER = Claim(
    id="online-memory/error-after-a-step",
    title="A step multiplies the error on its own pair by 1 - beta |k|^2",
    source=Source(NOTES, "Proposition 2"),
    statement=r"v - S' k = (1 - \beta |k|^2)(v - S k)",
    assumptions=(r"$S' = S + \beta (v - S k) k^\top$",),
    subject=error_after,
    says=says_error,
    checks=(
        proof_of(says_error, name="check_error_for_all_sizes"),
        instances_of(says_error),
    ),
    mutants=(
        Mutant(
            "unit-key", lambda error, _, beta: error - error * beta, "takes |k| = 1 for granted"
        ),
        Mutant("grows", lambda error, k, beta: error_after(error, k, -beta), "the wrong sign"),
    ),
    late=(
        Mutant(
            "many-keys",
            lambda error, k, beta: error_after(error, k, beta) * (1 if k.shape[0] < 100 else 2),
            "twice as much is left for keys of 100 entries and more",
        ),
    ),
)
