"""Orders of symmetric matrices that are said of a state at all times."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    LoewnerAtMost,
    Verdict,
    at_vectors,
    given_each,
    induction,
    prove,
    quadratic_forms_of,
)
from theorem_checks.proving.rules.derivations import Derived, derivation
from theorem_checks.proving.rules.inductions import obligations
from theorem_checks.proving.rules.loewner import by_quadratic_forms
from theorem_checks.proving.rules.replacing import replacing
from theorem_checks.statements.arrays.symbolic_arrays import symbol_array
from theorem_checks.statements.worlds.symbolic import Symbolic

__all__ = ["CASES"]

Step = Callable[[Any, Any, Any], Any]
"""The matrix after a step, from that before, any M, and the identity."""


@dataclass(frozen=True)
class Moved:
    """A matrix that moves, whatever the token is."""

    first: Any
    move: Callable[[Any], Any]

    def initial_state(self) -> Any:
        """Return the first matrix."""
        return self.first

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the next matrix, and the token."""
        return self.move(state), x


def _kept(step: Step, first: int = 1, known: str = "", rest: Any = None) -> Evidence:
    """That the matrix, first I at first, is symmetric and 0 at least, under the `rest`."""
    w = Symbolic()
    n = w.size("n")
    M = w.array("M", n, n, known=known) if known else w.array("M", n, n)
    one, x = w.identity(n), w.array("x", n)
    machine = w.machine(Moved(one * first, lambda H: step(H, M, one)), x)

    def said(H: Any) -> Conclusion:
        return All((Equal(H, H.T), LoewnerAtMost(0 * one, H)))

    always = w.always(machine, said)
    context = lambda X: step(X, M, one)  # noqa: E731
    if rest is not None:
        return _proved(Implies(rest(machine.state, one), always), context)
    return _proved(always, context)


def _proved(always: Any, context: Callable[[Any], Any]) -> Evidence:
    needed: Any = obligations(always)
    base, step = needed
    under, (even, order) = step.hypothesis, step.body.parts
    known, _ = under.parts
    X = symbol_array("X.any", *(axis[0] for axis in known.lhs.axes))

    def by_symmetry(said: Any, put: Any) -> Evidence:
        last = Implies(known, said)
        return derivation(Implies(under, said), Derived(last, replacing(last, put, X)))

    whole = Implies(under, order)
    forms: Any = quadratic_forms_of(whole)
    turned, of_any = forms
    z = of_any.array("z.any")
    last = Implies(All((under.parts[1],)), of_any.body)
    gain = AtMost(0, z @ ((context(known.lhs) - known.lhs) @ z))
    premises = ((gain, found),) if (found := prove(gain)).verdict is Verdict.PROVED else ()
    ordered = derivation(of_any, Derived(last, at_vectors(last, z, known=premises)))
    evenly = by_symmetry(turned.body, context(X))
    parts = by_symmetry(even, context(X)), by_quadratic_forms(whole, evenly, ordered)
    return induction(always, prove(base), given_each(step, *parts))


def _of_token() -> Evidence:
    """That a matrix is at least x x^T, of the token that is read next."""
    w = Symbolic()
    n = w.size("n")
    x, one = w.array("x", n), w.identity(n)
    machine = w.machine(Moved(one, lambda H: H), x)
    outer = w.entries(lambda _, i, j: x[i] * x[j], n, n)
    return prove(w.always(machine, lambda H: LoewnerAtMost(outer, H)))


def _case(slip: Slip, name: str, truth: Truth, step: Step, **more: Any) -> Case:
    return Case("always", slip, name, truth, partial(_kept, step, **more))


CASES = (
    _case(Slip.CONSTANT, "what is added is a square, is true", Truth.TRUE,
          lambda H, M, one: H + M @ M.T),
    _case(Slip.CONSTANT, "a thousand I, and I is taken away at each token", Truth.FALSE,
          lambda H, M, one: H - one, first=1000),
    _case(Slip.CONSTANT, "the other sign", Truth.FALSE, lambda H, M, one: one - 2 * H),
    _case(Slip.HIDDEN_ASSUMPTION, "a symmetric matrix is added", Truth.FALSE,
          lambda H, M, one: H + M, known="symmetric"),
    _case(Slip.HIDDEN_ASSUMPTION, "a semi-definite matrix is added, is true", Truth.TRUE,
          lambda H, M, one: H + M, known="semidefinite"),
    _case(Slip.HIDDEN_ASSUMPTION, "a semi-definite matrix is taken away", Truth.FALSE,
          lambda H, M, one: H - M, known="semidefinite"),
    _case(Slip.ORDER_OF_FACTORS, "a semi-definite matrix times I + H", Truth.FALSE,
          lambda H, M, one: M @ (H + one) + (H - one) @ M, known="semidefinite"),
    _case(Slip.TRANSPOSE, "M - M^T is added, of which each form is 0", Truth.FALSE,
          lambda H, M, one: H + M - M.T),
    _case(Slip.TRANSPOSE, "M M is added, and not M M^T", Truth.FALSE,
          lambda H, M, one: H + M @ M),
    _case(Slip.NAME, "what is assumed of the state that moves", Truth.NO_STATEMENT,
          lambda H, M, one: H - one, rest=lambda H, one: LoewnerAtMost(one, H)),
    Case("always", Slip.NAME, "an order that speaks of the token", Truth.NO_STATEMENT, _of_token),
)  # fmt: skip
