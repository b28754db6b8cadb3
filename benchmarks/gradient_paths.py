"""Time and memory of a gradient's profile against automatic differentiation, as T grows.

A linear network of two units with uniform attention. The profile gives certified norms of
ds_T/dh_1 for some 60 values of T in one run; the others give the one at the last T, in double
precision:

- `profile`: `gradient_profile`, with the paths of 0, 1, 2 hops beside the whole;
- `scan`: JAX's reverse derivative of a scan that carries the sum of all states;
- `full`: JAX's reverse derivative of the network as it is written, all states kept and all T
  weights of a step applied: quadratic in T.

Each case runs in a process of its own. Seconds are those of the whole call (for JAX, once
compiled), the least of three; memory is the peak of the process beyond what it had before.

Run:  python benchmarks/gradient_paths.py [--largest 100000]
"""

import argparse
import json
import platform
import resource
import subprocess
import sys
import time
from typing import Any

CODES = ("profile", "scan", "full")
LARGEST_FULL = 4000
V = (("1/4", "1/8"), ("0", "-1/3"))


def peak_mib() -> float:
    """The largest memory that this process has had."""
    unit = 1 if platform.system() == "Darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20


def profiled(length: int) -> Any:
    """A run of the profile."""
    from constructions.gradient_profile import Uniform, gradient_profile

    return lambda: float(gradient_profile(V, Uniform(), length, hops=3).norms[-1])


def differentiated(code: str, length: int) -> Any:
    """A reverse derivative by JAX, compiled."""
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    matrix = jnp.array([[0.25, 0.125], [0.0, -1 / 3]])

    def by_sums(first: Any) -> Any:
        def step(state: Any, t: Any) -> Any:
            h, total = state
            total = total + h
            s = h + total / t
            return (matrix @ s, total), s

        return jax.lax.scan(step, (first, jnp.zeros(2)), jnp.arange(1.0, length + 1))[1][-1]

    def as_written(first: Any) -> Any:
        def step(state: Any, t: Any) -> Any:
            h, states = state
            states = states.at[t - 1].set(h)
            weights = jnp.where(jnp.arange(length) < t, 1.0 / t, 0.0)
            s = h + weights @ states
            return (matrix @ s, states), s

        start = (first, jnp.zeros((length, 2)))
        return jax.lax.scan(step, start, jnp.arange(1, length + 1))[1][-1]

    chosen = by_sums if code == "scan" else as_written
    derivative = jax.jit(jax.jacrev(chosen)).lower(jnp.ones(2)).compile()
    return lambda: float(jnp.linalg.norm(derivative(jnp.ones(2))))


def measure(code: str, length: int) -> dict[str, Any]:
    """One case, in this process."""
    run = profiled(length) if code == "profile" else differentiated(code, length)
    before, seconds, norm = peak_mib(), [], 0.0
    for _ in range(3):
        started = time.perf_counter()
        norm = run()
        seconds.append(time.perf_counter() - started)
    return {"seconds": min(seconds), "mib": peak_mib() - before, "norm": norm}


def main() -> None:
    """Run all cases, each in a process of its own, and print a line for each."""
    parser = argparse.ArgumentParser(description="Time a profile of gradients.")
    parser.add_argument("--largest", type=int, default=100_000)
    parser.add_argument("--one", nargs=2, metavar=("CODE", "T"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measure(given.one[0], int(given.one[1]))))
        return
    print(f"{'code':8} {'T':>8} {'seconds':>10} {'MiB':>9}  norm")
    for length in (n for n in (100, 1000, 4000, 10_000, 100_000) if n <= given.largest):
        for code in CODES:
            if code == "full" and length > LARGEST_FULL:
                continue
            command = [sys.executable, __file__, "--one", code, str(length)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            found = json.loads(done.stdout)
            row = f"{found['seconds']:10.4f} {found['mib']:9.1f}  {found['norm']:.10g}"
            print(f"{code:8} {length:8} {row}")


if __name__ == "__main__":
    main()
