"""Training many members at once: the same numbers, alone or together; divergence of single ones."""

import re
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from theorem_checks import ArgumentError
from theorem_checks.training.checkpoints import CheckpointError
from theorem_checks.training.experiments import Experiment, steps_per_record
from theorem_checks.training.optimisers import cosine_adamw, decayed
from theorem_checks.training.progress import ShowTraining
from theorem_checks.training.runs import summarise_seeds
from theorem_checks.training.training import initial_members, train

FIRST = np.array([1.0, 2.0, 3.0])


def regression(**changes):
    """Least squares on fresh data: the weights tend to FIRST times the setting."""

    def loss(params, factor, key):
        x = jax.random.normal(key, (8, 3), params.dtype)
        return ((x @ (params - factor * jnp.asarray(FIRST, params.dtype))) ** 2).mean()

    plain = {
        "name": "regression",
        "initialise": lambda key, factor: jax.random.normal(key, (3,)),
        "loss": loss,
        "optimiser": optax.sgd(0.05),
        "steps": 60,
        "seeds": (3, 5),
        "settings": np.array([1.0, -1.0]),
        "measure": lambda params, factor, key: {"weights": params},
        "record_every": 6,
        "x64": True,
    }
    return Experiment(**{**plain, **changes})


def by_hand(seed, factor, experiment):
    """The same in NumPy, with the gradient written out, on the documented keys."""
    with jax.enable_x64(True):
        key = jax.random.key(seed, impl="threefry2x32")
        keys = [jax.random.fold_in(key, purpose) for purpose in range(2)]
        weights = np.asarray(jax.random.normal(jax.random.fold_in(keys[0], 1), (3,)))
        losses = []
        for step in range(experiment.steps):
            x = np.asarray(jax.random.normal(jax.random.fold_in(keys[1], step), (8, 3)))
            residual = x @ (weights - factor * FIRST)
            losses.append((residual**2).mean())
            weights = weights - 0.05 * 2 * x.T @ residual / 8
    return weights, np.array(losses).reshape(experiment.records, -1).mean(1)


@pytest.fixture(scope="module")
def run():
    return train(regression())


def test_every_member_is_trained_as_if_it_were_alone(run):
    experiment = regression()
    for setting, factor in enumerate((1.0, -1.0)):
        for index, seed in enumerate(experiment.seeds):
            weights, losses = by_hand(seed, factor, experiment)
            # 60 steps, each of some dozens of operations in float64
            np.testing.assert_allclose(run.params_of(setting, index), weights, rtol=1e-10)
            np.testing.assert_allclose(run.loss[setting, index], losses, rtol=1e-10)
    assert run.of("weights").shape == (2, 2, 11, 3)
    weights, given = initial_members(experiment)
    np.testing.assert_array_equal(run.of("weights")[:, :, 0], weights)
    np.testing.assert_array_equal(given, [[1.0, 1.0], [-1.0, -1.0]])
    assert run.members == 4
    assert run.steps.tolist() == list(range(0, 66, 6))
    np.testing.assert_array_equal(run.of("weights")[:, :, -1], run.params)


def test_members_at_once_or_in_groups_give_the_same(run):
    for at_once in (1, 3):
        other = train(regression(at_once=at_once))
        # batches of another size may be added up in another order
        np.testing.assert_allclose(run.loss, other.loss, rtol=1e-12)
        np.testing.assert_allclose(run.params, other.params, rtol=1e-12)


def test_the_same_seed_gives_the_same_numbers_and_another_gives_others(run):
    again = train(regression())
    assert run.fingerprint == again.fingerprint
    np.testing.assert_array_equal(run.loss, again.loss)
    np.testing.assert_array_equal(run.params, again.params)
    other = train(regression(seeds=(3, 6)))
    # batches of another size may be added up in another order
    np.testing.assert_allclose(run.loss[:, 0], other.loss[:, 0], rtol=1e-12)
    assert (run.loss[:, 1] != other.loss[:, 1]).all()


