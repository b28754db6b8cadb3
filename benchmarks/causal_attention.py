"""Time and memory of causal linear attention, against what automatic differentiation does.

One head of normalised attention with features elu + 1, in single precision, computed as

- `chunked`: `causal_linear_attention`, 64 tokens at a time;
- `one_by_one`: the same with `chunk=1`, Algorithm 1 line by line;
- `scan`: the recurrence in `jax.lax.scan`, differentiated by JAX, which keeps every state;
- `quadratic`: the masked N x N matrix of all weights, differentiated by JAX.

Each case runs in a process of its own: the values alone (`forward`), and the values with the
derivatives by queries, keys and values (`backward`). Times are the least of some runs after
compilation. Memory is what the run takes beyond the process before it: `planned_mib` by XLA's
assignment of buffers (results and temporaries), `peak_mib` as the system saw it, on Linux. A case
whose plan exceeds the limit is not run, and the reason is recorded.

Run:  python benchmarks/causal_attention.py [--largest 65536] [--limit-gib 6] [--json PATH]
"""

import argparse
import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp

from constructions.causal_linear_attention import causal_linear_attention, elu_plus_one

CODES = ("chunked", "one_by_one", "scan", "quadratic")
PASSES = ("forward", "backward")
MIB = 2**20
RUNS = 5


def chunked(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    """Algorithm 1, 64 tokens at a time."""
    return causal_linear_attention(q, k, v)


def one_by_one(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    """Algorithm 1, token by token."""
    return causal_linear_attention(q, k, v, chunk=1)


def scan(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    """Equations (16) to (20) as they stand."""

    def step(state: Any, token: Any) -> Any:
        s, z = state
        q, k, v = token
        s, z = s + jnp.outer(k, v), z + k
        return (s, z), (q @ s) / (q @ z)

    start = jnp.zeros((k.shape[1], v.shape[1])), jnp.zeros(k.shape[1])
    return jax.lax.scan(step, start, (elu_plus_one(q), elu_plus_one(k), v))[1]


def quadratic(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    """The matrix of all weights."""
    weights = jnp.tri(len(q)) * (elu_plus_one(q) @ elu_plus_one(k).T)
    return (weights @ v) / weights.sum(axis=1, keepdims=True)


def program(code: str, which: str) -> Callable[..., Any]:
    """The function that is timed."""
    attend = {"chunked": chunked, "one_by_one": one_by_one, "scan": scan, "quadratic": quadratic}
    if which == "forward":
        return lambda q, k, v, _: attend[code](q, k, v)

    def with_derivatives(q: jax.Array, k: jax.Array, v: jax.Array, g: jax.Array) -> Any:
        values, pull = jax.vjp(attend[code], q, k, v)
        return values, pull(g)

    return with_derivatives


def memory_of_process(field: str) -> int | None:
    """A field of /proc/self/status in bytes; None where there is no such file."""
    status = Path("/proc/self/status")
    if not status.exists():
        return None
    line = next(text for text in status.read_text().splitlines() if text.startswith(field))
    return 1024 * int(line.split()[1])


def peak_of(run: Callable[[], Any]) -> float | None:
    """How much the process grew while it ran, in MiB."""
    before = memory_of_process("VmRSS")
    if before is None:
        return None
    Path("/proc/self/clear_refs").write_text("5")  # lets the peak start anew
    run()
    return ((memory_of_process("VmHWM") or before) - before) / MIB


def measure(code: str, which: str, length: int, width: int, limit: float) -> dict[str, Any]:
    """Compile, plan, and if it fits run one case."""
    keys = jax.random.split(jax.random.key(0), 4)
    inputs = [jax.random.normal(key, (length, width)) for key in keys]
    started = time.perf_counter()
    compiled = jax.jit(program(code, which)).lower(*inputs).compile()
    plan = compiled.memory_analysis()
    planned = (plan.temp_size_in_bytes + plan.output_size_in_bytes) / MIB if plan else 0.0
    found: dict[str, Any] = {
        "compile_s": time.perf_counter() - started,
        "planned_mib": planned,
    }
    if planned > 1024 * limit:
        return found | {"skipped": f"needs {planned / 1024:.1f} GiB, the limit is {limit:g} GiB"}

    def run() -> Any:
        return jax.block_until_ready(compiled(*inputs))

    found["peak_mib"] = peak_of(run)
    seconds = []
    for _ in range(RUNS):
        started = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - started)
    return found | {"seconds": min(seconds)}


def in_a_process(case: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Measure one case in a fresh process; what goes wrong there is its result."""
    command = [sys.executable, __file__, "--case", json.dumps(case)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return {"skipped": f"took more than {seconds:g} s"}
    if done.returncode:
        return {"skipped": f"ended with status {done.returncode}: {done.stderr[-300:]}"}
    return json.loads(done.stdout)


def plot(cases: list[dict[str, Any]], path: Path) -> None:
    """Draw time and planned memory against the length."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(2, 2, figsize=(9, 7), sharex=True, layout="constrained")
    for column, which in enumerate(PASSES):
        for row, (field, label) in enumerate((("seconds", "s"), ("planned_mib", "MiB"))):
            for code in CODES:
                drawn = [c for c in cases if (c["code"], c["pass"]) == (code, which) and field in c]
                lengths = [c["length"] for c in drawn]
                axes[row, column].loglog(lengths, [c[field] for c in drawn], "o-", label=code)
            axes[row, column].set(title=f"{which}: {field}", ylabel=label)
            axes[row, column].grid(alpha=0.3)
    for axis in axes[1]:
        axis.set_xlabel("tokens N")
    axes[0, 0].legend()
    figure.savefig(path)
    print(f"plot: {path}", file=sys.stderr)


def main() -> None:
    """Print the results as JSON, and write them and a plot to files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=65_536, help="longest sequence")
    parser.add_argument("--width", type=int, default=64, help="C = M")
    parser.add_argument("--limit-gib", type=float, default=6, help="memory of one case")
    parser.add_argument("--seconds", type=float, default=300, help="time of one case")
    default = Path(".theorem-checks/benchmarks/causal_attention.json")
    parser.add_argument("--json", type=Path, default=default, help="where results are written")
    parser.add_argument("--case", type=json.loads, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.case:
        print(json.dumps(measure(**options.case)))
        return
    cases = []
    length = 128
    while length <= options.largest:
        for code in CODES:
            for which in PASSES:
                case = {"code": code, "which": which, "length": length, "width": options.width}
                found = in_a_process(case | {"limit": options.limit_gib}, options.seconds)
                cases.append({"code": code, "pass": which, "length": length} | found)
                print(cases[-1], file=sys.stderr)
        length *= 2
    results = {
        "machine": platform.platform(),
        "device": f"{jax.devices()[0].device_kind} x {len(jax.devices())}",
        "jax": jax.__version__,
        "width": options.width,
        "dtype": "float32",
        "cases": cases,
    }
    text = json.dumps(results, indent=2)
    print(text)
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(text + "\n")
    try:
        plot(cases, options.json.with_suffix(".png"))
    except ImportError:
        print("no plot: matplotlib is not installed", file=sys.stderr)


if __name__ == "__main__":
    main()
