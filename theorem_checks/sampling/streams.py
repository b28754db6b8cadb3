"""Samples of a statistic from JAX: the same bits for any batch size and number of devices.

Sample number i has the key `sample_key(seed, i)`, whatever else is computed beside it. Keys alone
do not fix the bits, since a compiler may order sums otherwise for other shapes. So samples are
computed in *units* of a fixed number, which follows from the statistic (`footprints`): a batch is
a loop over units on each device, all of them computed by the same instructions. What a test wants
to know of each block can be computed in the same loop, while its values are in the cache.
"""

import os
import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import Any, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, PartitionSpec

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.faults import StatisticError, checked_seed
from theorem_checks.sampling.footprints import unit_size
from theorem_checks.sampling.hashes import computed_once, threefry
from theorem_checks.sampling.hosts import everywhere
from theorem_checks.sampling.statistics import Statistic

__all__ = ["Batch", "Stream", "sample_key"]

Summary: TypeAlias = Callable[[jax.Array], jax.Array]
"""From the values of a block, (block,) in float64, to what is wanted of them, (k,)."""

IMPLEMENTATION = "threefry2x32"
BATCH = 2**16
AHEAD = 2  # batches in the making while one is used, where all cores work on one
# One thread computes a batch, and a batch is computed on each core: threads that share a small
# matrix product among them wait for each other.
ON_CPU = {"xla_cpu_multi_thread_eigen": False}
ADDRESS = re.compile(r"\b0x[0-9a-f]+")  # of a function, in its text
PATIENCE = 0.5  # seconds that a batch may take


def sample_key(seed: int, sample: int) -> jax.Array:
    """Return the key of a sample: the hash of a 64-bit counter under the key of the seed.

    For sample numbers below 2^32 it is `fold_in(key(seed, impl='threefry2x32'), sample)`.
    """
    with jax.enable_x64(True):
        return _one_key(_root(checked_seed(seed)), jnp.uint64(sample))


@dataclass(frozen=True)
class Batch:
    """Some blocks of samples, which are fetched from the devices when they are asked for.

    **Fields**: `values` returns the samples, (blocks, block); `summaries` what was wanted of each
    block, (blocks, k); both in float64.
    """

    values: Callable[[], np.ndarray]
    summaries: Callable[[], np.ndarray]


