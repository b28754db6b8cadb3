"""The networks that are compared: RNN, LSTM, MemRNN, RelRNN and RelLSTM, each with a readout.

`outputs` maps token sequences to logits, `read` those of vectors. RNN and the attentive ones have
tanh and additive alignment; MemRNN keeps all states in an array of T rows, which is filled row by
row, and in another what alignment makes of them, so that this is made once. It is otherwise the
network of `constructions.cells.self_attentive_rnn`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from constructions.cells.lstm import LSTM
from constructions.cells.rel_rnn import RelLSTM, RelRNN
from constructions.cells.relevancy_screening import by_row
from constructions.cells.self_attentive_rnn import AdditiveAlignment, softmax_of

__all__ = ["KINDS", "Kind", "Network"]

Kind = Literal["RNN", "LSTM", "MemRNN", "RelRNN", "RelLSTM"]
KINDS: tuple[Kind, ...] = ("RNN", "LSTM", "MemRNN", "RelRNN", "RelLSTM")


@dataclass(frozen=True)
class Network:
    """A network: its `kind`, `units` n, `tokens` and `classes`; `nu` and `rho` of the screening."""

    kind: Kind
    units: int
    tokens: int
    classes: int
    nu: int = 5
    rho: int = 5

    def parameters(self, key: Any) -> dict[str, Any]:
        """Return weights at the start: orthogonal V, else Gaussian ones of variance 1/inputs."""
        import jax
        import jax.numpy as jnp

        from theorem_checks import normal

        n, gates = self.units, 4 if "LSTM" in self.kind else 1
        keys = jax.random.split(key, 2 * gates + 4)
        parts = {}
        for i in range(gates):
            parts[f"U{i}"] = normal(keys[2 * i], (n, self.tokens)) / self.tokens**0.5
            parts[f"V{i}"] = jnp.linalg.qr(normal(keys[2 * i + 1], (n, n)))[0]
            parts[f"b{i}"] = jnp.zeros(n)
        if "LSTM" in self.kind:
            parts["b0"] = parts["b0"] + 1.0  # the forget gate is open at first
        if self.kind not in ("RNN", "LSTM"):
            parts["v_a"] = normal(keys[-4], (n,)) / n**0.5
            parts["W_a"] = normal(keys[-3], (n, n)) / n**0.5
            parts["U_a"] = normal(keys[-2], (n, n)) / n**0.5
        readout = normal(keys[-1], (self.classes, n)) / n**0.5
        return {**parts, "readout": readout, "bias": jnp.zeros(self.classes)}

    def outputs(self, params: dict[str, Any], tokens: Any, kicks: Any = None) -> Any:
        """Return logits (T, classes) for a sequence of tokens; see `read`."""
        import jax

        return self.read(params, jax.nn.one_hot(tokens, self.tokens), kicks)

    def read(self, params: dict[str, Any], xs: Any, kicks: Any = None) -> Any:
        """Return logits (T, classes) for a sequence of vectors (T, tokens).

        `kicks` (T, n) are added to the states h_t themselves, before anything reads or stores them,
        so that the derivative by them at 0 is that of the loss by each state.
        """
        import jax
        import jax.numpy as jnp

        step, start = self._step(params, len(xs))
        kicks = jnp.zeros((len(xs), self.units)) if kicks is None else kicks
        hidden = jax.lax.scan(lambda state, now: step(state, *now), start, (xs, kicks))[1]
        return hidden @ params["readout"].T + params["bias"]

    def _step(self, params: dict[str, Any], times: int) -> tuple[Callable, Any]:
        """Return the step, a function of state, input and kick, and the first state."""
        import jax.numpy as jnp

        zero = jnp.zeros(self.units)
        if self.kind == "RNN":
            return _plain(params), zero
        if self.kind == "LSTM":
            cell = _lstm(params)
            return lambda s, x, kick: replace(cell, kick=kick).step(s, x), cell.initial_state()
        if self.kind == "MemRNN":
            rows = jnp.zeros((times, self.units))
            return _remembering(params), (rows, rows, jnp.zeros(times), zero)
        alignment = AdditiveAlignment(params["v_a"], params["W_a"], params["U_a"])
        weight = by_row(softmax_of(alignment))
        if self.kind == "RelRNN":
            rnn = RelRNN(params["V0"], params["U0"], params["b0"], weight, self.nu, self.rho)

            def step(state: Any, x: Any, kick: Any) -> Any:
                return replace(rnn, phi=lambda u: jnp.tanh(u) + kick).step(state, x)

            return step, rnn.initial_state()
        screened = RelLSTM(_lstm(params), weight, self.nu, self.rho)

        def screened_step(state: Any, x: Any, kick: Any) -> Any:
            return replace(screened, cell=replace(screened.cell, kick=kick)).step(state, x)

        return screened_step, screened.initial_state()


def _plain(params: dict[str, Any]) -> Callable[[Any, Any, Any], Any]:
    import jax.numpy as jnp

    def step(state: Any, x: Any, kick: Any) -> Any:
        state = jnp.tanh(params["V0"] @ state + params["U0"] @ x + params["b0"]) + kick
        return state, state

    return step


@dataclass(frozen=True, eq=False)
class _KickedLSTM(LSTM):
    """An LSTM to whose hidden state something is added at each step."""

    kick: Any = 0.0

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        (cell, _), h = super().step(state, x)
        return (cell, h + self.kick), h + self.kick


def _lstm(params: dict[str, Any]) -> _KickedLSTM:
    return _KickedLSTM(
        **{
            f"{kind}_{gate}": params[f"{kind}{i}"]
            for i, gate in enumerate("fcgo")
            for kind in "UVb"
        }
    )


def _remembering(params: dict[str, Any]) -> Callable[[Any, Any, Any], Any]:
    """The step of MemRNN on (states h, their U_a h, which of them are there, s)."""
    import jax.numpy as jnp

    def step(state: Any, x: Any, kick: Any) -> Any:
        states, aligned, there, s = state
        h = jnp.tanh(params["V0"] @ s + params["U0"] @ x + params["b0"]) + kick
        place = there.sum().astype(int)
        states, there = states.at[place].set(h), there.at[place].set(1.0)
        aligned = aligned.at[place].set(params["U_a"] @ h)
        raw = jnp.exp(jnp.tanh(params["W_a"] @ s + aligned) @ params["v_a"]) * there
        s = h + (raw / raw.sum()) @ states
        return (states, aligned, there, s), s

    return step
