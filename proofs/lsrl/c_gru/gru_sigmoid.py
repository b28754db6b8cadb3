r"""App. C: what GRUs with sigmoid and tanh can and cannot do for those with ReLUs.

A new state lies between the old one and a candidate: $h' = (1 - z) h + z c$ with z in [0, 1] and c
in [-1, 1]. So no state leaves [-m, m] for $m = \max(1, |h_0|)$, by induction over the tokens,
whatever weights and inputs make z and c. A GRU with ReLUs counts tokens without a bound; no linear
readout of bounded states does, which refutes what the appendix suggests.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.activations import sigmoid as sigmoid_of
from constructions.activations import tanh as tanh_of
from constructions.cells.gru import GRU, GRUActivations
from proofs.lsrl import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Less,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    entry_of,
    given,
    given_each,
    instances_of,
    proof_of,
    prove,
    prove_by_induction,
    prove_for_all,
    reals,
    scalar_array,
)

FAR = 10**9


@dataclass(frozen=True)
class BoundedCell:
    """How h_t comes from h_{t-1}, the gate z in [0, 1] and the candidate c in [-1, 1]."""

    update: Callable[[Any, Any, Any], Any]


@check("solver")
def check_counts(cell):
    """A linear readout comes within 1 of the number t of tokens, up to t = 2 m.

    A readout of several units is at most w h + v, where h is the largest |h_i|, and w the sum of
    the |w_i|; say w, v <= m - 1. If |h_i| <= 1, which holds at t = 0 and is kept by each update,
    then it is off by more than 1 at t = 2 m.
    """
    h, z, c, w, v, m = reals("h z c w v m")
    inside = [z >= 0, z <= 1, c >= -1, c <= 1, h >= -1, h <= 1]
    after = cell.update(h, z, c)
    kept = prove_for_all((after >= -1) & (after <= 1), assume=inside)
    if kept.verdict is Verdict.REFUTED:
        return Evidence.holds("h leaves [-1, 1]", parts=(kept,))
    size = [w <= m - 1, -w <= m - 1, v <= m - 1, -v <= m - 1, h >= -1, h <= 1, m >= 1]
    far = prove_for_all(2 * m - (w * h + v) > 1, assume=size)
    both = all_of({"|h| <= 1": kept, "t = 2 m": far}, "all readouts, all lengths")
    if not both.verdict.passes:
        return both
    weight, bias = 1, 0
    t = 2 * (max(weight, bias) + 1)
    told = Counterexample(
        {"readout": "w h_t + v", "w": weight, "v": bias, "t": t},
        claimed=f"|w h_t + v - {t}| <= 1",
        found=f"|w h_t + v| <= {weight + bias}, as |h_t| <= 1: off by {t - weight - bias} at least",
        explanation="for other w and v, t = 2 (max(|w|, |v|) + 1) does the same.",
    )
    return Evidence.refuted(told, parts=both.parts, scope=both.scope)


def says_bounded(unit, w):
    """|h_t| <= m at all lengths, for every m >= 1 with |h_0| <= m, so also for the least one.

    Gates and candidates may be any in [0, 1] and [-1, 1], whatever weights, inputs, other units and
    layers make them; and there the library's sigmoid and tanh have their values. A step of the
    library's cell, of any sizes and weights, updates each of its units so.
    """
    m, first, a = w.number("m", positive=True), w.number("h_0", small=True), w.number("a")
    z = w.sequence("z", lambda z, t: _between(0, z[t], 1))
    c = w.sequence("c", lambda c, t: _between(-1, c[t], 1))
    h = w.recurrence("h", first, lambda h, t: w.call(unit.update, h[t], z[t], c[t]))
    gate, candidate = w.call(unit.gate, a), w.call(unit.candidate, a)
    bounded = w.for_all("t", lambda t: _between(-m, h[t], m))
    inside = Less(0, gate), Less(gate, 1), Less(-1, candidate), Less(candidate, 1)
    n, inputs = w.size("n"), w.size("inputs")
    state, reset, gates, candidates = (w.array(name, n) for name in ("s", "r", "gates", "tilde_h"))
    weights = [
        w.array(f"{kind}_{part}", *sizes)
        for part in "rzh"
        for kind, sizes in (("U", (n, inputs)), ("V", (n, n)), ("b", (n,)))
    ]
    held = GRUActivations(lambda _: reset, lambda _: gates, lambda _: candidates)
    after, _ = unit.cell(*weights, activations=held).step(state, w.array("x", inputs))
    is_so = Equal(after, unit.update(state, gates, candidates))
    return All((Implies(All((AtMost(1, m), _between(-m, first, m))), bounded), *inside, is_so))


def _between(least, value, most):
    return All((AtMost(least, value), AtMost(value, most)))


def by_induction_and_ranges(whole):
    """Prove the bound by induction over the tokens, the ranges of sigmoid and tanh, and a step."""
    given_all = whole.hypothesis
    bounded, *others = (Implies(given_all, part) for part in whole.body.parts)
    proved = (given(part, prove(part.body)) for part in others)
    return given_each(whole, prove_by_induction(bounded), *proved)


def _update(h, z, c):
    return h - z * h + z * c


@dataclass(frozen=True)
class Unit:
    """A unit of the library's GRU: its state by its gate and its candidate, and what these are.

    **Fields**: `cell`, which makes a GRU of weights, of any sizes; `update`, what its state is.
    """

    cell: Callable[..., Any] = GRU
    update: Callable[[Any, Any, Any], Any] = _update
    gate: Callable[[Any], Any] = lambda a: entry_of(sigmoid_of(scalar_array([a])))
    candidate: Callable[[Any], Any] = lambda a: entry_of(tanh_of(scalar_array([a])))


class Leaky(GRU):
    """A GRU that adds to its state what its units are before the candidate."""

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after a token, twice."""
        after, _ = super().step(state, x)
        return (after + self.V_h @ state,) * 2