class Stream:
    """The samples of a statistic, in blocks, from any block on.

    **Arguments**

    - `statistic`: traceable by JAX; it sees 64-bit types. With `batched`, it takes an array of
      `block` keys and returns as many values, each of its own key alone.
    - `seed`: from the runner. `block`: samples in a block, part of what fixes the bits.
    - `batch_size`: samples computed at once, rounded up to whole units and blocks on each device;
      changes speed and memory only. `devices`: by default all, of all hosts that joined.
    - `inexact`: whether values of less than 64 bits are accepted (their rounding is stated).
    - `summary`: what is wanted of each block, for `summarized`; see `Summary`.

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
        summary: Summary | None = None,
    ) -> None:
        for name, size in (("block", block), ("batch_size", batch_size)):
            if size < 1:
                raise ArgumentError(name, size, "a positive number of samples")
        self.seed, self.block = checked_seed(seed), block
        self.devices = tuple(devices or jax.devices())
        self._evaluate = statistic if batched else jax.vmap(statistic)
        self._summary = summary or _nothing
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

        Each batch is a float64 array of shape (blocks, block). Others are computed while it is
        used. They double in size from the smallest one, so that a test which ends early has not
        computed much more, until one takes longer than `PATIENCE`.
        """
        for batch in self.summarized(first, last):
            yield batch.values()

    def summarized(self, first: int, last: int) -> Iterator[Batch]:
        """Yield the same as `batches`, with the summaries of the blocks."""
        pending: deque[tuple[int, int, tuple[jax.Array, jax.Array]]] = deque()
        here, end, count = first * self.block // self._span, last * self.block, 1

        def launch() -> None:
            nonlocal here, count
            while len(pending) < self._ahead and here * self._span < end:
                left = -(-(end - here * self._span) // (self._span * len(self.devices)))
                count = min(count, left, self._allowed)
                pending.append((here, count, self._launch(here, count)))
                here, count = here + count * len(self.devices), 2 * count

        while first < last:
            launch()
            start, spans, arrays = pending.popleft()
            self._wait(arrays, spans)
            if self._ahead > 1:
                launch()  # the test has a core of its own
            origin = start * self._span // self.block
            wanted = slice(first - origin, last - origin)
            yield Batch(*(partial(self._fetched, array, spans, wanted) for array in arrays))
            first = min(last, origin + spans * len(self.devices) * self._span // self.block)

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
        if self._platform == "cpu" and self.hosts == 1:
            return max(1, _cores() // len(self.devices))
        return AHEAD

    def _launch(self, first: int, count: int) -> tuple[jax.Array, jax.Array]:
        """Start to compute `count` spans on each device, from a span on."""
        with jax.enable_x64(True):
            inside = np.array([self._span // self.unit, self._span // self.block], dtype=np.uint64)
            return self._program(self._root, np.uint64(first), np.uint64(count), inside)

    def _wait(self, arrays: tuple[jax.Array, jax.Array], count: int) -> None:
        """Wait for a batch; if that takes long, let the next ones be smaller."""
        began = time.monotonic()
        jax.block_until_ready(arrays)
        late = time.monotonic() - began > PATIENCE
        if late and self.hosts == 1:  # no clock there: all hosts have to launch the same programs
            self._allowed = max(1, min(self._allowed, count) // 2)

    def _fetched(self, array: jax.Array, count: int, wanted: slice) -> np.ndarray:
        """Return the wanted blocks of a batch in which each device filled `count` spans."""
        whole = everywhere(array) if self.hosts > 1 else np.asarray(array)
        filled = whole.reshape(len(self.devices), -1, *whole.shape[1:])[:, :count]
        blocks = filled.reshape(prod(filled.shape[:-1]), whole.shape[-1])
        return blocks[wanted].astype(np.float64, copy=False)

    def _compiled(self) -> Callable[..., tuple[jax.Array, jax.Array]]:
        unit, span, spans = self.unit, self._span, self._most
        units, blocks = span // unit, (span // self.block, self.block)
        values = jax.ShapeDtypeStruct(blocks[1:], jnp.float64)
        numbers = jax.eval_shape(self._summary, values).shape[0]

        def on_device(
            root: jax.Array, first: jax.Array, count: jax.Array, inside: jax.Array
        ) -> tuple[jax.Array, jax.Array]:
            mine = first + count * jax.lax.axis_index("samples").astype(jnp.uint64)

            def one_span(number: jax.Array, filled: tuple[jax.Array, jax.Array]) -> Any:
                def one_unit(row: jax.Array, rows: jax.Array) -> jax.Array:
                    start = ((mine + number) * np.uint64(units) + row) * np.uint64(unit)
                    return rows.at[row].set(self._evaluate(_keys(root, start, unit)))

                empty = jnp.zeros((units, unit), self.dtype)
                values = jax.lax.fori_loop(np.uint64(0), inside[0], one_unit, empty)
                values = values.reshape(blocks)

                def one_block(row: jax.Array, rows: jax.Array) -> jax.Array:
                    return rows.at[row].set(self._summary(values[row].astype(jnp.float64)))

                empty = jnp.zeros((blocks[0], numbers))
                told = jax.lax.fori_loop(np.uint64(0), inside[1], one_block, empty)
                return filled[0].at[number].set(values), filled[1].at[number].set(told)

            # The compiler does not know the counts, so it can neither unroll loops nor merge what
            # they do: units and blocks are computed by the same instructions, whatever the batch.
            empty = jnp.zeros((spans, *blocks), self.dtype), jnp.zeros((spans, blocks[0], numbers))
            return jax.lax.fori_loop(np.uint64(0), count, one_span, empty)

        mesh = Mesh(np.array(self.devices), ("samples",))
        along, throughout = PartitionSpec("samples"), PartitionSpec()
        return jax.jit(
            jax.shard_map(
                on_device,
                mesh=mesh,
                in_specs=throughout,
                out_specs=along,
                check_vma=False,  # a statistic may start a scan from constants
            ),
            compiler_options=ON_CPU if self._platform == "cpu" else None,
        )


def _nothing(values: jax.Array) -> jax.Array:
    """Summarise no block."""
    return jnp.zeros((0,), values.dtype)


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

    def words() -> jax.Array:
        numbers = start + jnp.arange(count, dtype=jnp.uint64)
        counter = (numbers >> 32).astype(jnp.uint32), numbers.astype(jnp.uint32)
        return jnp.stack(threefry((root[0], root[1]), counter), axis=-1)

    return jax.random.wrap_key_data(computed_once(root[0], words), impl=IMPLEMENTATION)


@jax.jit
def _one_key(root: jax.Array, number: jax.Array) -> jax.Array:
    return _keys(root, number, 1)[0]
