"""The networks that are compared: RNN, LSTM, MemRNN, RelRNN and RelLSTM, each with a readout.

`outputs` maps token sequences to logits. RNN and the attentive ones have tanh and additive
alignment; MemRNN keeps all states in an array of T rows, which is filled row by row, and is
otherwise the network of `constructions.cells.self_attentive_rnn`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from constructions.cells.lstm import LSTM
from constructions.cells.rel_rnn import RelLSTM, RelRNN
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
        """Return logits (T, classes).

        `kicks` (T, n) are added to the hidden states, so that the derivative by them at 0 is that
        of the loss by each state.
        """
        import jax

        xs = jax.nn.one_hot(tokens, self.tokens)
        hidden = self._hidden(params, xs, kicks)
        return hidden @ params["readout"].T + params["bias"]

    def _hidden(self, params: dict[str, Any], xs: Any, kicks: Any) -> Any:
        import jax
        import jax.numpy as jnp

        step, state, read = self._step(params, len(xs))
        kicks = jnp.zeros((len(xs), self.units)) if kicks is None else kicks

        def kicked(state: Any, inputs: Any) -> Any:
            x, kick = inputs
            return step(read(state, kick), x)

        return jax.lax.scan(kicked, state, (xs, kicks))[1]

    def _step(self, params: dict[str, Any], times: int) -> tuple[Callable, Any, Callable]:
        """Return step, first state, and what adds a kick to the state that is handed on."""
        import jax.numpy as jnp

        zero = jnp.zeros(self.units)
        if self.kind == "RNN":
            return _plain(params), zero, lambda state, kick: state + kick
        if self.kind == "LSTM":
            cell = _lstm(params)
            return cell.step, cell.initial_state(), lambda s, kick: (s[0], s[1] + kick)
        weight = softmax_of(AdditiveAlignment(params["v_a"], params["W_a"], params["U_a"]))
        if self.kind == "MemRNN":
            state = (jnp.zeros((times, self.units)), jnp.zeros(times), zero)
            return _remembering(params, weight), state, lambda s, kick: (*s[:2], s[2] + kick)
        if self.kind == "RelRNN":
            rnn = RelRNN(params["V0"], params["U0"], params["b0"], weight, self.nu, self.rho)
            return rnn.step, rnn.initial_state(), lambda s, kick: (s[0], s[1] + kick, s[2])
        screened = RelLSTM(_lstm(params), weight, self.nu, self.rho)
        return screened.step, screened.initial_state(), lambda s, kick: (s[0], s[1] + kick, *s[2:])


def _plain(params: dict[str, Any]) -> Callable[[Any, Any], Any]:
    import jax.numpy as jnp

    def step(state: Any, x: Any) -> Any:
        state = jnp.tanh(params["V0"] @ state + params["U0"] @ x + params["b0"])
        return state, state

    return step


def _lstm(params: dict[str, Any]) -> LSTM:
    return LSTM(
        **{
            f"{kind}_{gate}": params[f"{kind}{i}"]
            for i, gate in enumerate("fcgo")
            for kind in "UVb"
        }
    )


def _remembering(params: dict[str, Any], weight: Any) -> Callable[[Any, Any], Any]:
    """The step of MemRNN on (states, which of them are there, s)."""
    import jax
    import jax.numpy as jnp

    def step(state: Any, x: Any) -> Any:
        states, there, s = state
        h = jnp.tanh(params["V0"] @ s + params["U0"] @ x + params["b0"])
        place = there.sum().astype(int)
        states, there = states.at[place].set(h), there.at[place].set(1.0)
        raw = jax.vmap(lambda one: weight(s, one))(states) * there
        s = h + (raw / raw.sum()) @ states
        return (states, there, s), s

    return step
