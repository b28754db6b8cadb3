"""How a run goes on: what it tells on the way, how it is compiled, what of it is given away."""

from itertools import count
from types import SimpleNamespace

import jax
import numpy as np
import optax
import pytest

from theorem_checks.training import training
from theorem_checks.training.experiments import Experiment
from theorem_checks.training.kept import train_in_check
from theorem_checks.training.training import EFFORT, train


def halving(**changes):
    """Weights that are halved in each step."""
    plain = {
        "name": "halving",
        "initialise": lambda key, factor: factor * np.ones(2, np.float32),
        "loss": lambda params, factor, key: (params**2).sum(),
        "optimiser": optax.sgd(0.25),
        "steps": 40,
        "seeds": (0, 1),
        "settings": np.array([1.0, 3.0, 5.0], np.float32),
        "record_every": 4,
        "bound": 1e6,
    }
    return Experiment(**{**plain, **changes})


@pytest.fixture
def told(monkeypatch):
    """What a run tells when each look at the clock takes a microsecond, and the run."""
    ticks = count()
    clock = SimpleNamespace(perf_counter=lambda: next(ticks) / 10**6)
    monkeypatch.setattr(training, "time", clock)
    found = []
    return found, train(halving(), progress=found.append)


def test_steps_of_a_call_are_doubled_as_long_as_they_take_no_time(told):
    found, _ = told
    assert [one.step for one in found] == [1, 3, 7, 15, 31, 40]
    assert [one.done for one in found] == [False] * 5 + [True]


def test_the_loss_that_is_told_is_the_mean_since_the_last_record(told):
    found, run = told
    # of the settings 1, 3, 5 the middle one, by 4 with each step
    losses = [18.0 / 4**step for step in range(40)]
    for one in found:
        since = losses[one.step - one.step % 4 : one.step] or losses[one.step - 4 : one.step]
        assert one.loss == pytest.approx(np.mean(since), rel=1e-5)
    assert found[-1].loss == np.median(run.loss[..., -1])


def test_the_rate_and_the_time_that_is_left_are_those_of_the_run(told):
    found, run = told
    *_, before, last = found
    assert last.rate == pytest.approx(run.steps_per_second)
    assert last.rate == pytest.approx(6 * 40 / run.seconds)
    assert last.seconds_left == 0
    assert before.seconds_left == pytest.approx((40 - 31) * 6 / before.rate)


def test_the_state_alone_is_given_away_to_the_next_steps():
    experiment = halving()
    (state, *others), _ = training._Prepared(experiment).advance.args_info
    assert all(leaf.donated for leaf in jax.tree.leaves(state))
    assert not any(leaf.donated for leaf in jax.tree.leaves(others))


@pytest.mark.parametrize("backend", ["cpu", "gpu", "METAL"])
def test_with_less_effort_it_is_compiled_on_a_cpu_alone(monkeypatch, backend):
    monkeypatch.setattr(jax, "default_backend", lambda: backend)
    program = SimpleNamespace(compile=lambda options: options)
    for name, effort in EFFORT.items():
        wanted = {"xla_backend_optimization_level": effort} if backend == "cpu" else None
        assert training._compiled(program, name) == wanted
        assert 0 <= effort <= 3  # the levels that there are


def test_in_a_check_a_run_is_kept_and_logged_in_the_folder_of_runs(tmp_path, monkeypatch):
    monkeypatch.delenv("THEOREM_CHECKS_TRAINING", raising=False)
    monkeypatch.chdir(tmp_path)
    run, again = (train_in_check(halving()) for _ in range(2))
    folder = tmp_path / ".theorem-checks" / "training"
    assert "halving: step 40 of 40" in (folder / "halving.log").read_text(encoding="utf-8")
    assert [path.suffix for path in sorted(folder.glob("halving-*.npz"))] == [".npz"]
    assert (run.resumed, again.resumed) == (0, 1)
    np.testing.assert_array_equal(run.loss, again.loss)
