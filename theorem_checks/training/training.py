"""Train an experiment: compile once, go on from a checkpoint, report progress."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from theorem_checks.errors import ArgumentError
from theorem_checks.training.checkpoints import (
    CheckpointError,
    fingerprint_of,
    held,
    read,
    write,
)
from theorem_checks.training.experiments import Experiment
from theorem_checks.training.programs import (
    CAPACITY,
    FAULTS,
    Records,
    State,
    advance_program,
    start_program,
)
from theorem_checks.training.progress import TrainingProgress
from theorem_checks.training.runs import Divergence, TrainingRun

__all__ = ["initial_members", "train"]

BETWEEN_REPORTS = 1.0  # seconds, about
EFFORT = {"start": 0, "advance": 1}  # of XLA to make code fast on a CPU, of 3: it takes seconds
Progress = Callable[[TrainingProgress], None]


def train(
    experiment: Experiment,
    *,
    checkpoint: str | Path | None = None,
    keep_in: str | Path | None = None,
    save_every: float = 30.0,
    progress: Progress | None = None,
) -> TrainingRun:
    """Train all members of an experiment to the end.

    The same experiment gives the same numbers on the same kind of device, whether or not it was
    killed in between. A member that diverges is ended and reported, and changes nothing for the
    others; nor does an experiment of which all diverge raise.

    **Arguments**

    - `checkpoint`: a file, from which the run goes on if it exists, and in which it keeps itself.
    - `keep_in`: instead, a folder, in which every configuration has a file of its own,
      'NAME-FINGERPRINT.npz'. A run that was finished there is returned as it was.
    - `save_every`: seconds between two checkpoints.
    - `progress`: called with a `TrainingProgress` about once a second, and at the end.

    **Raises** `CheckpointError` for a file that is no checkpoint, or one of another
    configuration; `ArgumentError` if both or a non-positive `save_every` are given.
    """
    if checkpoint is not None and keep_in is not None:
        raise ArgumentError("keep_in", str(keep_in), "one of checkpoint and keep_in")
    if not save_every > 0:
        raise ArgumentError("save_every", save_every, "a positive number of seconds")
    with jax.enable_x64(experiment.x64), jax.default_matmul_precision("highest"):
        prepared = _Prepared(experiment)
        path = Path(checkpoint) if checkpoint is not None else None
        if keep_in is not None:
            path = Path(keep_in) / f"{experiment.name}-{prepared.fingerprint[:16]}.npz"
        if path is None:
            return _Training(prepared, None, save_every, progress).run()
        with held(path):
            return _Training(prepared, path, save_every, progress).run()


def initial_members(experiment: Experiment) -> tuple[Any, Any]:
    """Return what the members begin with: parameters, and what they are given, (K, S, ...) each."""
    members = experiment.members
    shape = (members.count // len(experiment.seeds), len(experiment.seeds))
    with jax.enable_x64(experiment.x64), jax.default_matmul_precision("highest"):
        start = jax.jit(start_program(experiment)).lower(members.seeds, members.settings)
        state, given, _ = _compiled(start, "start")(members.seeds, members.settings)
    return jax.tree.map(
        lambda leaf: np.asarray(leaf).reshape(*shape, *leaf.shape[1:]), (state.params, given)
    )


def _compiled(program: Any, name: str) -> Any:
    """Compile a lowered program, on a CPU with less effort than usual.

    Half of the time of a short run goes into compiling, most of it into what makes code fast. The
    start runs once, and in the steps most of the time goes into operations that are ready-made.
    """
    cpu = jax.default_backend() == "cpu"
    return program.compile({"xla_backend_optimization_level": EFFORT[name]} if cpu else None)


class _Prepared:
    """The programs of an experiment, lowered; compiled when they are called."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        members = experiment.members
        arguments = (members.seeds, members.settings)
        self.start = jax.jit(start_program(experiment)).lower(*arguments)
        self.states, given, self.measured = self.start.out_info
        index = jax.ShapeDtypeStruct((), np.int32)
        advance = jax.jit(advance_program(experiment), donate_argnums=0)
        self.advance = advance.lower(self.states, given, members.seeds, index, index)
        self.fingerprint = fingerprint_of(
            [self.start.as_text(), self.advance.as_text()],
            [*jax.tree.leaves(arguments)],
            [
                experiment.name,
                experiment.steps,
                experiment.record_every,
                jax.default_backend(),
                EFFORT,
            ],
        )


@dataclass
class _History:
    """All that a run has found so far; its arrays have the records first, then the members."""

    loss: list[np.ndarray]
    measured: dict[str, list[np.ndarray]]
    steps: int = 0
    seconds: float = 0.0
    compile_seconds: float = 0.0
    resumed: int = 0

    def add(self, records: Records, count: int) -> None:
        self.loss.append(np.moveaxis(np.asarray(records.loss), 0, 1)[:count])
        for name, values in records.measured.items():
            self.measured[name].append(np.moveaxis(np.asarray(values), 0, 1)[:count])


