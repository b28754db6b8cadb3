r"""Architectures against each other, on both tasks of Figures 4 and 5.

One is to do what a random layer of attention does (Sec. 4.3), the other is in-context linear
regression (Sec. 5). Members of one seed have the same teacher and see the same data, whatever the
architecture, so that they are compared in pairs. Losses on the first task are relative, over the
mean square of the teacher's outputs; those on the second are half the mean squared error per
output, and validation has tasks of double variance.

Whether a network is its teacher beyond the data that it was trained on is asked at inputs twice as
large, where the outputs of attention are eight times as large. That is a necessary condition, which
applies to all architectures; for class (2) there is the distance of polynomials on three tokens.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from constructions.cells.linear_attention import LinearAttention
from proofs.gated_rnn.experiments.architectures import Architecture, Kind
from proofs.gated_rnn.experiments.regression import Regression
from proofs.gated_rnn.experiments.teacher import random_teacher

__all__ = ["REGRESSION", "TEACHER", "Contest", "Outcome"]

TEACHER, REGRESSION = 0.0, 1.0
TESTS = 2**13  # sequences for validation: with 2^9, losses were off by up to a third


@dataclass(frozen=True)
class Contest:
    """What is trained: `task`, `times` of the teacher's sequences, widths n, and how long."""

    task: Regression
    times: int
    width: int
    count: int
    steps: int
    batch: int
    peak: float

    @property
    def d(self) -> int:
        """The size of a token, the same on both tasks."""
        return self.task.d_x + self.task.d_y

    def architecture(self, kind: Kind, layers: int = 1) -> Architecture:
        """Return an architecture of the right sizes."""
        return Architecture(kind, self.d, self.d, self.width, layers)

    def draw(self, given: Any, key: Any, count: int) -> tuple[Any, Any]:
        """Return tokens (count, T, d) of the member's task, and wanted outputs (count, T, d).

        In regression only the first outputs at the query count, and shorter sequences are padded.
        """
        import jax
        import jax.numpy as jnp

        from theorem_checks import normal

        length = max(self.times, self.task.examples + 1)
        xs = normal(key, (count, length, self.d))
        tokens, answers = self.task.sequences(key, count)
        padding = ((0, 0), (0, length - tokens.shape[1]), (0, 0))
        there = given["task"] == REGRESSION
        wanted = jax.vmap(given["teacher"].quadratic)(xs)
        asked = jnp.zeros_like(wanted).at[:, self.task.examples, : self.task.d_y].set(answers)
        return jnp.where(there, jnp.pad(tokens, padding), xs), jnp.where(there, asked, wanted)

    def loss(self, network: Any, given: Any, tokens: Any, wanted: Any) -> Any:
        """Return the loss on sequences of the member's task."""
        import jax
        import jax.numpy as jnp

        squares = (jax.vmap(network)(tokens) - wanted) ** 2
        asked = squares[:, self.task.examples, : self.task.d_y].mean() / 2
        copied = squares[:, : self.times].mean() / given["power"]
        return jnp.where(given["task"] == REGRESSION, asked, copied)

    def validate(self, network: Any, given: Any, key: Any) -> dict[str, Any]:
        """Return losses as in training, on doubled tasks (regression), on doubled inputs."""
        import jax
        import jax.numpy as jnp

        tokens, wanted = self.draw(given, key, TESTS)
        factor = jnp.where(given["task"] == REGRESSION, 2**0.5, 1.0)
        harder = tokens.at[..., self.task.d_x :].multiply(factor)
        inputs = jnp.stack([tokens, harder, 2 * tokens])
        outputs = jnp.stack([wanted, factor * wanted, 8 * wanted])
        losses = jax.lax.map(lambda pair: self.loss(network, given, *pair), (inputs, outputs))
        return {"training": losses[0], "validation": losses[1], "beyond": losses[2] / 64}

    def experiment(self, architecture: Architecture, seed: int, tasks: Iterable[float]) -> Any:
        """Return the experiment of one architecture; its settings are tasks."""
        import jax
        import jax.numpy as jnp
        import numpy as np

        from theorem_checks import Experiment, cosine_adamw, normal, steps_per_record

        def prepare(key: Any, task: Any) -> Any:
            first, second = jax.random.split(key)
            teacher = random_teacher(first, self.d)
            outputs = jax.vmap(teacher.quadratic)(normal(second, (512, self.times, self.d)))
            return {"task": task, "teacher": teacher, "power": jnp.mean(outputs**2)}

        def loss(params: Any, given: Any, key: Any) -> Any:
            tokens, wanted = self.draw(given, key, self.batch)
            return self.loss(architecture.network(params), given, tokens, wanted)

        words = f"{architecture.layers}-{architecture.kind.replace('+', '-plus')}"
        return Experiment(
            name=f"gated-rnn-contest-{self.width}-{words}",
            prepare=prepare,
            initialise=lambda key, given: architecture.start(key),
            loss=loss,
            measure=lambda params, given, key: {
                "task": given["task"],
                "power": given["power"],
                **given["teacher"].weights(),
            },
            optimiser=cosine_adamw(
                self.steps, peak=self.peak, undecayed=("nu", "theta", "gamma", "A")
            ),
            steps=self.steps,
            seeds=[(seed + k) % 2**32 for k in range(self.count)],
            settings=np.array(list(tasks), np.float32),
            record_every=steps_per_record(self.steps, 20),
        )

    def outcome(self, architecture: Architecture, seed: int, tasks: Iterable[float]) -> "Outcome":
        """Train an architecture on tasks, or find what was trained; judge what came of it."""
        return _outcome(self, architecture, seed, tuple(tasks))

    def __str__(self) -> str:
        task = self.task
        return (
            f"d = {self.d}, teacher with T = {self.times}, regression with T = {task.examples},"
            f" d_x = {task.d_x}, d_y = {task.d_y}; width {self.width}, {self.steps} steps of AdamW"
            f" on batches of {self.batch}, learning rate {self.peak} and falling,"
            f" {self.count} seeds"
        )