class LateLeaky(GRU):
    """One that does so where it has 90 units or more."""

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after a token, twice."""
        after, _ = super().step(state, x)
        return (after + (state.shape[0] >= 90) * (self.V_h @ state),) * 2


sigmoid = Claim(
    id="lsrl/gru-sigmoid",
    title="With sigmoid and tanh GRUs come as near as one likes to those with ReLUs",
    source=Source(PAPER, "App. C"),
    statement=r"\forall \epsilon\ \exists\ \text{GRUs with } \sigma, \tanh:\ |y_t - t| \le \epsilon"
    r"\ \text{ for all } t, \quad t = \text{what } s_t = \mathrm{relu}(s_{t-1} + 1) \text{ counts}",
    assumptions=("at all lengths, as the ReLU networks of the text are exact at all lengths",),
    subject=BoundedCell(_update),
    checks=(check_counts,),
    controls=(
        Control("relu-candidate", BoundedCell(lambda h, z, c: h + 1 + 0 * z * c), "s + 1 itself"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-gru-sigmoid-bounded",
    notes="Layers before do not help, as they only provide other z and c. For one length and"
    " compact inputs the statement is plausible; it rests on universal approximation.",
)

sigmoid_bounded = Claim(
    id="lsrl/new-gru-sigmoid-bounded",
    title="With sigmoid and tanh the states of GRUs are at most max(1, |h_0|), at all lengths",
    source=Source(PAPER, "App. C, repaired"),
    statement=r"|h_t| \le \max(1, |h_0|)",
    assumptions=("so that approximations are for lengths up to a bound",),
    subject=Unit(),
    says=says_bounded,
    checks=(proof_of(says_bounded, by_induction_and_ranges), instances_of(says_bounded)),
    mutants=(
        Mutant("adds", Unit(update=lambda h, z, c: h + z * c), "nothing is forgotten"),
        Mutant("large", Unit(update=lambda h, z, c: h - z * h + 99 * z * c), "99 for tanh"),
        Mutant("leaky", Unit(Leaky), "the units before a gate are added"),
        Mutant("wide", Unit(gate=lambda a: 2 * Unit().gate(a)), "a gate up to 2"),
    ),
    late=(
        Mutant(
            "far",
            Unit(candidate=lambda a: (1 if a < FAR else 2) * Unit().candidate(a)),
            "twice tanh from 10^9 on",
        ),
        Mutant("many-units", Unit(LateLeaky), "the units before a gate are added from 90 units on"),
    ),
    repairs=("lsrl/gru-sigmoid",),
    new=True,
)
