"""Time the moments E tr (X X^T)^p for symbolic sizes against expansion into entries.

The alternative is what one would write without the engine: SymPy expands the trace of the matrix
product at a concrete size, and each monomial of entries is replaced by its moments. It is run at
growing sizes d = n until it takes longer than the limit; the table shows the largest size that it
managed. Its result is compared with the symbolic one at that size.

Run:  python benchmarks/moments.py [--most 8] [--limit 10] [--json PATH]
"""

import argparse
import json
import multiprocessing
import platform
import time
from pathlib import Path

import sympy as sp

from theorem_checks.proving.moments import expectation
from theorem_checks.statements.moments import IID, AbstractLaw, Gaussian, RandomMatrix, trace

d, n, s, k = sp.symbols("d n s k", positive=True)
EVEN = {2 * r: sp.Symbol(f"m{2 * r}") for r in range(1, 13)}
LAWS: dict[str, AbstractLaw] = {
    "Gaussian": Gaussian(s),
    "symmetric i.i.d.": IID(moments=EVEN, symmetric=True),
}


def by_engine(law: AbstractLaw, p: int) -> sp.Expr:
    """The moment for symbolic d and n."""
    X = RandomMatrix("X", d, n, law)
    return expectation(trace((X @ X.T) ** p))


def by_expansion(law: AbstractLaw, p: int, size: int) -> sp.Expr:
    """The moment at d = n = size, by expansion into monomials of entries."""
    entries = [sp.Symbol(f"x_{i}_{j}") for i in range(size) for j in range(size)]
    matrix = sp.Matrix(size, size, entries)
    polynomial = sp.Poly(sp.expand(((matrix * matrix.T) ** p).trace()), *entries)
    return sp.expand(
        sp.Add(
            *(c * sp.Mul(*(law.moment(e) for e in powers if e)) for powers, c in polynomial.terms())
        )
    )


def largest_expansion(law: AbstractLaw, p: int, limit: float) -> tuple[int, float, bool]:
    """The largest size that expansion manages in time, its seconds, and whether results agree."""
    symbolic = by_engine(law, p)
    best = (0, 0.0, True)
    for size in range(1, 100):
        found = _within(limit, by_expansion, law, p, size)
        if found is None:
            return best
        value, seconds = found
        agrees = sp.expand(value - symbolic.subs({d: size, n: size})) == 0
        best = (size, seconds, best[2] and agrees)
    return best


def _within(limit: float, function, *arguments) -> tuple[sp.Expr, float] | None:
    """A function's result and seconds, in a process of its own; None beyond the limit."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=_send, args=(sender, function, arguments))
    process.start()
    found = receiver.recv() if receiver.poll(limit) else None
    process.terminate()
    process.join()
    return found


def _send(sender, function, arguments) -> None:
    started = time.perf_counter()
    value = function(*arguments)
    sender.send((value, time.perf_counter() - started))


def _seconds(law: AbstractLaw, p: int) -> float:
    """The least of three timings, each without what an earlier one remembers."""
    times = []
    for _ in range(3):
        started = time.perf_counter()
        by_engine(law, p)
        times.append(time.perf_counter() - started)
        if times[0] > 1:
            break
    return min(times)


def main() -> None:
    """Measure, print a table, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=8, help="the largest power p")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for an expansion")
    default = Path(".theorem-checks/benchmarks/moments.json")
    parser.add_argument("--json", type=Path, default=default, help="where results are written")
    options = parser.parse_args()
    rows = []
    print(f"{'law':18} {'p':>2} {'all d, n: seconds':>18} {'terms':>6}   expansion, d = n")
    for name, law in LAWS.items():
        for p in range(1, options.most + 1):
            seconds, terms = _seconds(law, p), len(by_engine(law, p).args)
            size, expansion, agrees = largest_expansion(law, p, options.limit)
            rows.append(
                {"law": name, "p": p, "seconds": seconds, "terms": terms,
                 "expansion_size": size, "expansion_seconds": expansion, "agrees": agrees}
            )  # fmt: skip
            managed = f"{size} in {expansion:.3g} s" if size else f"none in {options.limit:g} s"
            print(f"{name:18} {p:2} {seconds:18.5f} {terms:6}   {managed}", flush=True)
            assert agrees, "the two ways disagree"
    options.json.parent.mkdir(parents=True, exist_ok=True)
    machine = {"python": platform.python_version(), "processor": platform.machine()}
    options.json.write_text(
        json.dumps({**machine, "sympy": sp.__version__, "rows": rows}, indent=1)
    )
    print(f"written to {options.json}")


if __name__ == "__main__":
    main()