@pytest.mark.parametrize("kind", ["loss", "gradient", "bound"])
def test_a_member_that_diverges_is_ended_and_the_others_go_on(kind):
    def spoiled(params, given, key):
        value = (params**2).sum()
        if kind == "loss":
            return jnp.where((given > 0) & (value < 0.5), jnp.nan, value)
        if kind == "gradient":  # the slope of the root at 0 is infinite
            return value + jnp.sqrt(jnp.where((given > 0) & (value < 0.5), 0 * value, 1.0))
        return value + jnp.where((given > 0) & (value < 0.5), 1e6, 0.0)

    def run_of(loss):
        return train(
            regression(
                loss=loss,
                initialise=lambda key, given: jnp.ones(3),
                bound=1e5,
                record_every=1,
                optimiser=optax.sgd(0.01),
            )
        )

    run = run_of(spoiled)
    assert [(one.seed, one.setting) for one in run.diverged] == [(3, 0), (5, 0)]
    assert kind in run.diverged[0].why
    assert f"at step {run.diverged[0].step}" in run.report
    step = run.diverged[0].step
    assert 0 < step < 60
    assert np.isfinite(run.loss[0, :, :step]).all()
    assert np.isnan(run.loss[0, :, step:]).all()
    assert np.isnan(run.of("weights")[0, :, step + 1 :]).all()
    assert np.isfinite(run.params).all()
    # gradient descent on the sum of squares of three ones
    squares = 3 * 0.98 ** (2 * np.arange(60)) + (kind == "gradient")
    np.testing.assert_allclose(run.loss[1, 0], squares, rtol=1e-12)


def test_an_update_that_is_not_finite_ends_a_member_be_it_the_last():
    """Its gradient is finite, and no loss comes after it."""

    def spoiling(factor):
        def spoil(update: Any, params: Any) -> Any:
            return update * jnp.where(factor > 0, jnp.inf, 1.0)

        return optax.chain(optax.sgd(0.01), optax.stateless(spoil))

    run = train(regression(optimiser=spoiling, steps=1, record_every=1))
    told = [(one.setting, one.step, one.why) for one in run.diverged]
    assert told == 2 * [(0, 0, "its update was not finite")]
    assert np.isfinite(run.params).all()
    assert np.isnan(run.loss[0]).all()
    assert np.isfinite(run.loss[1]).all()


def test_no_member_left_is_a_result_and_no_error():
    run = train(regression(loss=lambda params, given, key: params.sum() * jnp.nan))
    assert len(run.diverged) == 4
    assert summarise_seeds(run.loss).count == 0


def test_a_file_of_another_configuration_is_refused(tmp_path, run):
    file = tmp_path / "run.npz"
    whole = train(regression(), checkpoint=file)
    assert whole.fingerprint == run.fingerprint
    again = train(regression(), checkpoint=file)
    assert again.resumed == 1
    np.testing.assert_array_equal(whole.loss, again.loss)
    for change in (
        {"seeds": (3, 7)},
        {"steps": 120},
        {"optimiser": optax.sgd(0.06)},
        {"settings": np.array([1.0, -2.0])},
        {"initialise": lambda key, factor: jax.random.uniform(key, (3,))},
    ):
        with pytest.raises(CheckpointError, match="belongs to another configuration") as raised:
            train(regression(**change), checkpoint=file)
        assert f"({whole.fingerprint[:12]}, and now it is " in str(raised.value)
        assert re.search(r"now it is [0-9a-f]{12}\)", str(raised.value))
    with np.load(file) as archive:
        kept = {name: archive[name] for name in archive.files if name != "measured/weights"}
    np.savez(file, allow_pickle=False, **kept)
    with pytest.raises(CheckpointError, match="is damaged"):
        train(regression(), checkpoint=file)


def test_a_constant_of_the_loss_is_part_of_the_configuration(tmp_path):
    data = np.linspace(0, 1, 3000)

    def with_data(values):
        return regression(
            loss=lambda params, _, key: ((params[0] - jnp.asarray(values)) ** 2).sum()
        )

    changed = data.copy()
    changed[1234] += 1e-9
    train(with_data(data), checkpoint=tmp_path / "run.npz")
    with pytest.raises(CheckpointError):
        train(with_data(changed), checkpoint=tmp_path / "run.npz")


def test_a_file_that_is_no_checkpoint_is_refused(tmp_path):
    file = tmp_path / "run.npz"
    file.write_bytes(b"PK not an archive")
    with pytest.raises(CheckpointError, match="is no checkpoint"):
        train(regression(), checkpoint=file)
    assert file.read_bytes() == b"PK not an archive"


class InterruptionError(Exception):
    """Raised while a run is under way."""


