"""What a trained MemRNN attends to, and what it answers where it may attend to less.

A trained MemRNN is run with its attention cut down to some states: to those at which symbols are
read, to the first, to those with the most attention or with the least. Whether its answers change
shows which states it uses; beside it stands how widely its attention is spread, as the exponential
of its entropy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from proofs.sparse_attention.experiments.recall import Recall, Trained

__all__ = ["Looks", "States", "allowing", "chosen", "looked_at", "spread_over", "watched"]

States = Literal["of the symbols", "first 2 L", "answering", "most attended", "least attended"]
TEST_KEY = 1


def watched(params: Mapping[str, Any], xs: Any, allowed: Any) -> tuple[Any, Any]:
    """Return the logits (T, classes) of a MemRNN, and its attention weights (T, T), a row a step.

    At each step it attends to those of the states so far that `allowed` (T, T) names, and to the
    newest alone where that names none.
    """
    import jax
    import jax.numpy as jnp

    times = jnp.arange(len(xs))
    rows = jnp.zeros((len(xs), len(params["b0"])))

    def step(state: Any, now: Any) -> Any:
        states, aligned, s = state
        t, x, named = now
        h = jnp.tanh(params["V0"] @ s + params["U0"] @ x + params["b0"])
        states, aligned = states.at[t].set(h), aligned.at[t].set(params["U_a"] @ h)
        named = named & (times <= t)
        named = jnp.where(named.any(), named, times == t)
        raw = jnp.exp(jnp.tanh(params["W_a"] @ s + aligned) @ params["v_a"]) * named
        weights = raw / raw.sum()
        s = h + weights @ states
        return (states, aligned, s), (s, weights)

    _, (hidden, weights) = jax.lax.scan(step, (rows, rows, rows[0]), (times, xs, allowed))
    return hidden @ params["readout"].T + params["bias"], weights


def chosen(states: States, plan: Recall, tokens: Any, weights: Any) -> Any:
    """Return which states (B, T) are meant, for tokens (B, T) and attention weights (B, T, T).

    With L symbols: those at which they are read; the first 2 L; those from the signal on; the 2 L
    that get the most, or the least, of the attention of the answers, in each sequence.
    """
    import numpy as np

    times, twice = np.arange(tokens.shape[1]), 2 * plan.kept
    if states == "of the symbols":
        return (tokens > 0) & (tokens <= plan.symbols)
    if states == "first 2 L":
        return np.broadcast_to(times < twice, tokens.shape)
    if states == "answering":
        return np.broadcast_to(times >= len(times) - plan.kept - 1, tokens.shape)
    gets = weights[:, -plan.kept :].sum(1) * (1 if states == "most attended" else -1)
    return gets.argsort(-1).argsort(-1) >= len(times) - twice


def allowing(states: Any, symbols: Any) -> Any:
    """Return (B, T, T): `states` (B, T), and all up to the last of the `symbols` (B, T)."""
    import numpy as np

    reading = np.logical_or.accumulate(symbols[:, ::-1], axis=1)[:, ::-1]
    return reading[:, :, None] | states[:, None, :]


def spread_over(weights: Any) -> Any:
    r"""Return over how many states weights (..., T) are spread, $e^H$ with their entropy H."""
    import numpy as np

    logs = np.log(np.where(weights > 0, weights, 1.0))
    return np.exp(-(weights * logs).sum(-1))


def uniform_weights(steps: int) -> Any:
    """Return the weights (T, T) of uniform attention, 1/t."""
    import numpy as np

    return np.tril(np.ones((steps, steps))) / np.arange(1, steps + 1)[:, None]


@dataclass(frozen=True)
class Looks:
    """What trained networks show when they answer, numbers over seeds (S).

    **Fields**

    - Accuracies: `free`, as they are; `only`, attending to the states that are meant alone, once
      the last symbol is read; and `without` these.
    - Shares of the attention of the answers that these states get: `share`, `before` training, and
      `uniform` if it were so; and `of_symbols`, that of the states at which symbols are read.
    - Over how many states attention is spread: `spread`, and `spread_before` training.
    - `profile` (S, T), how much each state gets, and `picture` (S, T, T), the weights on the first
      sequence, whose symbols are read at the steps `symbols`, from 1 on.
    """

    plan: Recall
    symbols: tuple[int, ...]
    free: Any
    only: Any
    without: Any
    share: Any
    before: Any
    uniform: Any
    of_symbols: Any
    spread: Any
    spread_before: Any
    profile: Any
    picture: Any


class _Reader:
    """Sequences of a plan, which networks read."""

    def __init__(self, plan: Recall, count: int) -> None:
        import jax
        import numpy as np

        self.plan = plan
        tokens, wanted = plan.sequences(jax.random.key(TEST_KEY, impl="threefry2x32"), count)
        self.tokens, self.wanted = np.asarray(tokens), np.asarray(wanted)
        self.xs = jax.nn.one_hot(tokens, plan.symbols + 2)
        self.symbols = chosen("of the symbols", plan, self.tokens, None)
        self.run = jax.jit(jax.vmap(watched, (None, 0, 0)))

    def read(self, params: Any, states: Any) -> tuple[float, Any]:
        """Return accuracy and weights where, in the end, `states` (B, T) may be attended to."""
        import numpy as np

        logits, weights = self.run(params, self.xs, allowing(states, self.symbols))
        right = logits[:, -self.plan.kept :].argmax(-1) == self.wanted - 1
        return float(right.mean()), np.asarray(weights)

    def meant(self, states: Sequence[States], weights: Any) -> Any:
        """Return which states (B, T) are among those named."""
        import numpy as np

        named = [chosen(one, self.plan, self.tokens, weights) for one in states]
        return np.logical_or.reduce(named)

    def look(self, states: Sequence[States], params: Any, start: Any) -> dict[str, Any]:
        """Return what one network shows, of which `start` are the weights before training."""
        import numpy as np

        kept, everything = self.plan.kept, np.ones(self.tokens.shape, bool)
        (free, weights), (_, early) = (self.read(one, everything) for one in (params, start))
        meant, meant_early = self.meant(states, weights), self.meant(states, early)
        answers, early_answers = weights[:, -kept:], early[:, -kept:]
        uniform = uniform_weights(weights.shape[-1])[-kept:]
        return {
            "free": free,
            "only": self.read(params, meant)[0],
            "without": self.read(params, ~meant)[0],
            "share": _share(answers, meant),
            "before": _share(early_answers, meant_early),
            "uniform": _share(uniform, meant),
            "of_symbols": _share(answers, self.symbols),
            "spread": spread_over(answers).mean(),
            "spread_before": spread_over(early_answers).mean(),
            "profile": answers.mean((0, 1)),
            "picture": weights[0],
        }


def _share(weights: Any, states: Any) -> float:
    return (weights * states[:, None]).sum(-1).mean()


def looked_at(one: Trained, states: Sequence[States], count: int) -> Looks:
    """Look at MemRNNs after and before training, on the same `count` sequences for all seeds."""
    import jax
    import numpy as np

    from theorem_checks import initial_members

    reader, run = _Reader(one.plan, count), one.run
    starts = initial_members(one.plan.experiment(one.kind, run.seeds))[0]
    members = [
        reader.look(states, run.params_of(0, k), jax.tree.map(lambda leaf, k=k: leaf[0, k], starts))
        for k in range(len(run.seeds))
    ]
    found = {name: np.stack([each[name] for each in members]) for name in members[0]}
    at = tuple(int(step) + 1 for step in np.flatnonzero(reader.symbols[0]))
    return Looks(one.plan, at, **found)
