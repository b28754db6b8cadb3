"""Appendix A.4, eqs. (23) to (26): attention with decay and biases is a diagonal recurrence.

Eq. (25) loses a factor 1/d. The result, eq. (26), is right; the text before announces it with x_t
in the place of x_{t+1}.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import sympy as sp

from constructions.arrays import outer
from constructions.cells.decayed_attention import DecayedAttention
from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Control,
    Mutant,
    Source,
    Verdict,
    array_of,
    check,
    delta,
    equal_maps,
    family,
    prove_equal_arrays,
    symbol_array,
    zeros,
)
from theorem_checks.statements.arrays.symbolic_array import ones

d = sp.Symbol("d", integer=True, positive=True)


class OneStep:
    """The decayed attention of A.4 and one of its steps, on numbers or on symbols."""

    def __init__(self, memory, x, lam, one, eye, none, size):
        self.memory, self.x, self.lam, self.one, self.size = memory, x, lam, one, size
        self.decay = outer(lam, one)
        attention = DecayedAttention(eye, one * 0, none, one, none, one * (1 / size), lam)
        self.after, self.output = attention.step(memory, x)
        # the output that the same weights gave one step before
        self.output_before = memory @ (one * (1 / size))


def line_23(s):
    """(1/d) W_{t+1} 1."""
    return (s.after @ s.one) * (1 / s.size)


def line_24(s):
    """(1/d) (Gamma_1 * W_t + x 1^T) 1."""
    return ((s.decay * s.memory + outer(s.x, s.one)) @ s.one) * (1 / s.size)


def line_25(s):
    """(Gamma_1 * W_t) 1 + x, as printed."""
    return (s.decay * s.memory) @ s.one + s.x


def line_25_repaired(s):
    """(1/d) (Gamma_1 * W_t) 1 + x."""
    return ((s.decay * s.memory) @ s.one) * (1 / s.size) + s.x


def line_26(s):
    """The recurrence: lambda * y_t + x_{t+1}."""
    return s.lam * s.output_before + s.x


@check("proof")
def check_line(line):
    """Against one step of the cell from any memory, for symbolic d, lambda, x."""
    axis = family("x", d)
    eye = array_of({("x", "x"): delta}, axis, axis)
    step = OneStep(
        symbol_array("W", axis, axis),
        symbol_array("x", axis),
        symbol_array("lam", axis),
        ones((axis,)),
        eye,
        zeros((axis, axis)),
        d,
    )
    return prove_equal_arrays(step.output, line(step))


@check("exact")
def check_line_by_polynomials(line):
    """The same at d = 1, 2 and 3, as polynomials."""

    def both(which):
        def run(W, x, lam):
            size = len(x)
            one = np.array([1] * size, dtype=object)
            eye = np.eye(size, dtype=int)
            step = OneStep(W, x, lam, one, eye, 0 * eye, Fraction(size))
            return which(step)

        return run

    sizes = [{"W": (n, n), "x": (n,), "lam": (n,)} for n in (1, 2, 3)]
    return equal_maps(both(line), both(lambda s: s.output), sizes=sizes)


SETTING = (
    r"$W_V = 1, b_V = 0, W_K = 0, b_K = \mathbf 1, W_Q = 0, b_Q = \frac1d \mathbf 1$,"
    r" $1 - \gamma = \lambda$",
)


def _line(number, title, line, statement, **more):
    return Claim(
        title=title,
        source=Source(PAPER, f"App. A.4, eq. ({number})"),
        statement=statement,
        assumptions=SETTING,
        subject=line,
        checks=(check_line, check_line_by_polynomials),
        **more,
    )


NO_INPUT = Mutant("no-input", lambda s: s.lam * s.output_before, "x left out")
eq_23 = _line(
    23,
    "y_{t+1} = (1/d) W_{t+1} 1",
    line_23,
    r"y_{t+1} = \tfrac1d W^{ff}_{t+1} \mathbf 1",
    id="gated-rnn/eq-23",
    mutants=(
        Mutant("no-1-over-d", lambda s: s.after @ s.one, "b_Q = 1"),
        Mutant("transposed", lambda s: (s.after.T @ s.one) * (1 / s.size), "columns summed"),
    ),
)
eq_24 = _line(
    24,
    "y_{t+1} = (1/d)(Gamma_1 * W_t + x_{t+1} 1^T) 1",
    line_24,
    r"y_{t+1} = \tfrac1d (\Gamma_1 \odot W^{ff}_t + x_{t+1} \mathbf 1^\top) \mathbf 1",
    id="gated-rnn/eq-24",
    mutants=(
        NO_INPUT,
        Mutant(
            "no-decay",
            lambda s: ((s.memory + outer(s.x, s.one)) @ s.one) * (1 / s.size),
            "Gamma_1 left out",
        ),
    ),
)
eq_25 = _line(
    25,
    "y_{t+1} = (Gamma_1 * W_t) 1 + x_{t+1}, as printed",
    line_25,
    r"y_{t+1} = (\Gamma_1 \odot W^{ff}_t) \mathbf 1 + x_{t+1}",
    id="gated-rnn/eq-25",
    controls=(Control("repaired", line_25_repaired, "1/d before the first term"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-eq-25",
    notes="The factor 1/d of the first term is lost. At d = 1 the line is right.",
)
eq_25_repaired = _line(
    25,
    "y_{t+1} = (1/d)(Gamma_1 * W_t) 1 + x_{t+1}",
    line_25_repaired,
    r"y_{t+1} = \tfrac1d (\Gamma_1 \odot W^{ff}_t) \mathbf 1 + x_{t+1}",
    id="gated-rnn/new-eq-25",
    mutants=(Mutant("printed", line_25, "1/d lost"), NO_INPUT),
    repairs=("gated-rnn/eq-25",),
)
eq_26 = _line(
    26,
    "With decay and biases attention is y_{t+1} = lambda * y_t + x_{t+1}",
    line_26,
    r"y_{t+1} = \lambda \odot y_t + x_{t+1}",
    id="gated-rnn/eq-26",
    covers=("gated-rnn/a4-weights",),
    mutants=(
        NO_INPUT,
        Mutant("gamma-for-lambda", lambda s: (1 - s.lam) * s.output_before + s.x, "gamma"),
        Mutant("input-d-times", lambda s: s.lam * s.output_before + s.x * s.size, "b_Q = 1"),
    ),
    repairs=("gated-rnn/a4-target-recurrence",),
)


@dataclass(frozen=True)
class Recurrence:
    """y_{t+1} = lambda y_t + x_{t+1}, or with the input of `late` steps before."""

    late: int

    def __call__(self, xs, lam):
        """Return y_1, y_2, ... from y_0 = 0."""
        y, outputs = lam * 0, []
        for t in range(len(xs)):
            y = lam * y + (xs[t - self.late] if t >= self.late else 0)
            outputs.append(y)
        return outputs


def attention_of(xs, lam):
    """The outputs of attention with the weights of A.4."""
    size = len(lam)
    one, eye = np.array([1] * size, dtype=object), np.eye(size, dtype=int)
    query = one * Fraction(1, size)
    return DecayedAttention(eye, 0 * one, 0 * eye, one, 0 * eye, query, lam)(xs)


@check("exact")
def check_recurrence(recurrence):
    """The outputs of attention with the weights of A.4 are those of the recurrence."""
    sizes = [{"xs": (T, n), "lam": (n,)} for T, n in ((1, 1), (4, 1), (2, 2), (2, 3))]
    return equal_maps(recurrence, attention_of, sizes=sizes)


target = Claim(
    id="gated-rnn/a4-target-recurrence",
    title="The recurrence that attention with decay satisfies is y_{t+1} = lambda y_t + x_t",
    source=Source(PAPER, "App. A.4, text before eq. (20)"),
    statement=r"y_{t+1} = \lambda \odot y_t + x_t",
    assumptions=SETTING,
    subject=Recurrence(late=1),
    checks=(check_recurrence,),
    controls=(Control("repaired", Recurrence(late=0), "x_{t+1}, as in eq. (26)"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/eq-26",
    notes="The text has the input one step late; eq. (26) has it right.",
)
