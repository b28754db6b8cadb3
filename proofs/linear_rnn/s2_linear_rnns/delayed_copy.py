r"""How many units a linear RNN needs in order to put out what it read one step before.

A sequence of T = 2 lags, of which only the last is used, with an identity: the hardest filter of
that length (linear-rnn/new-fewest-units). For rows of a product through the units take the
readouts C and C W, for columns W F and F: of the products C W F = I, C F = 0 and C W W F = 0, so
that it is triangular with ones, of 2 n_x rows.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.arrays import concatenate, zeros
from constructions.cells.linear_rnn import LinearRNN
from proofs.linear_rnn import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Evidence,
    Implies,
    Index,
    Mutant,
    SameOutputs,
    Source,
    StateSize,
    World,
    conjunction,
    delta,
    inner_dimension,
    instances_of,
    linear_combination,
    proof_of,
    prove,
    required_blocks,
    simulation,
)
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray
from theorem_checks.statements.conclusions import symbols_of


@dataclass(frozen=True)
class Delay:
    """What puts out the token of the step before, of tokens like `x`."""

    x: Any

    def initial_state(self) -> Any:
        """Return the state before the first token."""
        return zeros((self.x.shape[0],), like=self.x)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the token, which is kept, and the one before."""
        return x, state


@dataclass(frozen=True)
class Memory:
    """How many units there have to be, and a network of so many, which keeps two tokens.

    **Fields**: `gain`, by which what is put out is too large.
    """

    units: Callable[[Any], Any] = lambda n_x: 2 * n_x
    gain: int = 1

    def network(self, identity: Any, scale: Any) -> LinearRNN:
        """Return the network that remembers two tokens."""
        none = identity * 0
        kept = concatenate([none, none]).T, concatenate([identity / scale, none]).T
        F = concatenate([identity, none])
        C = concatenate([none, identity / scale]).T
        return LinearRNN(concatenate([*kept]), F, self.gain * C, scale)


def says_units(memory: Memory, w: World) -> Conclusion:
    """No linear RNN with fewer units puts out the token before, and one of so many does."""
    n, n_x = w.size("n"), w.size("n_x")
    token, scale = w.array("x", n_x), w.number("s", nonzero=True)
    factor: Any = scale
    delay = w.machine(Delay(token), token)
    free = LinearRNN(w.array("W", n, n), w.array("F", n, n_x), w.array("C", n_x, n), factor)
    network = w.machine(memory.network(w.identity(n_x), scale), token)
    units = w.call(memory.units, n_x)
    return All(
        (
            Implies(SameOutputs(w.machine(free, token), delay), AtMost(units, n)),
            SameOutputs(delay, network),
            StateSize(network, units),
        )
    )


def by_rank_and_memory(whole: Any) -> Evidence:
    """Prove that fewer units do not do, that the network does, and count its units."""
    fewer, same, size = whole.parts
    ((new, _),), blocks = same.other.state.axes, same.other.state.blocks
    last = SymbolicArray(((new,),), {(0,): blocks[(0,)]})
    return conjunction(whole, by_rank(fewer), simulation(same, last), prove(size))


def by_rank(fewer: Any) -> Evidence:
    """Prove that the products of both readouts with both ways into the state are triangular."""
    same = fewer.hypothesis
    W, F, C = (same.array(name) for name in "WFC")
    (scale,) = (symbol for symbol in symbols_of(same) if symbol.name == "s")
    left = concatenate([C * scale, (C @ W) * scale**2])
    right = concatenate([(W @ F).T * scale, F.T]).T
    ((tokens,),) = same.one.token.axes

    def unit(i: Index) -> SymbolicArray:
        (k,) = tokens.indices(0)
        return SymbolicArray(((tokens,),), {(0,): scalar(delta(k, i))})

    parts = []
    for block, zeros_after in zip(required_blocks(left, right), (1, 2, 1), strict=True):
        (i,), (k,) = block.rows, block.columns
        run = unit(i), [unit(k), *[unit(k) * 0] * zeros_after]
        parts.append(linear_combination(Implies(same, block.equal), [run]))
    return inner_dimension(fewer, left, right, *parts)


CHECK = proof_of(says_units, by_rank_and_memory)
SMALLEST = Memory()

delayed_copy = Claim(
    id="linear-rnn/new-units-for-a-delay",
    title="To put out what it read one step before, a linear RNN needs just 2 n_x hidden units",
    source=Source(PAPER, "Proposition 2.1(b), beyond the text"),
    statement=r"y_t = x_{t-1} \;\forall t \implies n \ge 2 n_x, \quad\text{attained}",
    assumptions=(r"$W$, $F$, $C$ arbitrary, and any factor $n^{-1/2} \ne 0$ of both",),
    subject=SMALLEST,
    says=says_units,
    checks=(CHECK, instances_of(says_units)),
    mutants=(
        Mutant("one-token", replace(SMALLEST, units=lambda n_x: n_x), "as for a copy at once"),
        Mutant("square", replace(SMALLEST, units=lambda n_x: n_x * n_x + n_x), "n_x^2 + n_x"),
        Mutant("twice", replace(SMALLEST, gain=2), "puts out twice as much"),
    ),
    late=(
        Mutant(
            "far",
            replace(SMALLEST, units=lambda n_x: 2 * n_x if n_x < 999 else 2 * n_x + 1),
            "one unit more from 999 inputs on",
        ),
    ),
    new=True,
    notes="The filter of T = 2 lags that takes most (linear-rnn/new-fewest-units), on all"
    " sequences, so that what follows lag 1 is 0.",
)
