"""Peak memory and time of a test as the number of samples grows, in a process for each number.

The statistic costs almost nothing: one uniform variable, tested against a mean that is not
decided within the budget.

Run as a script it measures one number of samples and prints JSON:

    python benchmarks/sampling_memory.py 1000000
"""

import json
import resource
import subprocess
import sys
import time
from typing import Any

import psutil


def measured(samples: int) -> dict[str, Any]:
    """Measure in a process of its own."""
    command = [sys.executable, __file__, str(samples)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def main() -> None:
    """Run one test and print its peak memory."""
    from theorem_checks.sampling.draws import draw_uniform
    from theorem_checks.sampling.mean_tests import decide_mean
    from theorem_checks.sampling.runs import Progress
    from theorem_checks.verdicts.kinds import Verdict

    samples = int(sys.argv[1])
    began = time.perf_counter()
    workers = [0]

    def look(_: Progress) -> None:
        workers.extend(child.memory_info().rss for child in psutil.Process().children())

    found = decide_mean(
        draw_uniform,
        "1/2",
        "1/1000000",
        bounds=(0, 1),
        seed=1,
        max_samples=samples,
        progress=look,
    )
    assert found.verdict is Verdict.UNDECIDED
    print(
        json.dumps(
            {
                "samples": found.figures["samples"],
                "seconds": time.perf_counter() - began,
                "device": found.figures["device"],
                "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
                "most_mb_of_a_worker": max(workers) / 2**20,
            }
        )
    )


if __name__ == "__main__":
    main()
