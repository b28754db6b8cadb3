"""Samples of a statistic from JAX: the same bits for any batch size and number of devices.

Sample number i has the key `sample_key(seed, i)`, whatever else is computed beside it. Keys alone
do not fix the bits, since a compiler may order sums otherwise for other shapes. So samples are
computed in *units* of a fixed number, which follows from the statistic (`footprints`): a batch is
a loop over units on each device, all of them computed by the same instructions.
"""

import os
import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.random import threefry_2x32
from jax.sharding import Mesh, PartitionSpec

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.faults import StatisticError, checked_seed
from theorem_checks.sampling.footprints import unit_size
from theorem_checks.sampling.hosts import everywhere
from theorem_checks.sampling.statistics import Statistic

__all__ = ["Stream", "sample_key"]

IMPLEMENTATION = "threefry2x32"
BATCH = 2**16
AHEAD = 2  # batches in the making while one is used
ADDRESS = re.compile(r"\b0x[0-9a-f]+")  # of a function, in its text
PATIENCE = 0.5  # seconds that a batch may take


def sample_key(seed: int, sample: int) -> jax.Array:
    """Return the key of a sample: the hash of a 64-bit counter under the key of the seed.

    For sample numbers below 2^32 it is `fold_in(key(seed, impl='threefry2x32'), sample)`.
    """
    with jax.enable_x64(True):
        keys = _keys(_root(checked_seed(seed)), jnp.uint64(sample), 1)
    return keys[0]