def test_a_run_that_is_cut_within_a_record_goes_on_to_the_same_bits(tmp_path, run):
    experiment, file, cuts = regression(), tmp_path / "run.npz", []

    def interrupt(progress):
        if progress.step % experiment.record_every and progress.step > 10 * len(cuts):
            assert np.isfinite(progress.loss)
            cuts.append(progress.step)
            raise InterruptionError

    for _ in range(2):
        with pytest.raises(InterruptionError):
            train(experiment, checkpoint=file, save_every=1e-9, progress=interrupt)
    assert cuts[0] < experiment.record_every < cuts[1]
    resumed = train(experiment, checkpoint=file)
    assert resumed.resumed == 2
    np.testing.assert_array_equal(resumed.loss, run.loss)
    np.testing.assert_array_equal(resumed.of("weights"), run.of("weights"))
    np.testing.assert_array_equal(resumed.params, run.params)


def test_a_folder_keeps_a_file_for_each_configuration(tmp_path):
    for changes in ({"steps": 6}, {"steps": 6}, {"steps": 12}):
        train(regression(**changes), keep_in=tmp_path)
    assert len(list(tmp_path.glob("regression-*.npz"))) == 2
    assert not list(tmp_path.glob("*.part"))


def test_progress_says_step_loss_and_expected_end(tmp_path):
    seen = []
    assert train(regression(steps=60), progress=seen.append).report == ""
    assert [one.step for one in seen] == sorted(one.step for one in seen)
    assert seen[-1].done
    assert seen[-1].step == 60
    assert np.isfinite(seen[-1].loss)
    with (tmp_path / "log").open("w") as log:
        ShowTraining(log)(seen[-1])
    line = (tmp_path / "log").read_text()
    assert line.startswith("regression: step 60 of 60  loss ")
    assert line.endswith("done\n")


def test_the_schedule_is_a_cosine_and_spares_the_recurrence_from_decay():
    steps, peak, end, decay = 10, 1e-1, 1e-3, 0.5
    optimiser = cosine_adamw(
        steps, peak=peak, end=end, weight_decay=decay, undecayed=("recurrence",)
    )
    params: Any = {"recurrence": {"lambda": jnp.ones(2)}, "input": jnp.ones(2)}
    state = optimiser.init(params)
    still = jax.tree.map(jnp.zeros_like, params)
    for step in range(steps):
        updates: Any
        updates, state = optimiser.update(still, state, params)
        rate = end + (peak - end) * (1 + np.cos(np.pi * step / steps)) / 2
        np.testing.assert_allclose(updates["input"], -rate * decay, rtol=1e-5)  # float32 schedule
        np.testing.assert_array_equal(updates["recurrence"]["lambda"], 0.0)
    assert decayed(())(params) == {"recurrence": {"lambda": True}, "input": True}


@pytest.mark.parametrize(
    ("steps", "records", "length"),
    [(600, 20, 30), (781_250, 100, 6250), (781_250, 20, 31_250), (7, 3, 1), (7, 1, 7), (4, 100, 1)],
)
def test_records_have_the_same_length_and_are_as_many_as_is_asked(steps, records, length):
    assert steps_per_record(steps, records) == length
    assert regression(steps=steps, record_every=length).records >= min(steps, records)
    with pytest.raises(ArgumentError, match=r"^records="):
        steps_per_record(steps, 0)


def test_a_bound_may_be_any_positive_number():
    assert regression(bound=1e-9).bound == 1e-9


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"steps": 0}, "steps"),
        ({"record_every": 7}, "record_every"),
        ({"seeds": ()}, "seeds"),
        ({"seeds": (1, 1)}, "seeds"),
        ({"seeds": (-1,)}, "seeds"),
        ({"name": "a b"}, "name"),
        ({"bound": 0.0}, "bound"),
        ({"settings": {"a": np.ones(2), "b": np.ones(3)}}, "settings"),
        ({"settings": np.float64(1)}, "settings"),
    ],
)
def test_wrong_experiments_are_named(changes, named):
    with pytest.raises(ArgumentError, match=f"^{named}="):
        regression(**changes)


def test_wrong_arguments_of_train_are_named(tmp_path):
    with pytest.raises(ArgumentError, match="keep_in="):
        train(regression(), checkpoint=tmp_path / "a", keep_in=tmp_path)
    with pytest.raises(ArgumentError, match="save_every="):
        train(regression(), save_every=0.0)


def test_a_measurement_that_is_not_there_is_named(run):
    with pytest.raises(ArgumentError, match="Did you mean weights"):
        run.of("weight")
