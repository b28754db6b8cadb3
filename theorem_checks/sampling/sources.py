"""Where the batches of a stream are computed: on the devices of JAX, or by workers on a CPU."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import Any, Protocol, runtime_checkable

import jax
import numpy as np
from jax import export

from theorem_checks.sampling.hosts import everywhere
from theorem_checks.sampling.programs import ON_CPU, Layout, Program
from theorem_checks.sampling.worker import Order
from theorem_checks.sampling.workers import Team, WorkerError

__all__ = ["Devices", "Drawn", "Source", "Workers"]

AHEAD = 2  # batches in the making while one is used, where all cores work on one


@runtime_checkable
class Drawn(Protocol):
    """A batch in the making."""

    def wait(self) -> None:
        """Wait until it is made. **Raises** `WorkerError` if a worker was lost."""
        ...

    def values(self) -> np.ndarray:
        """Return the samples, (blocks, block), in float64."""
        ...

    def summaries(self) -> np.ndarray:
        """Return what was wanted of each block, (blocks, k), in float64."""
        ...


@runtime_checkable
class Source(Protocol):
    """What makes batches."""

    @property
    def parts(self) -> int:
        """How many parts a batch has, of the same number of spans."""
        ...

    @property
    def ahead(self) -> int:
        """How many batches are to be in the making."""
        ...

    def launch(self, first: int, count: int) -> Drawn:
        """Start to compute a batch with `count` spans in each part, from a span on."""
        ...


@dataclass(frozen=True)
class Devices:
    """The devices of JAX, of this process and of all others that joined it.

    **Fields**: the `program`; the `root` of the keys; the `layout`; the `devices`; how many
    `cores` of a CPU may be used.
    """

    program: Program
    root: np.ndarray
    layout: Layout
    devices: tuple[Any, ...]
    cores: int

    @property
    def parts(self) -> int:
        """Each device computes its part."""
        return len(self.devices)

    @property
    def ahead(self) -> int:
        """On a CPU, each batch has a core of its own."""
        if self.devices[0].platform == "cpu" and self.hosts == 1:
            return max(1, self.cores // len(self.devices))
        return AHEAD

    @property
    def hosts(self) -> int:
        """How many processes have a part of the devices."""
        return len({device.process_index for device in self.devices})

    @property
    def can_share(self) -> bool:
        """Whether workers could stand in for this process: it has several cores and one device."""
        device = self.devices[0]
        return self.cores > 1 and len(self.devices) == 1 and device.platform == "cpu"

    def arguments(self, first: int, count: int) -> tuple[Any, ...]:
        """Return what the program takes for a batch."""
        return self.root, np.uint64(first), np.uint64(count), self.layout.inside

    def launch(self, first: int, count: int) -> "_OnDevices":
        """Start to compute a batch."""
        with jax.enable_x64(True):
            return _OnDevices(self, count, *self.program(*self.arguments(first, count)))

    def fetched(self, array: jax.Array, count: int) -> np.ndarray:
        """Return the blocks of a batch in which each device filled `count` spans."""
        whole = everywhere(array) if self.hosts > 1 else np.asarray(array)
        filled = whole.reshape(self.parts, self.layout.spans, *whole.shape[1:])[:, :count]
        return _blocks(filled)


@dataclass(frozen=True)
class _OnDevices:
    source: Devices
    count: int
    made: jax.Array
    told: jax.Array

    def wait(self) -> None:
        jax.block_until_ready((self.made, self.told))

    def values(self) -> np.ndarray:
        return self.source.fetched(self.made, self.count)

    def summaries(self) -> np.ndarray:
        return self.source.fetched(self.told, self.count)


class Workers:
    """A team of workers that runs the program of the only device of this process.

    Of the two results, it fetches the summaries, or the values where nothing is wanted of blocks;
    values that are asked for nevertheless are computed here. To be closed.

    **Arguments**: the `devices` for which the workers stand in; a batch that was computed there,
    by its first span, its number of spans and its `wanted` result as a function. Each worker is
    tried on its first span, and none is used unless all give the same bits.

    **Raises** `WorkerError` if the program cannot leave this process.
    """

    parts = 1

    def __init__(self, devices: Devices, first: int, sample: Drawn) -> None:
        self._devices = devices
        with jax.enable_x64(True):
            shapes = jax.eval_shape(devices.program, *devices.arguments(0, 1))
        self._told = shapes[1].shape[-1] > 0
        self._result = shapes[int(self._told)]
        rows = sample.summaries() if self._told else sample.values()
        known = rows[: self._result.shape[1]].tobytes()
        program = _exported(devices)

        def require(answer: bytes) -> None:
            if self.rows(answer).tobytes() != known:
                raise WorkerError("a worker computes other bits than this process")

        root, inside = devices.root.tolist(), devices.layout.inside.tolist()
        self._team = Team(
            devices.cores,
            Order(len(program), root, inside, int(self._told), ON_CPU),
            program,
            self._result.dtype.itemsize * prod(self._result.shape[1:]),
            trial=(first, 1),
            require=require,
        )
        self.ready, self.close = self._team.ready, self._team.close

    @property
    def ahead(self) -> int:
        """One batch for each worker, and one more that it finds when it is done."""
        return 2 * self._team.size

    def launch(self, first: int, count: int) -> "_ByWorker":
        """Have a batch computed."""
        again = partial(self._devices.launch, first, count)
        return _ByWorker(self, self._team.ask(first, count), self._told, again)

    def rows(self, answer: bytes) -> np.ndarray:
        """Return the blocks in an answer."""
        numbers = np.frombuffer(answer, self._result.dtype)
        return _blocks(numbers.reshape(-1, *self._result.shape[1:]))


@dataclass(frozen=True)
class _ByWorker:
    source: Workers
    answer: "Future[bytes]"
    told: bool
    again: Callable[[], _OnDevices]

    def wait(self) -> None:
        self.answer.result()

    def values(self) -> np.ndarray:
        return self.again().values() if self.told else self.source.rows(self.answer.result())

    def summaries(self) -> np.ndarray:
        rows = self.source.rows(self.answer.result())
        return rows if self.told else rows[:, :0]


def _exported(devices: Devices) -> bytes:
    """Return the program as bytes that another process can read."""
    try:
        with jax.enable_x64(True):
            exported = export.export(devices.program)(*devices.arguments(0, 1))
        return bytes(exported.serialize())
    except Exception as error:  # of many kinds; the message of most has several lines
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        raise WorkerError(f"the program cannot leave this process: {what}") from None


def _blocks(filled: np.ndarray) -> np.ndarray:
    """Return the blocks in an array of spans, (..., numbers), as rows of float64."""
    blocks = filled.reshape(prod(filled.shape[:-1]), filled.shape[-1])
    return blocks.astype(np.float64, copy=False)
