"""The program that draws samples: loops over units of a fixed size, whatever the batch.

Keys alone do not fix the bits of samples, since a compiler may order sums otherwise for other
shapes. So samples are computed in *units* of a fixed number, all of them by the same instructions.
A *span* is made of whole units and of whole blocks; a batch is some spans on each device. What a
test wants to know of each block is computed in the same loop, while its values are in the cache.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, PartitionSpec

from theorem_checks.sampling.keys import keys_of
from theorem_checks.sampling.statistics import Statistic

__all__ = ["Layout", "Program", "Summary", "compiled"]

Summary: TypeAlias = Callable[[jax.Array], jax.Array]
"""From the values of a block, (block,) in float64, to what is wanted of them, (k,)."""

Program: TypeAlias = jax.stages.Wrapped
"""From (root, first span, spans on a device, `Layout.inside`) to values and summaries."""

# One thread computes a batch, and a batch is computed on each core: threads that share a small
# matrix product among them wait for each other.
ON_CPU = {"xla_cpu_multi_thread_eigen": False}


@dataclass(frozen=True)
class Layout:
    """How samples lie in a batch.

    **Fields**: the samples of a `unit` and of a `block`, one a multiple of the other; the `spans`
    at most that a device computes at once.
    """

    unit: int
    block: int
    spans: int

    @property
    def span(self) -> int:
        """Samples in whole units and whole blocks."""
        return max(self.unit, self.block)

    @property
    def inside(self) -> np.ndarray:
        """How many units and how many blocks a span has."""
        return np.array([self.span // self.unit, self.span // self.block], dtype=np.uint64)


def compiled(
    evaluate: Statistic,
    summary: Summary,
    layout: Layout,
    dtype: np.dtype[Any],
    devices: tuple[Any, ...],
) -> Program:
    """Return the program on some devices.

    **Arguments**: the statistic of an array of keys; what is wanted of each block; the layout; the
    type of the values.
    """
    units, blocks = map(int, layout.inside)
    numbers = jax.eval_shape(summary, jax.ShapeDtypeStruct((layout.block,), jnp.float64)).shape[0]

    def on_device(
        root: jax.Array, first: jax.Array, count: jax.Array, inside: jax.Array
    ) -> tuple[jax.Array, jax.Array]:
        mine = first + count * jax.lax.axis_index("samples").astype(jnp.uint64)

        def one_span(number: jax.Array, filled: tuple[jax.Array, jax.Array]) -> Any:
            def one_unit(row: jax.Array, rows: jax.Array) -> jax.Array:
                start = ((mine + number) * np.uint64(units) + row) * np.uint64(layout.unit)
                return rows.at[row].set(evaluate(keys_of(root, start, layout.unit)))

            empty = jnp.zeros((units, layout.unit), dtype)
            values = jax.lax.fori_loop(np.uint64(0), inside[0], one_unit, empty)
            values = values.reshape(blocks, layout.block)

            def one_block(row: jax.Array, rows: jax.Array) -> jax.Array:
                return rows.at[row].set(summary(values[row].astype(jnp.float64)))

            empty = jnp.zeros((blocks, numbers))
            told = jax.lax.fori_loop(np.uint64(0), inside[1], one_block, empty)
            return filled[0].at[number].set(values), filled[1].at[number].set(told)

        # The compiler does not know the counts, so it can neither unroll loops nor merge what
        # they do: units and blocks are computed by the same instructions, whatever the batch.
        rows = layout.spans, blocks
        empty = jnp.zeros((*rows, layout.block), dtype), jnp.zeros((*rows, numbers))
        return jax.lax.fori_loop(np.uint64(0), count, one_span, empty)

    return jax.jit(
        jax.shard_map(
            on_device,
            mesh=Mesh(np.array(devices), ("samples",)),
            in_specs=PartitionSpec(),
            out_specs=PartitionSpec("samples"),
            check_vma=False,  # a statistic may start a scan from constants
        ),
        compiler_options=ON_CPU if devices[0].platform == "cpu" else None,
    )
