"""Samples of a statistic from JAX: the same bits for any batch size and number of devices.

Sample number i has the key `sample_key(seed, i)`, whatever else is computed beside it, and is
computed in a unit whose size follows from the statistic (see `programs` and `footprints`).
"""

import re
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.cores import cores_to_use
from theorem_checks.sampling.faults import StatisticError, checked_seed
from theorem_checks.sampling.footprints import unit_size
from theorem_checks.sampling.handover import Relief
from theorem_checks.sampling.keys import keys_of, root_of
from theorem_checks.sampling.programs import Layout, Summary, compiled
from theorem_checks.sampling.sources import Devices, Drawn, Source
from theorem_checks.sampling.statistics import Statistic
from theorem_checks.sampling.workers import WorkerError

__all__ = ["Batch", "Stream"]

BATCH = 2**16
ADDRESS = re.compile(r"\b0x[0-9a-f]+")  # of a function, in its text
PATIENCE = 0.5  # seconds that a batch may take


@dataclass(frozen=True)
class Batch:
    """Some blocks of samples, which are fetched from where they were made when they are asked for.

    **Fields**: the first span and what was `drawn` from it on; the `wanted` part of its blocks;
    the number of the block after the `last` one.
    """

    span: int
    drawn: Drawn
    wanted: slice
    last: int

    def values(self) -> np.ndarray:
        """Return the samples, (blocks, block), in float64."""
        return self.drawn.values()[self.wanted]

    def summaries(self) -> np.ndarray:
        """Return what was wanted of each block, (blocks, k), in float64."""
        return self.drawn.summaries()[self.wanted]


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
    - `cores` of a CPU that it may use, see `cores_to_use`; where a run lasts, each has a process.

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
        cores: int | None = None,
    ) -> None:
        for name, size in (("block", block), ("batch_size", batch_size)):
            if size < 1:
                raise ArgumentError(name, size, "a positive number of samples")
        self.seed, self.block = checked_seed(seed), block
        self.devices = tuple(devices or jax.devices())
        self._evaluate = statistic if batched else jax.vmap(statistic)
        with jax.enable_x64(True):
            keys = _shape_of_keys(block)
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
            platform = self.devices[0].platform
            self.unit = block if batched else unit_size(statistic, keys, block, platform)
            span = max(self.unit, block)
            self._allowed = -(-batch_size // (span * len(self.devices)))
            layout = Layout(self.unit, block, self._allowed)
            program = compiled(
                self._evaluate, summary or _nothing, layout, self.dtype, self.devices
            )
        root = root_of(self.seed)
        self._here = Devices(program, root, layout, self.devices, cores_to_use(cores))
        self._relief = Relief(self._here)

    def batches(self, first: int, last: int) -> Iterator[np.ndarray]:
        """Yield the blocks with numbers from `first` up to but not `last`, some at a time.

        Each batch is a float64 array of shape (blocks, block). Others are computed while it is
        used. They double in size from the smallest one, so that a test which ends early has not
        computed much more, until one takes longer than `PATIENCE`.
        """
        for batch in self.summarized(first, last):
            yield batch.values()

    def summarized(self, first: int, last: int) -> Generator[Batch, None, None]:
        """Yield the same as `batches`, with the summaries of the blocks.

        Where it lasts, workers take over; and this process again, should one of them be lost.
        """
        begin, self._relief = first, Relief(self._here)
        with closing(self._relief):
            for batch in self._in_order(self._here, first, last):
                yield batch
                first = batch.last
                workers = self._relief.ready(batch.span, batch.drawn, first - begin, last - first)
                if workers is not None:
                    break
            else:
                return
            try:
                for batch in self._in_order(workers, first, last):
                    yield batch
                    first = batch.last
            except WorkerError as error:
                self._relief.fail(error)
            yield from self._in_order(self._here, first, last)

    def _in_order(self, source: Source, first: int, last: int) -> Iterator[Batch]:
        """Yield blocks from one source; those that are in the making at the end are left to it."""
        span, block = self._here.layout.span, self.block
        pending: deque[tuple[int, int, Drawn]] = deque()
        here, end, count = first * block // span, last * block, 1

        def launch() -> None:
            nonlocal here, count
            while len(pending) < source.ahead and here * span < end:
                left = -(-(end - here * span) // (span * source.parts))
                count = min(count, left, self._allowed)
                pending.append((here, count, source.launch(here, count)))
                here, count = here + count * source.parts, 2 * count

        while first < last:
            launch()
            start, spans, drawn = pending.popleft()
            self._wait(drawn, spans)
            if source.ahead > 1:
                launch()  # the test has a core of its own
            origin = start * span // block
            wanted = slice(first - origin, last - origin)
            first = min(last, origin + spans * source.parts * span // block)
            yield Batch(start, drawn, wanted, first)

    def _wait(self, drawn: Drawn, count: int) -> None:
        """Wait for a batch; if that takes long, let the next ones be smaller."""
        began = time.monotonic()
        drawn.wait()
        late = time.monotonic() - began > PATIENCE
        if late and self.hosts == 1:  # no clock there: all hosts have to launch the same programs
            self._allowed = max(1, min(self._allowed, count) // 2)

    @property
    def device(self) -> str:
        """What computes, in words; after a run, what did."""
        kind = self.devices[0].device_kind
        if len(self.devices) > 1:
            kind = f"{kind} x {len(self.devices)}"
        if self.hosts > 1:
            return f"{kind} on {self.hosts} hosts"
        if self._relief.failure:
            return f"{kind} in one process, since {self._relief.failure}"
        return f"{kind} in {self._relief.size} processes" if self._relief.size else kind

    @property
    def hosts(self) -> int:
        """How many processes have a part of the devices."""
        return self._here.hosts

    @property
    def traced(self) -> str:
        """What the statistic computes, in words that are the same in every process."""
        with jax.enable_x64(True):
            jaxpr = jax.make_jaxpr(self._evaluate)(_shape_of_keys(self.unit))
        return ADDRESS.sub("", str(jaxpr))


def _nothing(values: jax.Array) -> jax.Array:
    """Summarise no block."""
    return jnp.zeros((0,), values.dtype)


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


def _shape_of_keys(count: int) -> jax.ShapeDtypeStruct:
    """Return the shape and type of an array of keys."""
    return jax.eval_shape(lambda root: keys_of(root, jnp.uint64(0), count), root_of(0))
