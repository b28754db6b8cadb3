"""The proof of a bound of errors for all sizes: by what states keep, token by token.

What is particular to a layer is a `Unit`: what its states keep, and why. That the outputs are
within the bound then follows from how far hidden states and products are off (`error_of_outputs`).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from constructions.weights.gated_pairs import GATED_RNN
from proofs.bounds import Steps, again
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_of_outputs import outputs_off
from theorem_checks import (
    All,
    AtMost,
    Conclusion,
    Evidence,
    Implies,
    given_each,
    induction,
    prove,
)
from theorem_checks.proving.rules.derivations import Applied, derivation
from theorem_checks.proving.rules.inductions import by_invariant, obligations, of_invariant
from theorem_checks.proving.rules.rewriting import hypotheses_of
from theorem_checks.statements.conclusions import symbols_of

__all__ = ["Read", "Setting", "Unit", "by_errors"]


class Setting:
    """What stands in the statement about one network: numbers and arrays by name, the machine."""

    def __init__(self, part: Any) -> None:
        self.always = part.body
        self.machine = self.always.machine
        self.numbers = {symbol.name: symbol for symbol in symbols_of(part)}
        self.arrays = {name: part.array(name) for name, letters in GATED_RNN.items() if letters}
        self.under, _ = hypotheses_of(part)

    def __getitem__(self, name: str) -> Any:
        """The number of a name."""
        return self.numbers[name]

    @property
    def decays(self) -> list[Conclusion]:
        """That eps is at most 1, and that decays are between -1 and 1."""
        return self.under[:3]

    @property
    def rows(self) -> list[Conclusion]:
        """What rows of the output gate and of the readout add up to."""
        return self.under[3:6]

    @property
    def small(self) -> list[Conclusion]:
        """What has to be at most 1: of the numbers of the input gate, and of the output gate."""
        return self.under[6:8]

    def early(self, time: Any) -> AtMost:
        """Return that a time is at most T."""
        return AtMost(time, self["T"])

    @property
    def gates(self) -> tuple[Any, Any]:
        """What the input gate multiplies."""
        x = self.machine.token
        return self.arrays["W_in_m"] @ x, self.arrays["W_in_x"] @ x


class Read(NamedTuple):
    """What the output gate reads of the states after a token, and what it makes, in the network.

    **Fields**: `k`, the hidden state that is read, `q`, the products that the readout gets, and
    how far these are off: `off`, `H` and `made`, numbers, with what says so.
    """

    k: Any
    q: Any
    off: Any
    H: Any
    made: Any
    known: Sequence[Conclusion]


class Unit(Protocol):
    """What is particular to a layer."""

    def kept(self, of: Setting, state: Any) -> tuple[Conclusion, ...]:
        """Return what both states keep, at all times or as long as it is `early`."""
        ...

    def step(
        self,
        of: Setting,
        steps: Steps,
        known: Sequence[Conclusion],
        after: Sequence[Conclusion],
        in_time: AtMost,
    ) -> Read:
        """Add why it is so `after` a token; and what is read `in_time`, so early.

        `known` is what the states kept, and what is allowed of the token.
        """
        ...


def by_errors(unit: Unit) -> Any:
    """Return the proof of a bound of errors by what a layer's unit keeps."""

    def prove_bound(whole: Any) -> Evidence:
        each = [Implies(whole.hypothesis, always) for always in whole.body.parts]
        return given_each(whole, *(_of_network(part, unit) for part in each))

    return prove_bound


def _of_network(part: Implies, unit: Unit) -> Evidence:
    of = Setting(part)
    state, said = of.machine.state, of.always.said
    kept = All((AtMost(0, state[2]), *unit.kept(of, state), said))
    needed = of_invariant(part, kept)
    base, step = obligations(needed.kept)
    always = induction(needed.kept, _at_first(base, of), _by_step(step, of, unit))
    enough = derivation(needed.enough, Applied(said), again(said.body))
    return by_invariant(part, kept, always, enough)


def _at_first(base: Any, of: Setting) -> Evidence:
    """Prove it of the first states, which are 0."""
    most: Any = of.always.said.body.parts[1].rhs
    positive = AtMost(0, most)
    steps = Steps()
    steps.use(positive, prove(positive))
    for part in base.body.parts:
        steps.arithmetic(hypotheses_of(part)[1], *of.under[:1], positive)
    return steps.conclude(base)


def _by_step(step: Any, of: Setting, unit: Unit) -> Evidence:
    """Prove it of the states after a token that is allowed."""
    opened: tuple[list[Any], Any] = hypotheses_of(step)
    known, body = opened
    counted, *after, last = body.parts
    in_time, wanted = last.hypothesis, last.body
    steps = Steps()
    steps.arithmetic(counted, *known[len(of.under) : len(of.under) + 1])
    steps.arithmetic(of.always.said.hypothesis, in_time)  # one token before as well
    before = [said for said in known[len(of.under) :] if said.key != of.always.said.key]
    before = [steps.apply(said) if isinstance(said, Implies) else said for said in before]
    after = [hypotheses_of(said)[1] for said in after]
    read = unit.step(of, steps, before, after, in_time)
    arrays, a, delta = of.arrays, of["a"], of["delta"]
    outputs = outputs_off(arrays, a, delta)
    right = of.machine.after[1]
    values = ((outputs.k, read.k), (outputs.h, right), (outputs.q, read.q))
    lemma = outputs.at(read.off, read.H, read.made)
    found = steps.of_arrays(lemma, values, *of.rows, *read.known)
    steps.arithmetic(wanted, found)
    return steps.conclude(step)
