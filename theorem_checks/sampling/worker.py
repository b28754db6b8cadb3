"""A process that draws samples for another one, on one core.

It reads from its standard input one line of JSON, a program of that many bytes as `jax.export`
wrote it, and then tasks: two 64-bit numbers, the first span and how many of them. It answers each
task with the bytes of an array on what was its standard output. When its input ends, so does it.
"""

import json
import os
import queue
import struct
import threading
from dataclasses import asdict, dataclass
from typing import BinaryIO

__all__ = ["TASK", "Order", "main"]

TASK = struct.Struct("<QQ")


@dataclass(frozen=True)
class Order:
    """What a worker is to do.

    **Fields**: the `size` of the program in bytes; its arguments `root` and `inside` that are the
    same for all tasks; `output`, which of its results is wanted; the `options` of its compiler.
    """

    size: int
    root: list[int]
    inside: list[int]
    output: int
    options: dict[str, bool]

    def to_line(self) -> bytes:
        """Return the order as a line of JSON."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> "Order":
        """Rebuild an order from its line."""
        return cls(**json.loads(line))


def main() -> None:
    """Work until the input ends."""
    tasks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    order = Order.from_line(tasks.readline())
    program = bytearray(tasks.read(order.size))
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(tasks, waiting), daemon=True).start()
    _work(order, program, waiting, answers)


def _listen(tasks: BinaryIO, waiting: "queue.SimpleQueue[bytes]") -> None:
    """Pass on tasks; end the process when there is nobody left to give any."""
    while len(task := tasks.read(TASK.size)) == TASK.size:
        waiting.put(task)
    os._exit(0)


def _work(
    order: Order, program: bytearray, waiting: "queue.SimpleQueue[bytes]", answers: BinaryIO
) -> None:
    import jax
    import numpy as np
    from jax import export

    draw = jax.jit(export.deserialize(program).call, compiler_options=order.options)
    root, inside = np.array(order.root, np.uint32), np.array(order.inside, np.uint64)
    while True:
        first, count = TASK.unpack(waiting.get())
        drawn = draw(root, np.uint64(first), np.uint64(count), inside)[order.output]
        answers.write(np.asarray(drawn)[:count].tobytes())
        answers.flush()
