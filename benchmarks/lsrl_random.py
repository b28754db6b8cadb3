"""Random programs of LSRL in all their forms, exactly: part "random" of `benchmarks/lsrl.py`.

Each program is compared, on a random sequence, with itself merged, as paths by `levelised` and by
`path_normal_form`, and as each of the eight targets that takes it. That no compiler loops is seen
from its measure, which falls at each step of `path_normal_form`, and from the stages of
`levelised`, no more than there are atoms. The rules as printed are tried, too, within limits: they
may go in a circle.

Programs are drawn by Hypothesis, in batches of other seeds until there are enough different ones. A
failure is shrunk, and ends the run with the error and the program.
"""

import time
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from constructions.lsrl import ForEach
from constructions.lsrl.compiler.checking import check_same
from constructions.lsrl.compiler.forms import atoms_of
from constructions.lsrl.compiler.path_normal_form import path_normal_form
from constructions.lsrl.compiler.rules.debranching import (
    EndlessRewritingError,
    RewritingLimitError,
    debranched,
)
from constructions.lsrl.compiler.stages import stages_of
from constructions.lsrl.targets.agreement import check_all_forms
from proofs.lsrl.strategies import programs, sequences

BATCH = 100


@st.composite
def small_runs(draw: st.DrawFn, nodes: int) -> tuple[ForEach, list]:
    """Draw a program of up to `nodes` operations on up to two entries, and up to three tokens."""
    program = draw(programs(most_nodes=nodes, most_entries=2))
    return program, draw(sequences(program.input.dim, most_tokens=3))


class Tally:
    """What was seen of the programs so far."""

    def __init__(self, wanted: int) -> None:
        self.wanted, self.seen = wanted, set[ForEach]()
        self.forms, self.printed = Counter[str](), Counter[str]()
        self.nodes = self.steps = 0

    def add(self, program: ForEach, xs: list) -> None:
        """Check one program, unless it was seen before or there are enough."""
        if program in self.seen or len(self.seen) >= self.wanted:
            return
        self.forms.update(check_all_forms(program, xs))
        atoms = atoms_of(program)
        assert len(stages_of(atoms)) <= len(atoms.atoms)
        self.steps = max(self.steps, len(path_normal_form(program).steps))
        self.printed[_by_printed_rules(program, xs)] += 1
        self.nodes = max(self.nodes, len(program.nodes))
        self.seen.add(program)


def _by_printed_rules(program: ForEach, xs: list) -> str:
    try:
        path = debranched(program, most_steps=60, most_entries=60).path
    except EndlessRewritingError:
        return "circles"
    except RewritingLimitError:
        return "beyond the limits"
    check_same(program, path, [xs], "the path by the printed rules")
    return "paths"


def random_programs(count: int, nodes: int) -> dict[str, Any]:
    """Check that many different random programs in all their forms, and count."""
    tally, start = Tally(count), time.perf_counter()
    for number in range(100 * count // BATCH + 1):
        if len(tally.seen) >= count:
            break
        _batch(number, nodes, tally)
    sizes = [len(program.nodes) for program in tally.seen]
    return {
        "programs": len(tally.seen),
        "seconds": time.perf_counter() - start,
        "most_nodes": tally.nodes,
        "mean_nodes": sum(sizes) / max(len(sizes), 1),
        "most_steps": tally.steps,
        "forms": dict(tally.forms),
        "printed_rules": dict(tally.printed),
    }


def _batch(number: int, nodes: int, tally: Tally) -> None:
    @seed(number)
    @given(small_runs(nodes))
    @settings(
        max_examples=BATCH, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    def check(run: tuple[ForEach, list]) -> None:
        tally.add(*run)

    check()
