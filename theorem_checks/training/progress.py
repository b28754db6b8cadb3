"""Progress of a training run for people: step, loss, rate and expected end."""

from dataclasses import dataclass
from typing import Any

from theorem_checks.sampling.progress_lines import ProgressLines, count, duration

__all__ = ["ShowTraining", "TrainingProgress"]


@dataclass(frozen=True)
class TrainingProgress:
    """How far a training run is.

    **Fields**: its `name`; the `step` it has come to, of `steps`; the `loss`, a mean since the last
    record, and of it the median of the members that are left; `members`, of which `stopped` have
    diverged; the `rate` in steps of single members a second; the `seconds_left`; `done` at the end.
    """

    name: str
    step: int
    steps: int
    loss: float
    members: int
    stopped: int
    rate: float
    seconds_left: float
    done: bool

    def __str__(self) -> str:
        ahead = "done" if self.done else f"{duration(self.seconds_left)} left"
        stopped = f", {self.stopped} stopped" if self.stopped else ""
        return (
            f"{self.name}: step {count(self.step)} of {count(self.steps)}  loss {self.loss:.4g}"
            f"  {self.members} members{stopped}  {count(self.rate)} steps/s  {ahead}"
        )


class ShowTraining:
    """Write how far a run is: in a terminal to one line, else to a new line every ten seconds.

    To be given to `train` as `progress=ShowTraining()`.

    **Arguments**: the `stream` to write to; by default standard error.
    """

    def __init__(self, stream: Any = None) -> None:
        self._lines = ProgressLines(stream)

    def __call__(self, progress: TrainingProgress) -> None:
        """Write a line, if it is time."""
        self._lines.show(str(progress), done=progress.done)