class _Training:
    """One call of `train`."""

    def __init__(
        self, prepared: _Prepared, path: Path | None, save_every: float, progress: Progress | None
    ) -> None:
        self._prepared, self._path = prepared, path
        self._experiment = prepared.experiment
        self._save_every, self._progress = save_every, progress

    def run(self) -> TrainingRun:
        kept = read(self._path, self._prepared.fingerprint) if self._path else None
        reached = None if kept is None else self._restored(*kept)
        if reached is None or reached[1].steps < self._experiment.steps:
            reached = self._train(reached)
        return self._finished(*reached)

    def _restored(self, arrays: Any, about: Any) -> tuple[State, _History]:
        """State and history of a checkpoint."""
        self._require_all(arrays, about["steps"] // self._experiment.record_every)
        leaves, structure = jax.tree.flatten(self._prepared.states)
        state = [jnp.asarray(arrays[f"state/{i}"], leaf.dtype) for i, leaf in enumerate(leaves)]
        measured = {name: [arrays[f"measured/{name}"]] for name in self._prepared.measured}
        numbers = (about["steps"], about["seconds"], about["compile_seconds"], about["resumed"] + 1)
        return jax.tree.unflatten(structure, state), _History([arrays["loss"]], measured, *numbers)

    def _require_all(self, arrays: Any, records: int) -> None:
        """Refuse a checkpoint whose arrays are not those of so many records of this experiment."""
        states, measured = self._prepared.states, self._prepared.measured
        shapes = {f"state/{i}": leaf.shape for i, leaf in enumerate(jax.tree.leaves(states))}
        shapes["loss"] = (records, *states.total.shape)
        shapes |= {
            f"measured/{name}": (records + 1, *leaf.shape) for name, leaf in measured.items()
        }
        if {name: array.shape for name, array in arrays.items()} != shapes:
            raise CheckpointError(f"{self._path} is damaged. Delete it, or move it.")

    def _train(self, reached: tuple[State, _History] | None) -> tuple[State, _History]:
        """Make all steps that are missing."""
        began = time.perf_counter()
        members, every = self._experiment.members, self._experiment.record_every
        start = _compiled(self._prepared.start, "start")
        advance = _compiled(self._prepared.advance, "advance")
        fresh, given, measured = start(members.seeds, members.settings)
        first_records = {name: [np.asarray(value)[None]] for name, value in measured.items()}
        no_loss = np.empty((0, members.count), fresh.total.dtype)
        state, history = reached or (fresh, _History([no_loss], first_records))
        history.compile_seconds += time.perf_counter() - began
        total, saved, count = self._experiment.steps, time.perf_counter(), 1
        while (begin := history.steps) < total:
            end = min(begin + count, (begin // every + CAPACITY) * every, total)
            began = time.perf_counter()
            state, records = advance(state, given, members.seeds, np.int32(begin), np.int32(end))
            history.add(jax.device_get(records), end // every - begin // every)
            took = time.perf_counter() - began
            history.seconds += took
            history.steps = end
            if self._path and (end == total or time.perf_counter() - saved >= self._save_every):
                self._save(state, history)
                saved = time.perf_counter()
            self._tell(state, history)
            made = end - begin
            count = max(1, min(2 * made, int(made * BETWEEN_REPORTS / max(took, 1e-9))))
        return state, history

    def _save(self, state: State, history: _History) -> None:
        assert self._path is not None
        arrays = {f"state/{i}": np.asarray(leaf) for i, leaf in enumerate(jax.tree.leaves(state))}
        arrays["loss"] = np.concatenate(history.loss)
        for name, values in history.measured.items():
            arrays[f"measured/{name}"] = np.concatenate(values)
        about = {
            "fingerprint": self._prepared.fingerprint,
            "steps": history.steps,
            "seconds": history.seconds,
            "compile_seconds": history.compile_seconds,
            "resumed": history.resumed,
        }
        write(self._path, arrays, about)

    def _tell(self, state: State, history: _History) -> None:
        if self._progress is None:
            return
        experiment, done = self._experiment, history.steps
        since = done % experiment.record_every
        last = np.asarray(state.total) / since if since else history.loss[-1][-1]
        speed = done / history.seconds
        self._progress(
            TrainingProgress(
                name=experiment.name,
                step=done,
                steps=experiment.steps,
                loss=float(np.nanmedian(last)) if np.isfinite(last).any() else float("nan"),
                members=len(last),
                stopped=int((np.asarray(state.fault) != 0).sum()),
                rate=speed * len(last),
                seconds_left=(experiment.steps - done) / speed,
                done=done == experiment.steps,
            )
        )

    def _finished(self, state: State, history: _History) -> TrainingRun:
        experiment = self._experiment
        settings = experiment.members.count // len(experiment.seeds)
        shape = (settings, len(experiment.seeds))

        def by_member(records: list[np.ndarray]) -> np.ndarray:
            joined = np.moveaxis(np.concatenate(records), 0, 1)
            return joined.reshape(*shape, *joined.shape[1:])

        return TrainingRun(
            name=experiment.name,
            fingerprint=self._prepared.fingerprint,
            seeds=tuple(int(seed) for seed in experiment.seeds),
            loss=by_member(history.loss),
            steps=np.arange(experiment.records + 1) * experiment.record_every,
            measured={name: by_member(values) for name, values in history.measured.items()},
            params=jax.tree.map(
                lambda leaf: np.asarray(leaf).reshape(*shape, *leaf.shape[1:]), state.params
            ),
            diverged=self._divergences(state),
            seconds=history.seconds,
            compile_seconds=history.compile_seconds,
            resumed=history.resumed,
        )

    def _divergences(self, state: State) -> tuple[Divergence, ...]:
        members = self._experiment.members
        faults, steps = np.asarray(state.fault), np.asarray(state.fault_step)
        return tuple(
            Divergence(
                int(members.seeds[m]), int(members.setting_indices[m]), int(steps[m]), FAULTS[fault]
            )
            for m, fault in enumerate(faults)
            if fault
        )
