"""Training in a check: runs are kept, shared by claim and mutants, and logged."""

from theorem_checks.training.checkpoints import default_folder
from theorem_checks.training.experiments import Experiment
from theorem_checks.training.progress import ShowTraining
from theorem_checks.training.runs import TrainingRun
from theorem_checks.training.training import train

__all__ = ["train_in_check"]


def train_in_check(experiment: Experiment, *, save_every: float = 30.0) -> TrainingRun:
    """Train an experiment in a check: it keeps itself in `default_folder()`, and logs progress.

    A check that ran out of time, or was killed, goes on from there; a check on another subject that
    needs the same run finds it finished.
    """
    folder = default_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{experiment.name}.log").open("a", encoding="utf-8") as log:
        progress = ShowTraining(log)
        return train(experiment, keep_in=folder, save_every=save_every, progress=progress)
