"""What is to be trained: an experiment, and the members that it consists of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
import numpy as np
import optax

from theorem_checks.errors import ArgumentError, require_integer

__all__ = ["Experiment", "Members", "given_itself", "measure_nothing", "steps_per_record"]


def given_itself(key: jax.Array, setting: Any) -> Any:
    """Return the setting: what a member is given where nothing has to be prepared."""
    del key
    return setting


def measure_nothing(params: Any, given: Any, key: jax.Array) -> dict[str, Any]:
    """Return no measurement."""
    del params, given, key
    return {}


def steps_per_record(steps: int, records: int) -> int:
    """Return the most steps that a record may have if there are to be so many records, or more.

    All records have the same number of steps, a divisor of `steps`. If there are fewer steps than
    `records`, each makes a record.
    """
    for name, value in (("steps", steps), ("records", records)):
        require_integer(name, value, 1)
    most = max(1, steps // records)
    return next(size for size in range(most, 0, -1) if steps % size == 0)


@dataclass(frozen=True, kw_only=True)
class Experiment:
    r"""A training run of many members at once, one for each seed and setting.

    All functions speak of one member and are mapped over all of them, so they are written without
    a batch axis for members, and compiled once. Keys are JAX keys that follow from the seed alone:
    members of one seed see the same data in every setting.

    **Fields**

    - `name`: lower-case words joined by '-', for files and messages.
    - `initialise(key, given)`: the parameters at the start, any pytree of float arrays.
    - `loss(params, given, key)`: a real number; the key is fresh at every step, for data.
    - `optimiser`: of Optax, or a function `given -> optimiser`, so that a learning rate may be
      part of the setting.
    - `steps`: how many. `seeds`: different integers in $[0, 2^{32})$.
    - `settings`: a pytree of arrays whose first axis runs over settings (widths as masks, learning
      rates, delays); None for a single setting without anything in it.
    - `prepare(key, setting)`: what a member is given and does not train, such as its data set or
      its teacher; the setting itself by default.
    - `measure(params, given, key)`: named arrays, computed before the first step and after every
      `record_every` steps, always with the same key.
    - `record_every`: steps in a record, a divisor of `steps`; see `steps_per_record`.
    - `bound`: a member whose loss exceeds it has diverged, as one has whose loss, gradient or
      update is not finite.
    - `x64`: whether it runs in 64-bit mode.
    - `at_once`: how many members are computed at once by `vmap`; None for all. Fewer need less
      memory, and in most cases more time; rounding differs.
    """

    name: str
    initialise: Callable[[jax.Array, Any], Any]
    loss: Callable[[Any, Any, jax.Array], Any]
    optimiser: optax.GradientTransformation | Callable[[Any], optax.GradientTransformation]
    steps: int
    seeds: Sequence[int]
    settings: Any = None
    prepare: Callable[[jax.Array, Any], Any] = given_itself
    measure: Callable[[Any, Any, jax.Array], dict[str, Any]] = measure_nothing
    record_every: int = 1
    bound: float = float("inf")
    x64: bool = False
    at_once: int | None = None
    members: "Members" = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("steps", "record_every", "at_once"):
            value = 1 if name == "at_once" and self.at_once is None else getattr(self, name)
            require_integer(name, value, 1)
        if self.steps % self.record_every:
            raise ArgumentError("record_every", self.record_every, f"a divisor of {self.steps}")
        if not self.name or not self.name.replace("-", "").isalnum() or self.name.startswith("-"):
            raise ArgumentError("name", self.name, "words of letters and digits joined by '-'")
        if not self.bound > 0:
            raise ArgumentError("bound", self.bound, "a positive number, or infinity")
        object.__setattr__(self, "members", _members(tuple(self.seeds), self.settings))

    @property
    def records(self) -> int:
        """How many records are made."""
        return self.steps // self.record_every

    def optimiser_of(self, given: Any) -> optax.GradientTransformation:
        """Return the optimiser of a member."""
        if isinstance(self.optimiser, optax.GradientTransformation):
            return self.optimiser
        return self.optimiser(given)


@dataclass(frozen=True)
class Members:
    """The members, those of one setting together: `seeds`, and indices and values of `settings`.

    Member $m$ has seed `seeds[m]` and setting `setting_indices[m]`, whose values stand at index
    $m$ of the leaves of `settings`.
    """

    seeds: np.ndarray
    setting_indices: np.ndarray
    settings: Any

    @property
    def count(self) -> int:
        """How many members there are."""
        return len(self.seeds)


def _members(seeds: tuple[int, ...], settings: Any) -> Members:
    known = all(isinstance(s, int | np.integer) and 0 <= s < 2**32 for s in seeds)
    if not seeds or not known or len(set(seeds)) < len(seeds):
        raise ArgumentError("seeds", seeds, "different integers from 0 to 2^32 - 1, at least one")
    leaves = [np.asarray(leaf) for leaf in jax.tree.leaves(settings)]
    lengths = {leaf.shape[0] if leaf.ndim else 0 for leaf in leaves}
    if len(lengths) > 1 or 0 in lengths:
        shapes = [leaf.shape for leaf in leaves]
        raise ArgumentError("settings", shapes, "arrays with one and the same first axis")
    count = lengths.pop() if lengths else 1
    indices = np.repeat(np.arange(count), len(seeds))
    return Members(
        np.tile(np.asarray(seeds, np.uint32), count),
        indices,
        jax.tree.map(lambda leaf: np.asarray(leaf)[indices], settings),
    )
