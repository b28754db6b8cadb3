"""Time the tangent kernel of a linear RNN on many sequences, as a filter and as any function.

Both are compiled before they are timed, and their results are compared.

Run:  python benchmarks/tangent_kernel.py [--units 256] [--times 64] [--sequences 16]
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from constructions.cells.linear_rnn import LinearRNN
from constructions.tangent_kernel import filter_tangent_kernel, tangent_kernel


def network(units: int) -> tuple[Callable[[Any, Any], Any], dict[str, Any]]:
    """A linear RNN of one input and one output as a function of its weights; random weights."""
    shapes = {"W": (units, units), "F": (units, 1), "C": (1, units)}
    keys = jax.random.split(jax.random.key(0), len(shapes))
    weights = {
        name: jax.random.normal(k, shape)
        for k, (name, shape) in zip(keys, shapes.items(), strict=True)
    }
    scale = jnp.full(1, units**-0.5)
    return lambda own, x: LinearRNN(**own, scale=scale)(x), weights


def best_of(work: Callable[[], Any], runs: int) -> tuple[Any, float, float]:
    """What the work returns, its shortest time by the clock, and that of processors."""
    work().block_until_ready()
    found, clocks, processors = None, [], []
    for _ in range(runs):
        clock, processor = time.perf_counter(), time.process_time()
        found = work().block_until_ready()
        clocks.append(time.perf_counter() - clock)
        processors.append(time.process_time() - processor)
    return found, min(clocks), min(processors)


def main() -> None:
    """Time both and print what they take."""
    parser = argparse.ArgumentParser(description="Time the tangent kernel of a linear RNN.")
    for name, size in (("units", 256), ("times", 64), ("sequences", 16)):
        parser.add_argument(f"--{name}", type=int, default=size)
    given = parser.parse_args()
    function, weights = network(given.units)
    x = jax.random.normal(jax.random.key(1), (given.sequences, given.times, 1))
    on_all = jax.jit(
        lambda own, xs: tangent_kernel(
            lambda o, zs: jax.vmap(lambda z: function(o, z))(zs), own, xs, xs
        )
    )
    fast, *times = best_of(lambda: filter_tangent_kernel(function, weights, x, x), 5)
    plain, *plain_times = best_of(lambda: on_all(weights, x), 1)
    for name, (clock, processor) in (("as a filter", times), ("as any function", plain_times)):
        print(f"{name}: {clock:.3f} s by the clock, {processor:.3f} s of processors")
    print(f"largest difference, by the largest entry: {abs(fast - plain).max() / plain.max():.1e}")


if __name__ == "__main__":
    main()
