r"""Section 2.1: what linear self-attention costs a token, and what it keeps.

Products are counted where the shipped cell makes them, on arrays of which only the sizes are known:
a p x q matrix times a vector has p q products, and $u v^\top$ one for each entry. The recurrent
form has $5 d^2$ at every token; the quadratic one, eq. (1) with values and keys kept, $3 d^2 + 2 d
t$ at token t. That softmax attention has to keep t numbers is an example: keys and queries for
which the answers determine t values.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flint
import numpy as np

from constructions.arrays import EXACT
from constructions.cells.linear_attention import LinearAttention
from proofs.gated_rnn import PAPER
from proofs.transformers_are_rnns.counting import Sized, Tally
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    NamedEqual,
    Source,
    Verdict,
    World,
    check,
    instances_of,
    proof_of,
)


class Counted:
    """A number that is only counted: every product of two of them adds one to the total."""

    total = 0

    def __mul__(self, other: object) -> "Counted":
        Counted.total += 1
        return self

    def __add__(self, other: object) -> "Counted":
        return self

    __rmul__, __radd__, __sub__ = __mul__, __add__, __add__

    def __neg__(self) -> "Counted":
        return self


def _products(run: Callable[[], object]) -> int:
    Counted.total = 0
    run()
    return Counted.total


def _counted(*shape: int) -> np.ndarray:
    numbers = np.empty(shape, dtype=object)
    numbers[...] = Counted()
    return numbers


@dataclass(frozen=True)
class Cost:
    """Numbers of products per token: of the recurrent form, and of the quadratic one at token t."""

    recurrent: Callable[[Any, Any], Any]
    quadratic: Callable[[Any, Any], Any]


def _quadratic(cell: LinearAttention, values: Any, keys: Any, x: Any) -> None:
    """Take a token in the quadratic form, where values and keys of all so far are kept."""
    cell.kept(x)
    cell.output_from(values, keys, x)


def says_products(cost: Cost, w: World) -> All:
    """The products of one step of the cell, and of its quadratic form at token t.

    Counted where they are made, on arrays of which only the sizes are known: a p x q matrix times a
    vector has p q products, u v^T as many as it has entries. The quadratic form is eq. (1): of a
    token it keeps value and key, and it gives the sum over s of v_s (k_s . q_t).
    """
    d, t = w.size("d"), w.size("t")
    W_V, W_K, W_Q = (w.array(name, d, d) for name in ("W_V", "W_K", "W_Q"))
    attention, x = LinearAttention(W_V, W_K, W_Q), w.array("x", d)
    values, keys, query = w.array("values", t, d), w.array("keys", t, d), W_Q @ x
    value, key = attention.kept(x)

    def attended(h: Any, i: Any) -> Any:
        return h.sum(lambda s: values[s, i] * h.sum(lambda j: keys[s, j] * query[j], d), t)

    step, sums = Tally(), Tally()

    def cell(tally: Tally) -> LinearAttention:
        matrices: Any = [Sized((d, d), tally) for _ in range(3)]
        return LinearAttention(*matrices)

    cell(step).step(Sized((d, d), step), Sized((d,), step))
    past = Sized((t, d), sums)
    _quadratic(cell(sums), past, past, Sized((d,), sums))
    quadratic = w.call(cost.quadratic, d, t)
    return All(
        (
            NamedEqual(step.multiplications, w.call(cost.recurrent, d, t), *_told("recurrent")),
            NamedEqual(value, W_V @ x, "the value kept of a token"),
            NamedEqual(key, W_K @ x, "the key kept of a token"),
            NamedEqual(
                attention.output_from(values, keys, x),
                w.entries(attended, d),
                "the quadratic form of the code",
                "eq. (1)",
            ),
            NamedEqual(sums.multiplications, quadratic, *_told("quadratic")),
            AtMost(quadratic, 3 * (d**2 + t * d)),
        )
    )


def _told(form: str) -> tuple[str, str]:
    """What the number of products is called that a form has, and what is said of it."""
    return f"products that the code makes in the {form} form", "what is claimed"


@check("exact")
def check_products_of_the_cell(cost: Cost) -> Evidence:
    """Count the products of numbers in one step, and in the quadratic form at token t."""
    for size in (1, 2, 3, 5):
        cell = LinearAttention(*(_counted(size, size) for _ in range(3)))
        state, x = _counted(size, size), _counted(size)
        step = _products(lambda cell=cell, state=state, x=x: cell.step(state, x))
        for t in range(7)[1:]:
            past = _counted(t, size)
            last = _products(lambda c=cell, past=past, x=x: _quadratic(c, past, past, x))
            claimed = cost.recurrent(size, t), cost.quadratic(size, t)
            if claimed != (step, last):
                values = {"d": size, "t": t}
                return Evidence.refuted(Counterexample(values, str(claimed), str((step, last))))
    return Evidence.holds("d = 1, 2, 3, 5 and t = 1, ..., 6; products of two numbers are counted")


speed = Claim(
    id="gated-rnn/s2.1-speed",
    title="A token costs 5 d^2 products in the recurrent form, 3 d^2 + 2 d t in the quadratic one",
    source=Source(PAPER, "Sec. 2.1"),
    statement=r"\text{recurrent: } 5d^2,\qquad \text{quadratic: } 3d^2 + 2dt = O(d^2 + td)",
    assumptions=("keys and values of past tokens are kept in the quadratic form",),
    subject=Cost(lambda d, t: 5 * d**2, lambda d, t: 3 * d**2 + 2 * d * t),
    says=says_products,
    checks=(
        proof_of(says_products),
        instances_of(says_products),
        check_products_of_the_cell,
    ),
    mutants=(
        Mutant("grows", Cost(lambda d, t: 3 * d**2 + 2 * d * t, lambda d, t: 3 * d**2 + 2 * d * t)),
        Mutant("no-scores", Cost(lambda d, t: 5 * d**2, lambda d, t: 3 * d**2 + d * t)),
    ),
    late=(
        Mutant(
            "long",
            Cost(
                lambda d, t: 5 * d**2,
                lambda d, t: 3 * d**2 + (2 if t < 5000 else 1) * d * t,
            ),
            "without the scores from t = 5000 on",
        ),
    ),
    notes="The recurrent form is cheaper from t > d on; nothing is said of memory traffic.",
)


def says_kept(size: Callable[[Any, Any], Any], w: World) -> All:
    """The state of the cell has so many entries at first, and after any token from any such state.

    A token leaves the state's shape as it is, so that the size is the same after t tokens.
    """
    d, t = w.size("d"), w.size("t")
    cell = LinearAttention(*(w.array(name, d, d) for name in ("W_V", "W_K", "W_Q")))
    start, x = cell.initial_state(), w.array("x", d)
    after, _ = cell.step(w.array("S", *start.shape), x)
    stated = w.call(size, d, t)
    shapes = zip(start.shape, after.shape, strict=True)
    named = zip(("first state", "state after a token"), (start, after), strict=True)
    counts = (NamedEqual(w.count(s), stated, f"entries of the {name}") for name, s in named)
    same = (
        NamedEqual(*sizes, f"size {place} of the first state", "that after a token")
        for place, sizes in enumerate(shapes, 1)
    )
    return All((*counts, *same))


@check("exact")
def check_states(size: Callable[[Any, Any], Any]) -> Evidence:
    """Run the cell, and count the numbers of its state after each token."""
    for d in (1, 2, 3):
        one = EXACT.eye(d)
        cell = LinearAttention(one, one, one)
        state = cell.initial_state()
        for t in range(1, 5):
            state, _ = cell.step(state, EXACT.ones((d,)))
            kept, claimed = int(np.prod(state.shape)), size(d, t)
            if claimed != kept:
                told = str(claimed), f"{kept} numbers"
                return Evidence.refuted(Counterexample({"d": d, "t": t}, *told))
    return Evidence.holds("d = 1, 2, 3 and t <= 4")


memory = Claim(
    id="gated-rnn/s2.1-memory",
    title="The recurrent form keeps d^2 numbers at any length",
    source=Source(PAPER, "Secs. 1, 2.1"),
    statement=r"\text{linear: } d^2 \text{ numbers after } t \text{ tokens, for all } t",
    subject=lambda d, t: d**2,
    says=says_kept,
    checks=(proof_of(says_kept), instances_of(says_kept), check_states),
    mutants=(
        Mutant("per-token", lambda d, t: d * t, "grows with t"),
        Mutant("state-and-normaliser", lambda d, t: d**2 + d, "a sum of keys besides"),
    ),
    late=(Mutant("long", lambda d, t: d**2 if t < 5000 else d * t, "grows from t = 5000 on"),),
    notes="A step keeps the shape that the first state has. Softmax attention keeps more:"
    " gated-rnn/s2.1-softmax-memory.",
)


@check("exact")
def check_answers(size: Callable[[int], int]) -> Evidence:
    r"""Softmax attention to t keys has to keep t numbers at least.

    Keys 0, 1, ..., t - 1 and queries log 1, ..., log t (d = 1): the weights are r^s over their sum,
    so the answers determine the t values v_s if the matrix (r^s) is invertible, which it is.
    """
    for t in range(1, 9):
        answers = flint.fmpz_mat([[r**s for s in range(t)] for r in range(1, t + 1)])
        if size(t) != answers.rank():
            found = f"answers of rank {answers.rank()}"
            return Evidence.refuted(Counterexample({"t": t}, str(size(t)), found))
    return Evidence.holds(
        "t up to 8",
        words=(
            "an injective continuous map does not lower the dimension, so a state from which t free"
            " values can be told has t numbers at least",
        ),
    )


softmax_memory = Claim(
    id="gated-rnn/s2.1-softmax-memory",
    title="Softmax attention has to keep at least t numbers after t tokens",
    source=Source(PAPER, "Secs. 1, 2.1"),
    statement=r"\text{softmax: } \ge t \text{ numbers after } t \text{ tokens}",
    assumptions=(
        "states are real vectors that depend continuously on the tokens",
        "counted up to $t = 8$",
    ),
    subject=lambda t: t,
    checks=(check_answers,),
    mutants=(Mutant("constant", lambda t: 1, "softmax in one number"),),
    expect=Verdict.HOLDS,
    notes="That a continuous map from t numbers to fewer is not injective (Brouwer's invariance of"
    " domain) is no fact of the library, and statements do not speak of all continuous states.",
)