class Stream:
    """The samples of a statistic, in blocks, from any block on.

    **Arguments**

    - `statistic`: traceable by JAX; it sees 64-bit types. With `batched`, it takes an array of
      `block` keys and returns as many values, each of its own key alone.
    - `seed`: from the runner. `block`: samples in a block, part of what fixes the bits.
    - `batch_size`: samples computed at once, rounded up to whole units and blocks on each device;
      changes speed and memory only. `devices`: by default all, of all hosts that joined.
    - `inexact`: whether values of less than 64 bits are accepted (their rounding is stated).

    **Raises** `StatisticError` if the statistic has another shape or type than a real scalar, or
    does not depend on its key; `ArgumentError` for sizes below 1, or 32-bit values whose rounding
    was not stated.
    """

    def __init__(
        self,
        statistic: Statistic,
        *,
        seed: int,
        batched: bool = False,
        block: int = 256,
        batch_size: int = BATCH,
        devices: Sequence[Any] | None = None,
        inexact: bool = False,
    ) -> None:
        for name, size in (("block", block), ("batch_size", batch_size)):
            if size < 1:
                raise ArgumentError(name, size, "a positive number of samples")
        self.seed, self.block = checked_seed(seed), block
        self.devices = tuple(devices or jax.devices())
        self._evaluate = statistic if batched else jax.vmap(statistic)
        with jax.enable_x64(True):
            self._root = np.asarray(_root(self.seed))
            keys = jax.eval_shape(lambda root: _keys(root, jnp.uint64(0), block), self._root)
            self.dtype = _checked_dtype(jax.eval_shape(self._evaluate, keys), self, inexact)
            if not batched and not _depends_on_key(statistic, keys):
                raise StatisticError(
                    0,
                    "the same as every other",
                    "a value that depends on the key",
                    "Draw with jax.random from the key: what another generator draws is frozen"
                    " when JAX traces the statistic.",
                    self.seed,
                )
            self.unit = block if batched else unit_size(statistic, keys, block, self._platform)
            self._span = max(self.unit, block)  # whole units and whole blocks
            self._most = -(-batch_size // (self._span * len(self.devices)))  # spans on a device
            self._allowed = self._most
            self._program = self._compiled()

    def batches(self, first: int, last: int) -> Iterator[np.ndarray]:
        """Yield the blocks with numbers from `first` up to but not `last`, some at a time.

        Each batch is a float64 array of shape (blocks, block). The next ones are computed while
        this one is used. They double in size from the smallest one, so that a test which ends
        early has not computed much more, until one takes longer than `PATIENCE`.
        """
        pending: deque[tuple[int, int, jax.Array]] = deque()
        here, end, count = first * self.block // self._span, last * self.block, 1
        while first < last:
            while len(pending) < self._ahead and here * self._span < end:
                count = min(count, self._allowed)
                pending.append((here, count, self._launch(here, count)))
                here, count = here + count * len(self.devices), 2 * count
            start, spans, batch = pending.popleft()
            values = self._fetched(batch, spans)
            origin = start * self._span // self.block
            yield values[first - origin : last - origin]
            first = origin + len(values)

    @property
    def device(self) -> str:
        """What computes, in words."""
        kind = self.devices[0].device_kind
        many = f"{kind} x {len(self.devices)}" if len(self.devices) > 1 else kind
        return f"{many} on {self.hosts} hosts" if self.hosts > 1 else many

    @property
    def hosts(self) -> int:
        """How many processes have a part of the devices."""
        return len({device.process_index for device in self.devices})

    @property
    def traced(self) -> str:
        """What the statistic computes, in words that are the same in every process."""
        with jax.enable_x64(True):
            keys = jax.eval_shape(lambda root: _keys(root, jnp.uint64(0), self.unit), self._root)
            return ADDRESS.sub("", str(jax.make_jaxpr(self._evaluate)(keys)))

    @property
    def _platform(self) -> str:
        return self.devices[0].platform

    @property
    def _ahead(self) -> int:
        """How many batches are in the making: on a CPU, each of them has a core of its own."""
        alone = self._platform == "cpu" and self.hosts == 1
        return max(AHEAD, _cores()) if alone else AHEAD

    def _launch(self, first: int, count: int) -> jax.Array:
        """Start to compute `count` spans on each device, from a span on."""
        with jax.enable_x64(True):
            return self._program(self._root, np.uint64(first), np.uint64(count))

    def _fetched(self, batch: jax.Array, count: int) -> np.ndarray:
        """Return the blocks of a batch in which each device filled `count` spans."""
        began = time.monotonic()
        if self.hosts > 1:  # no clock: all hosts have to launch the same programs
            values = everywhere(batch)
        else:
            values = np.asarray(batch)
            if time.monotonic() - began > PATIENCE:
                self._allowed = max(1, min(self._allowed, count) // 2)
        filled = values.reshape(len(self.devices), -1)[:, : count * self._span]
        return filled.reshape(-1, self.block).astype(np.float64, copy=False)

    def _compiled(self) -> Callable[..., jax.Array]:
        rounds, unit = self._span // self.unit, self.unit

        def on_device(root: jax.Array, first: jax.Array, count: jax.Array) -> jax.Array:
            mine = first + count * jax.lax.axis_index("samples").astype(jnp.uint64)
            start = mine * np.uint64(rounds)

            def step(row: jax.Array, rows: jax.Array) -> jax.Array:
                keys = _keys(root, (start + row) * np.uint64(unit), unit)
                return rows.at[row].set(self._evaluate(keys))

            # The compiler does not know the count, so it can neither unroll the loop nor merge
            # units: each is computed by the same instructions, whatever the batch.
            empty = jnp.zeros((self._most * rounds, unit), self.dtype)
            return jax.lax.fori_loop(np.uint64(0), count * np.uint64(rounds), step, empty)

        mesh = Mesh(np.array(self.devices), ("samples",))
        along, throughout = PartitionSpec("samples"), PartitionSpec()
        return jax.jit(
            jax.shard_map(
                on_device,
                mesh=mesh,
                in_specs=throughout,
                out_specs=along,
                check_vma=False,  # a statistic may start a scan from constants
            )
        )


def _cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _checked_dtype(out: Any, stream: Stream, inexact: bool) -> np.dtype[Any]:
    """Return the type of a block of values, after a look at its shape and kind."""
    shape, wanted = getattr(out, "shape", None), (stream.block,)
    if shape != wanted:
        raise StatisticError(
            0,
            type(out).__name__ if shape is None else f"part of an array of shape {shape}",
            f"a scalar, which makes an array of shape {wanted} for {stream.block} keys",
            "With batched=False the statistic takes one key, with batched=True an array of them.",
            stream.seed,
        )
    if jnp.issubdtype(out.dtype, jnp.complexfloating):
        raise StatisticError(0, out.dtype.name, "a real number", "Take .real.", stream.seed)
    rounded = jnp.issubdtype(out.dtype, jnp.floating) and out.dtype != jnp.float64
    if rounded and not inexact:
        raise ArgumentError(
            "statistic",
            out.dtype.name,
            "values of type float64",
            "Compute them in float64 (64-bit types are on inside the statistic; look for arrays"
            " made outside of it, and for explicit types), or state rounding=, a bound on their"
            " error.",
        )
    return out.dtype


def _depends_on_key(statistic: Statistic, keys: jax.ShapeDtypeStruct) -> bool:
    """Return whether any of the statistic's operations takes its key to its value."""
    try:
        jax.eval_shape(jax.vmap(statistic, out_axes=None), keys)
    except ValueError:  # "vmap has mapped output but out_axes is None"
        return True
    return False


def _root(seed: int) -> jax.Array:
    return jax.random.key_data(jax.random.key(seed, impl=IMPLEMENTATION))


def _keys(root: jax.Array, start: jax.Array, count: int) -> jax.Array:
    """Return the keys of `count` samples from number `start` on."""
    numbers = start + jnp.arange(count, dtype=jnp.uint64)
    high = (numbers >> 32).astype(jnp.uint32)
    low = numbers.astype(jnp.uint32)
    hashed = threefry_2x32((root[0], root[1]), jnp.concatenate([high, low]))
    return jax.random.wrap_key_data(hashed.reshape(2, count).T, impl=IMPLEMENTATION)
