"""Appendix A.4, eqs. (23) to (26): attention with decay and biases is a diagonal recurrence.

Eq. (25) loses a factor 1/d. The result, eq. (26), is right; the text before announces it with x_t
in the place of x_{t+1}.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from constructions.arrays import ones, outer
from constructions.cells.decayed_attention import DecayedAttention
from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Control,
    Equal,
    Mutant,
    Source,
    Verdict,
    check,
    equal_maps,
    instances_of,
    proof_of,
)


class OneStep:
    """The decayed attention of A.4 and its steps at two tokens, from any memory."""

    def __init__(self, w):
        size = w.size("d")
        self.x, self.lam, self.size = w.array("x", size), w.array("lam", size), size
        self.one = ones((self.x.shape[0],), like=self.x)
        eye, none = w.identity(size), outer(self.x, self.x) * 0
        query = self.one * (1 / size)
        attention = DecayedAttention(eye, self.x * 0, none, self.one, none, query, self.lam)
        self.decay = outer(self.lam, self.one)
        start, previous = w.array("W", size, size), w.array("x_before", size)
        self.memory, self.output_before = attention.step(start, previous)
        self.after, self.output = attention.step(self.memory, self.x)


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


def says_line(line, w):
    """It is the output of the cell, after any memory and token."""
    step = OneStep(w)
    return Equal(line(step), step.output)


check_line = proof_of(says_line, name="check_line")


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
        says=says_line,
        checks=(check_line, instances_of(says_line)),
        **more,
    )


def at_small_sizes(line):
    """Return a line that has no input from d = 40 on."""
    return lambda s: line(s) if s.size < 40 else s.lam * s.output_before


NO_INPUT = Mutant("no-input", lambda s: s.lam * s.output_before, "x left out")
eq_23 = _line(
    23,
    "y_{t+1} = (1/d) W_{t+1} 1",
    line_23,
    r"y_{t+1} = \tfrac1d W^{ff}_{t+1} \mathbf 1",
    id="gated-rnn/eq-23",
    late=(Mutant("many-units", at_small_sizes(line_23), "no input from d = 40 on"),),
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
    late=(Mutant("many-units", at_small_sizes(line_24), "no input from d = 40 on"),),
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
    late=(Mutant("many-units", at_small_sizes(line_25_repaired), "no input from d = 40 on"),),
    mutants=(Mutant("printed", line_25, "1/d lost"), NO_INPUT),
    repairs=("gated-rnn/eq-25",),
)
eq_26 = _line(
    26,
    "With decay and biases attention is y_{t+1} = lambda * y_t + x_{t+1}",
    line_26,
    r"y_{t+1} = \lambda \odot y_t + x_{t+1}",
    id="gated-rnn/eq-26",
    late=(Mutant("many-units", at_small_sizes(line_26), "no input from d = 40 on"),),
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
