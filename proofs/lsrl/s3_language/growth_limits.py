r"""Sec. 3: what no program computes, by how fast its values can grow.

With bounded tokens each node has |v_t| <= 2^{c (t+1)} for a c that is found node by node
(`growth_by_nodes`), products included. So nothing that grows like 2^{2^t} is a program.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, cast

import sympy as sp

from constructions.lsrl import ForEach, Input, LinState
from proofs.lsrl import PAPER
from proofs.lsrl.program_steps import STEPS, Steps, machines_of
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Equal,
    EveryStackIs,
    Evidence,
    ForAll,
    Implies,
    Jump,
    Less,
    Mutant,
    NoStack,
    NoStackThrough,
    Source,
    Verdict,
    World,
    all_of,
    check,
    closed_under_composition,
    conjunction,
    given,
    given_each,
    not_continuous,
    ones,
    proof_of,
    prove,
    prove_by_induction,
    prove_for_all,
    reals,
    superexponential,
    to_fraction,
    zeros,
)
from theorem_checks.statements.conclusions import symbols_of

FOOTNOTE = Source(PAPER, "Sec. 3, footnote 3")


@dataclass(frozen=True)
class Growth:
    """What outgrows programs, the `recurrence` that maps s_t to s_{t+1}; and their `steps`."""

    recurrence: Callable[[Any], Any] = lambda s: (s + 1) * (s + 1)
    steps: Steps = field(default_factory=lambda: STEPS)


@dataclass(frozen=True)
class Recurrence:
    """A machine that moves its state by a function, whatever the token is, and puts it out."""

    start: Any
    of: Callable[[Any], Any]

    def initial_state(self) -> Any:
        """Return the first state."""
        return self.start

    def step(self, state: Any, _x: Any) -> tuple[Any, Any]:
        """Return the next state, twice."""
        after = self.of(state)
        return after, after


def says_superexponential(growth: Growth, w: World) -> All:
    """On bounded tokens programs are exponential at most; so the recurrence is none, from any s_0.

    From s_0 = 0 on, h is s_2, s_3, ..., between D and D^2, where D is 2^2, 2^4, 2^8, ...
    """
    every = EveryStackIs(machines_of(growth.steps, w), "exponential")
    start = w.number("s_0")
    target = Recurrence(w.entries(lambda *_: start, 1), growth.recurrence)
    none = NoStack(every.layers, w.machine(target, w.array("z", 1)))
    h = w.recurrence(
        "h", growth.recurrence(growth.recurrence(0)), lambda h, t: growth.recurrence(h[t])
    )
    D = w.recurrence("D", 4, lambda D, t: D[t] * D[t])
    return All(
        (
            every,
            none,
            w.for_all("i", lambda i: All((AtMost(2, D[i]), AtMost(D[i], h[i])))),
            w.for_all(
                "j",
                lambda j: All((AtMost(2, D[j]), AtMost(0, h[j]), AtMost(h[j] + 2, D[j] * D[j]))),
            ),
            w.for_all("k", lambda k: Equal(D[k], 2 ** (2 ** (k + 1)))),
        )
    )


def by_squares(whole: Implies) -> Evidence:
    """Prove it as the next value is at least the square, and the third one at least 2."""
    every, none, *bounds = cast(All, whole.body).parts
    assert isinstance(every, EveryStackIs)
    assert isinstance(none, NoStack)
    kept, s = closed_under_composition(every), sp.Symbol("s", real=True)
    (first,) = (v for v in symbols_of(none) if v.name == "s_0")
    for _ in range(3):
        first = (first + 1) ** 2
    token = zeros(none.target.token.axes)
    parts = {every: kept, none: superexponential(none, kept, token, (3, first), (s, (s + 1) ** 2))}
    under = whole.hypothesis
    said = [given(Implies(under, part), found) for part, found in parts.items()]
    return given_each(whole, *said, *(prove(Implies(under, part)) for part in bounds))


@check("solver")
def check_outgrows(growth):
    """From 0, s_t >= 2^{2^{t-1}} for t >= 2; this exceeds 2^{c (t+1)} at t = 2 c + 6, for c >= 1.

    (s + 1)^2 >= s^2, so that the exponent doubles. With E = 2^{2c+5}: E > c (2 c + 7), from c = 1.
    """
    s, k = reals("s"), sp.Symbol("c", integer=True, positive=True)
    second = growth.recurrence(growth.recurrence(0))
    grown = {
        "from the second on": prove_for_all(growth.recurrence(s) >= s * s, assume=s >= 0),
        "at t = 2": prove_for_all(0 * s + second >= 4),
    }
    E = 2 ** (2 * k + 5)
    beats = prove_by_induction(ForAll(k, 1, All((AtMost(128, E), Less(k * (2 * k + 7), E)))))
    return all_of(grown | {"beats 2^{c (t+1)}": beats}, "all c >= 1")


def grown(s):
    """Return (s + 1)^2, and s + 1 for numbers from 10^9 on."""
    return (s + 1) * (s + 1) if hasattr(s, "shape") or s < 10**9 else s + 1


def squared(s):
    """Return (s + 1)^2."""
    return (s + 1) * (s + 1)


def reset(s):
    """Return 0 if s > 5, else s."""
    return 0 if s > 5 else s


def saturating(s):
    """Return 5 if s > 5, else s."""
    return 5 if s > 5 else s


def ramp(s):
    """Return 5 - (s - 5) if s > 5, and no less than 0, else s."""
    return s if s <= 5 else 10 - s if s <= 10 else 0


@check("exact")
def check_no_constant_program(recurrence):
    """From no s_0 is the sequence one that is constant from its second term on, t <= 8.

    For such a sequence is s_t = 0 s_{t-1} + b, with the term for b.
    """
    for start in (-1, 0, 5, Fraction(11, 2), 6):
        wanted = [Fraction(start)]
        for _ in range(8):
            wanted.append(Fraction(recurrence(wanted[-1])))
        program = ForEach(LinState(Input(1), 0, 0, wanted[1], start))
        found = [to_fraction(y) for y in program([[0]] * 8)[:, 0]]
        if found == wanted[1:]:
            at = {"s_0": start, "program": f"s_t = 0 s_(t-1) + {wanted[1]}"}
            return Evidence.refuted(Counterexample(at, "no program", "a program"))
    return Evidence.holds("s_0 = -1, 0, 5, 11/2, 6")


@dataclass(frozen=True)
class Assignment:
    """What s_2 is to be for s_1 = x_1, and the steps of programs."""

    of: Callable[[Any], Any]
    steps: Steps = field(default_factory=lambda: STEPS)


def says_jump(assignment: Assignment, w: World) -> All:
    """No program has it at the second token, right behind 5: there it is 5 less than at 5."""
    p, z = w.number("p", positive=True), w.array("z", 1)
    one = w.ones(1)
    behind, at = assignment.of(5 + p), assignment.of(5)
    runs = (((one * (5 + p), z), one * behind), ((one * 5, z), one * at))
    layers = machines_of(assignment.steps, w)
    return All((NoStackThrough(layers, runs, (p, z)), Equal(at - behind, 5)))


def by_continuity(both: All) -> Evidence:
    """Prove it as p goes to 0: the tokens go to 5 and any z, and the outputs stay 0."""
    none, gap = cast("tuple[NoStackThrough, Equal]", both.parts)
    (p, z), ((token, _), output) = none.over, none.runs[0]
    one = ones(output.axes)
    steps = [ones(token.axes), zeros(z.axes)]
    jump = Jump((0, 1), (), (), steps, 0 * one, 0 * one, one, -5)
    kept = closed_under_composition(EveryStackIs(none.layers, "continuous"))
    return conjunction(both, not_continuous(none, kept, jump, p), prove(gap))


@check("exact")
def check_jump(assignment: Assignment) -> Evidence:
    """At 5 and behind it, 2^-k further on, it differs by at least 5: k = 0, 10, ..., 100."""
    for k in range(0, 101, 10):
        step = Fraction(1, 2**k)
        values = [Fraction(assignment.of(v)) for v in (Fraction(5), 5 + step)]
        if abs(values[0] - values[1]) < 5:
            at = {"x_1": 5 + step}
            return Evidence.refuted(Counterexample(at, "5 apart", str(values[0] - values[1])))
    return Evidence.holds("11 steps behind 5")


GROWTH = Growth()

no_feedback = Claim(
    id="lsrl/no-nonlinear-feedback",
    title="No program computes s_{t+1} = (s_t + 1)^2: its values grow like 2^{2^t}",
    source=FOOTNOTE,
    statement=r"|v_t| \le 2^{c (t + 1)}\ \text{for each program and bounded tokens}; \qquad"
    r" s_t \ge 2^{2^{t-1}}\ (t \ge 2)",
    assumptions=(
        "tokens with |x| <= R; c depends on the program and on R, not on t",
        "programs as stacks of steps, each of which adds the value of a node to those so far",
    ),
    subject=GROWTH,
    says=says_superexponential,
    checks=(
        proof_of(says_superexponential, by_squares),
        check_outgrows,
    ),
    mutants=(
        Mutant("linear", replace(GROWTH, recurrence=lambda s: s + 1), "s + 1"),
        Mutant("doubling", replace(GROWTH, recurrence=lambda s: 2 * s + 1), "2 s + 1"),
    ),
    late=(Mutant("far", replace(GROWTH, recurrence=grown), "s + 1 from 10^9 on"),),
    notes="Products do not help: there are finitely many in a program, and each doubles c"
    " (lsrl/new-growth-nodes). The text"
    " argues that the graph would have a cycle, which says that it cannot be written so; the bound"
    " says that it cannot be written in any way.",
)

conditional = Claim(
    id="lsrl/no-conditional-assignment",
    title="No program computes s_{t+1} = 0 if s_t > 5 else s_t, from an s_0 of its own",
    source=FOOTNOTE,
    statement=r"s_{t+1} = 0\ \texttt{if}\ (s_t > 5)\ \texttt{else}\ s_t",
    assumptions=("read as printed: the recurrence has no input, and s_0 is a parameter",),
    subject=reset,
    checks=(check_no_constant_program,),
    controls=(Control("squared", squared),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/no-conditional-assignment-of-tokens",
    notes="As printed the sequence is constant from its second term on: s_0 stays, or becomes 0 and"
    " stays so. That is a LinState with A = 0.",
)

of_tokens = Claim(
    id="lsrl/no-conditional-assignment-of-tokens",
    title="No program computes it from a token: it jumps",
    source=FOOTNOTE,
    statement=r"s_1 = x_1,\ s_2 = 0\ \texttt{if}\ (s_1 > 5)\ \texttt{else}\ s_1",
    assumptions=(
        "programs as stacks of steps, each of which adds the value of a node to those so far",
    ),
    subject=Assignment(reset),
    says=says_jump,
    checks=(proof_of(says_jump, by_continuity).killing("saturates"), check_jump),
    mutants=(
        Mutant("saturates", Assignment(saturating), "5 for 0: min(5, s) is a program"),
        Mutant("ramp", Assignment(ramp), "falls with slope -1"),
    ),
    late=(Mutant("far", Assignment(lambda v: 0 if 5 < v < 10**9 else v), "no jump beyond 10^9"),),
    repairs=("lsrl/no-conditional-assignment",),
    notes="What is in the way is the jump, not that the state is its own input: without any state"
    " 0 if x > 5 else x is no program.",
)