@dataclass(frozen=True)
class Outcome:
    """A trained architecture, its tasks, the run, and losses at the end by name: (tasks, seeds)."""

    architecture: Architecture
    tasks: tuple[float, ...]
    run: Any
    ends: dict[str, Any]

    def end(self, task: float, measured: str = "validation") -> Any:
        """Return the losses at the end on a task, over seeds; NaN where a member stopped."""
        import numpy as np

        place = self.tasks.index(task)
        stopped = np.isnan(self.run.loss[place, :, -1])
        return np.where(stopped, np.nan, self.ends[measured][place])

    def curve(self, task: float) -> Any:
        """Return the loss in training, as a curve over seeds."""
        from theorem_checks import Curve

        losses = self.run.loss[self.tasks.index(task)]
        return Curve(self.architecture.name, self.run.steps[1:], losses)

    def network(self, task: float, index: int) -> Any:
        """Return the network of a seed, by its index."""
        return self.architecture.network(self.run.params_of(self.tasks.index(task), index))

    def teacher(self, index: int) -> LinearAttention:
        """Return the layer of attention that a seed had for its teacher."""
        names = ("W_V", "W_K", "W_Q")
        return LinearAttention(*(self.run.of(name)[0, index, 0] for name in names))


@cache
def _outcome(
    contest: Contest, architecture: Architecture, seed: int, tasks: tuple[float, ...]
) -> Outcome:
    """Kept, since a claim and its mutants ask for the same networks."""
    import jax
    import numpy as np

    from theorem_checks import train_in_check

    run = train_in_check(contest.experiment(architecture, seed, tasks))

    def judged(member: Any) -> dict[str, Any]:
        params, given, drawn = member
        weights = (given[name] for name in ("W_V", "W_K", "W_Q"))
        known = {"task": given["task"], "power": given["power"]}
        known["teacher"] = LinearAttention(*weights)
        key = jax.random.fold_in(jax.random.key(drawn), 2**31)
        return contest.validate(architecture.network(params), known, key)

    drawn = np.tile(np.asarray(run.seeds, np.uint32), (len(tasks), 1))
    given = {name: values[:, :, 0] for name, values in run.measured.items()}
    members = jax.tree.map(
        lambda leaf: np.asarray(leaf, leaf.dtype).reshape(-1, *np.shape(leaf)[2:]),
        (run.params, given, drawn),
    )
    with jax.enable_x64(False), jax.default_matmul_precision("highest"):
        ends = jax.jit(lambda all_: jax.lax.map(judged, all_))(members)
    shaped = {name: np.asarray(one).reshape(drawn.shape) for name, one in ends.items()}
    return Outcome(architecture, tasks, run, shaped)
