"""Plots of the figures that benchmarks/sampling.py measures."""

from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("agg")
from matplotlib import pyplot as plt

NAMES = {
    "hoeffding": "Hoeffding",
    "dkwm": "DKWM",
    "empirical_bernstein": "empirical Bernstein",
    "normal_invalid": "normal (invalid)",
}


def draw(results: dict[str, Any], path: Path) -> None:
    """Draw a panel for each part of the results, side by side."""
    panels = {
        "samples_used": _samples_used,
        "throughput": _throughput,
        "memory": _memory,
    }
    present = [name for name in panels if name in results]
    figure, axes = plt.subplots(1, len(present), figsize=(5.5 * len(present), 4.5), squeeze=False)
    for name, axis in zip(present, axes[0], strict=True):
        panels[name](axis, results[name])
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    plt.close(figure)


def _samples_used(axis: Any, rows: list[dict[str, Any]]) -> None:
    variances = [row["variance"] for row in rows]
    means = [row["sequential_true"]["mean"] for row in rows]
    axis.loglog(variances, means, "o-", linewidth=2.5, label="sequential, mean")
    slowest = [row["sequential_true"]["quantile_99"] for row in rows]
    axis.loglog(variances, slowest, "o:", color="C0", label="sequential, 99 of 100")
    for number, (name, label) in enumerate(NAMES.items(), start=1):
        style = "x--" if name == "normal_invalid" else "s-"
        axis.loglog(variances, [row[name] for row in rows], style, color=f"C{number}", label=label)
    axis.set(xlabel="variance / range squared", ylabel="samples until HOLDS")
    axis.set_title("delta = 0.01, error rates 1e-6")
    axis.legend(fontsize=8)


def _throughput(axis: Any, by_cores: dict[str, Any]) -> None:
    names = list(next(iter(by_cores.values())))
    width = 0.8 / (len(by_cores) + 1)
    for number, (cores, found) in enumerate(by_cores.items()):
        ratios = [
            found[name]["samples_per_second"]["engine"] / found[name]["samples_per_second"]["numpy"]
            for name in names
        ]
        places = [place + number * width for place in range(len(names))]
        axis.bar(places, ratios, width, label=f"engine with its test, {cores} core(s)")
    axis.axhline(1, color="black", linewidth=1, label="NumPy in the same run, one thread")
    axis.set_xticks(range(len(names)), [by_cores["1"][name]["title"] for name in names], fontsize=7)
    axis.set(ylabel="samples a second, NumPy = 1", title="throughput")
    axis.legend(fontsize=8)


def _memory(axis: Any, rows: list[dict[str, Any]]) -> None:
    axis.semilogx([row["samples"] for row in rows], [row["peak_mb"] for row in rows], "o-")
    axis.set_ylim(0, 1.3 * max(row["peak_mb"] for row in rows))
    axis.set(xlabel="samples", ylabel="peak resident memory, MB", title="memory")
