"""Training on Copy or Denoise: cross-entropy on fresh sequences, accuracy at several lengths.

One plan says task, networks, steps and tests; `train_all` trains each kind of network by it on the
same seeds, once for a claim, its mutants and its controls. What comes of it are accuracies at
several lengths, at the end and during training; the claims that ask for these stand beside.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from proofs.sparse_attention.experiments.networks import Kind, Network
from proofs.sparse_attention.experiments.tasks import copy_task, denoise_task
from theorem_checks import Curve, Evidence, Panel

__all__ = ["AHEAD", "SOLVED", "Recall", "Trained", "recall_evidence", "train_all"]

SOLVED = 0.95  # share of the symbols; the tables print 99% and 100%
AHEAD = 0.1  # in accuracy: what counts as better

TASKS = {"copy": copy_task, "denoise": denoise_task}


@dataclass(frozen=True)
class Recall:
    """A task, networks and how they are trained.

    **Fields**: the `task`, with `kept` of `symbols` to be recalled; its `length`, the delay of
    Copy or the number of steps among which the symbols of Denoise lie, and the lengths of the
    `tests`; `units` and `slots` (nu and rho) of the networks; `steps` of Adam, whose learning rate
    falls from `rate` to a hundredth of it along half a cosine, on batches of `batch`; `at_once`,
    how many sequences of a batch MemRNN reads at once, one network after the other, None for all:
    at T = 1000 and n = 128 its derivative takes 1.5 GiB for each.
    """

    task: Literal["copy", "denoise"]
    symbols: int
    kept: int
    length: int
    tests: tuple[int, ...]
    units: int
    slots: int
    steps: int
    batch: int
    rate: float
    at_once: int | None = None

    def __str__(self) -> str:
        return (
            f"{self.task}: {self.kept} of {self.symbols} symbols, T = {self.length}, n ="
            f" {self.units}, nu = rho = {self.slots}, {self.steps} steps of Adam on batches of"
            f" {self.batch}"
        )

    def at(self, length: int) -> "Recall":
        """Return the same, trained and tested at one length."""
        return replace(self, length=length, tests=(length,))

    def in_parts(self, kind: Kind) -> bool:
        """Return whether they read parts of a batch, and are trained one by one."""
        return kind == "MemRNN" and self.at_once is not None

    def network(self, kind: Kind) -> Network:
        """Return a network of this kind for the task."""
        return Network(kind, self.units, self.symbols + 2, self.symbols, self.slots, self.slots)

    def sequences(self, key: Any, count: int, length: int | None = None) -> tuple[Any, Any]:
        """Return tokens (count, time) and what is wanted at the last of them (count, kept)."""
        import jax

        draw, length = TASKS[self.task], self.length if length is None else length
        keys = jax.random.split(key, count)
        return jax.vmap(lambda one: draw(one, self.symbols, self.kept, length))(keys)

    def experiment(self, kind: Kind, seeds: Sequence[int]) -> Any:
        """Return the training; it measures accuracies, named 'T = 10' and so on."""
        import jax
        import optax

        from theorem_checks import Experiment

        network = self.network(kind)

        def outputs(params: Any, tokens: Any) -> Any:
            def of_one(sequence: Any) -> Any:
                return network.outputs(params, sequence)

            if self.in_parts(kind):
                return jax.lax.map(jax.checkpoint(of_one), tokens, batch_size=self.at_once)
            return jax.vmap(of_one)(tokens)

        def scores(params: Any, key: Any, length: int, count: int) -> Any:
            tokens, wanted = self.sequences(key, count, length)
            logits = outputs(params, tokens)[:, -self.kept :]
            entropy = optax.softmax_cross_entropy_with_integer_labels(logits, wanted - 1)
            return entropy.mean(), (logits.argmax(-1) == wanted - 1).mean()

        falling = optax.cosine_decay_schedule(self.rate, self.steps, 0.01)
        return Experiment(
            name=f"sparse-attention-{self.task}-{self.length}-{kind}",
            initialise=lambda key, given: network.parameters(key),
            loss=lambda params, given, key: scores(params, key, self.length, self.batch)[0],
            measure=lambda params, given, key: {
                f"T = {test}": scores(params, key, test, 128)[1] for test in self.tests
            },
            optimiser=optax.chain(optax.clip_by_global_norm(1.0), optax.adam(falling)),
            steps=self.steps,
            seeds=seeds,
            record_every=self.steps // 10,
            at_once=1 if self.in_parts(kind) else None,
        )


@dataclass(frozen=True)
class Trained:
    """Networks of one kind that were trained by one plan."""

    kind: Kind
    plan: Recall
    run: Any

    def accuracies(self) -> Any:
        """Return accuracies at the end (seeds, tests)."""
        import numpy as np

        return np.stack([self.run.of(f"T = {test}")[0, :, -1] for test in self.plan.tests], -1)

    def medians(self) -> Any:
        """Return their medians over seeds, one for each length that was tested."""
        import numpy as np

        return np.nanmedian(self.accuracies(), 0)


def train_all(
    plans: Sequence[Recall], kinds: Sequence[Kind], seed: int, count: int
) -> list[Trained]:
    """Train networks of all kinds by all plans, `count` of each on the same seeds."""
    seeds = tuple((seed + k) % 2**32 for k in range(count))
    return [_trained(kind, plan, seeds) for plan in plans for kind in dict.fromkeys(kinds)]


@cache
def _trained(kind: Kind, plan: Recall, seeds: tuple[int, ...]) -> Trained:
    """Kept, since a claim, its mutants and controls ask for the same networks."""
    from theorem_checks import train_in_check

    return Trained(kind, plan, train_in_check(plan.experiment(kind, seeds)))


def recall_evidence(
    seen: Mapping[str, bool], found: Sequence[Trained], *, predicted: str, printed: str
) -> Evidence:
    """Return what trained networks show, with accuracies by length and during training."""
    from theorem_checks import experiment_evidence, summarise_seeds

    several = len({one.plan for one in found}) > 1
    after = {one: f", trained at T = {one.plan.length}" if several else "" for one in found}
    return experiment_evidence(
        seen,
        scope=f"{'; '.join(dict.fromkeys(str(one.plan) for one in found))};"
        f" {len(found[0].run.seeds)} seeds",
        predicted=predicted,
        printed=printed,
        ours={
            f"accuracy, {one.kind}, T = {test}{after[one]}": summarise_seeds(column)
            for one in found
            for test, column in zip(one.plan.tests, one.accuracies().T, strict=True)
        },
        panels=[
            Panel(
                "after training",
                [*_by_kind(found), _guessing(found)],
                "T",
                "accuracy",
                "x",
            ),
            Panel(
                "while training",
                [
                    Curve(f"{one.kind}, T = {at}", one.run.steps, one.run.of(f"T = {at}")[0])
                    for one in found
                    for at in (one.plan.length,)
                ],
                "step",
                "accuracy",
            ),
        ],
        runs=[one.run for one in found],
    )


def _by_kind(found: Sequence[Trained]) -> list[Curve]:
    kinds: dict[Kind, None] = dict.fromkeys(one.kind for one in found)
    return [_ends(kind, [one for one in found if one.kind == kind]) for kind in kinds]


def _guessing(found: Sequence[Trained]) -> Curve:
    """What guessing would give, as a dashed line."""
    tests = sorted({test for one in found for test in one.plan.tests})
    return Curve("guessing", tests, [1 / found[0].plan.symbols] * len(tests), dashed=True)


def _ends(kind: Kind, found: Sequence[Trained]) -> Curve:
    """Accuracies at the end, against the lengths of the tests."""
    import numpy as np

    tests = [test for one in found for test in one.plan.tests]
    return Curve(kind, tests, np.concatenate([one.accuracies() for one in found], -1))
