r"""The two compiled programs of an experiment: the start of all members, and their next steps.

A step of one member is a pure function; loops on the device take it over steps, and `vmap` over
members. Which steps a call makes is an argument, not part of the program, so results do not depend
on where a run is cut, be it within a record.

A member is frozen, with the step and the reason, as soon as its loss is not finite, exceeds the
bound, or has a gradient or an update that is not finite: its parameters stay what they were before
that step, and its records are NaN from there on.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax

from theorem_checks.training.experiments import Experiment

__all__ = ["CAPACITY", "FAULTS", "Records", "State", "advance_program", "start_program"]

CAPACITY = 256  # records that one call can end
FAULTS = (
    "",
    "its loss was not finite",
    "its loss exceeded the bound",
    "its gradient was not finite",
    "its update was not finite",
)
START, DATA, MEASURE = range(3)  # what the keys of a seed are for


class State(NamedTuple):
    """Where a member is: parameters, the optimiser's state, and the fault that ended it (or 0).

    `total` is the sum of its losses since the last record.
    """

    params: Any
    optimiser: Any
    total: Any
    fault: Any
    fault_step: Any


class Records(NamedTuple):
    """Mean losses of records, and what was measured at their ends."""

    loss: Any
    measured: Any


def start_program(experiment: Experiment) -> Callable[[Any, Any], Any]:
    """Return `seeds, settings -> states, given, measured` of all members."""

    def start(seed: Any, setting: Any) -> Any:
        key = _key(seed, START)
        given = experiment.prepare(jax.random.fold_in(key, 0), setting)
        params = experiment.initialise(jax.random.fold_in(key, 1), given)
        optimiser = experiment.optimiser_of(given).init(params)
        nothing = jnp.zeros((), _float_of(experiment))
        state = State(params, optimiser, nothing, jnp.int32(0), jnp.int32(0))
        return state, given, _measured(experiment, state, given, seed)

    return jax.vmap(start)


def advance_program(experiment: Experiment) -> Callable[..., tuple[State, Records]]:
    """Return `states, given, seeds, begin, end -> states, records`.

    It makes the steps from `begin` to before `end`; both are traced, and with them at most
    `CAPACITY` records may end. The records have the members first; those that were ended come
    first of them, the rest is NaN.
    """
    every = experiment.record_every

    def advance_one(state: State, given: Any, seed: Any, begin: Any, end: Any) -> Any:
        def one_step(step: Any, state: State) -> State:
            state, loss = _step(experiment, state, given, seed, step)
            return state._replace(total=state.total + loss)

        def one_record(index: Any, carry: Any) -> Any:
            state, records = carry
            first, last = index * every, (index + 1) * every
            state = jax.lax.fori_loop(
                jnp.maximum(first, begin), jnp.minimum(last, end), one_step, state
            )

            def ended() -> Any:
                new = Records(state.total / every, _measured(experiment, state, given, seed))
                place = index - begin // every
                there = jax.tree.map(lambda all_, one: all_.at[place].set(one), records, new)
                return state._replace(total=jnp.zeros_like(state.total)), there

            return jax.lax.cond(last <= end, ended, lambda: (state, records))

        measured = jax.eval_shape(lambda: _measured(experiment, state, given, seed))
        shapes = Records(jax.ShapeDtypeStruct((), _float_of(experiment)), measured)
        room = min(CAPACITY, experiment.records)
        empty = jax.tree.map(
            lambda like: jnp.full((room, *like.shape), jnp.nan, like.dtype), shapes
        )
        return jax.lax.fori_loop(begin // every, -(-end // every), one_record, (state, empty))

    def advance(states: State, given: Any, seeds: Any, begin: Any, end: Any) -> Any:
        def one(member: Any) -> Any:
            state, known, seed = member
            return advance_one(state, known, seed, begin, end)

        if experiment.at_once is None or experiment.at_once >= len(seeds):
            return jax.vmap(one)((states, given, seeds))
        return jax.lax.map(one, (states, given, seeds), batch_size=experiment.at_once)

    return advance


def _step(experiment: Experiment, state: State, given: Any, seed: Any, step: Any) -> Any:
    """One step of one member: its state after it, and its loss before it (NaN once it stopped)."""
    key = jax.random.fold_in(_key(seed, DATA), step)
    loss, gradient = jax.value_and_grad(experiment.loss)(state.params, given, key)
    optimiser = experiment.optimiser_of(given)
    updates, optimiser_state = optimiser.update(gradient, state.optimiser, state.params)
    params = optax.apply_updates(state.params, updates)
    fault = _fault(loss, gradient, params, experiment.bound)
    running = (state.fault == 0) & (fault == 0)
    struck = (state.fault == 0) & (fault != 0)

    def kept(new: Any, old: Any) -> Any:
        return jax.tree.map(lambda one, other: jnp.where(running, one, other), new, old)

    after = state._replace(
        params=kept(params, state.params),
        optimiser=kept(optimiser_state, state.optimiser),
        fault=jnp.where(struck, fault, state.fault),
        fault_step=jnp.where(struck, jnp.int32(step), state.fault_step),
    )
    return after, jnp.where(running, loss, jnp.nan)


def _fault(loss: Any, gradient: Any, params: Any, bound: float) -> jax.Array:
    """The first fault of a step, as an index of `FAULTS`; `params` are those after it."""
    faults = [~jnp.isfinite(loss), loss > bound, ~_all_finite(gradient), ~_all_finite(params)]
    return jnp.select(faults, range(1, len(FAULTS)), 0).astype(jnp.int32)


def _all_finite(tree: Any) -> jax.Array:
    return jnp.array([jnp.isfinite(leaf).all() for leaf in jax.tree.leaves(tree)]).all()


def _measured(experiment: Experiment, state: State, given: Any, seed: Any) -> dict[str, jax.Array]:
    """What is measured of one member: floats, NaN once it stopped."""
    found = experiment.measure(state.params, given, _key(seed, MEASURE))
    dtype = _float_of(experiment)
    return {
        name: jnp.where(state.fault == 0, jnp.asarray(value, dtype), jnp.nan)
        for name, value in found.items()
    }


def _float_of(experiment: Experiment) -> Any:
    return jnp.float64 if experiment.x64 else jnp.float32


def _key(seed: Any, purpose: int) -> jax.Array:
    return jax.random.fold_in(jax.random.key(seed, impl="threefry2x32"), purpose)
