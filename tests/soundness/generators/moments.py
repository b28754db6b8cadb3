"""Slips in moments of random arrays."""

from collections.abc import Callable
from typing import Any

import sympy as sp
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.cases import Slip, Truth
from tests.soundness.generators.index_sums import Letter, spelt, trace_at, words
from tests.soundness.generators.planting import Planted, plants
from tests.soundness.statements import Drawn
from theorem_checks import (
    IID,
    ConstantMatrix,
    Discrete,
    Gaussian,
    Rademacher,
    RandomMatrix,
    RandomVector,
    Uniform,
    entry,
    prove_moment,
    squared_norm,
    trace,
)

m, n = sp.symbols("m n", integer=True, positive=True)
s = sp.Symbol("s", positive=True)
numbers = st.integers(1, 5)

LAWS: dict[str, tuple[Callable[[Any], Any], Any]] = {  # by variance; the kurtosis
    "Gaussian": (Gaussian, 3),
    "Rademacher": (Rademacher, 1),
    "Uniform": (Uniform, sp.Rational(9, 5)),
    "kurtosis 7/2": (lambda v: IID(variance=v, kurtosis="7/2"), sp.Rational(7, 2)),
    "0 with probability 3/4": (
        lambda v: Discrete({-sp.sqrt(4 * v): "1/8", 0: "3/4", sp.sqrt(4 * v): "1/8"}),
        4,
    ),
}


@plants("prove_moment", Slip.LAW)
def a_moment_of_another_law(draw: DrawFn) -> Planted:
    name, other = draw(st.permutations(sorted(LAWS)))[:2]
    law, kurtosis = LAWS[name]
    v, a, b, c = (
        draw(st.sampled_from((s, sp.Integer(draw(numbers))))),
        *(draw(numbers) for _ in "abc"),
    )
    X, z = RandomMatrix("X", m, n, law(v)), RandomVector("z", n, law(v))
    statistic = a * trace(X @ X.T @ X @ X.T) + b * squared_norm(z) ** 2 + c * entry(X, 0, 0) ** 4

    def formula(k: Any) -> Any:
        return v**2 * (a * m * n * (m + n + k - 2) + b * n * (n + k - 1) + c * k)

    said = f"E {a} tr (X X')^2 + {b} |z|^4 + {c} X_00^4, {name} of variance {v}, ="
    wrong = formula(LAWS[other][1])
    return Planted(
        Drawn(f"{said} {formula(kurtosis)}", lambda: prove_moment(statistic, formula(kurtosis))),
        Drawn(
            f"{said} {wrong}",
            lambda: prove_moment(statistic, wrong),
            Truth.FALSE,
            [{"m": 1, "n": 1, "s": 1}],
        ),
    )


def product_of(word: list[Letter]) -> Any:
    result: Any = None
    for name, turned in word:
        factor = ConstantMatrix(name, n, n)
        factor = factor.T if turned else factor
        result = factor if result is None else result @ factor
    return result


@plants("prove_moment", Slip.TRANSPOSE)
def a_transpose_forgotten(draw: DrawFn) -> Planted:
    short = words.map(lambda w: w[:2])
    one, two, v = draw(short), draw(short), draw(numbers)
    law, turned = (
        LAWS[draw(st.sampled_from(("Gaussian", "Rademacher", "Uniform")))][0],
        draw(st.booleans()),
    )
    X = RandomMatrix("X", n, n, law(v))
    A, B = product_of(one), product_of(two)
    back = [(name, not t) for name, t in reversed(two)]
    # The two X meet as one entry only on a pairing; with X' the traces come apart.
    statistic = trace(A @ X @ B @ (X.T if turned else X))
    apart, joined, plain = trace(A) * trace(B), trace(A @ B.T), trace(A @ B)
    values = trace_at(one) * trace_at(two), trace_at(one + back), trace_at(one + two)
    true, wrong = (apart, joined) if turned else (joined, plain)
    assume(values[0] != values[1] if turned else values[1] != values[2])
    said = f"E {spelt(one)[:-1]} X {spelt(two)[3:-1]} X{chr(39) * turned})"
    return Planted(
        Drawn(said, lambda: prove_moment(statistic, v * true)),
        Drawn(
            f"{said}, the second word not turned round",
            lambda: prove_moment(statistic, v * wrong),
            Truth.FALSE,
            [{"n": 3}],
        ),
    )


@plants("prove_moment", Slip.CONTRADICTION)
def a_law_that_nothing_has(draw: DrawFn) -> Planted:
    v, short, scale = draw(st.integers(1, 9)), draw(st.integers(1, 9)), draw(numbers)
    k = sp.Rational(draw(st.integers(10, 40)), 10)
    fourth = v**2 - sp.Rational(min(short, v**2), 10)
    laws: dict[str, tuple[Callable[[], Any], Any, Any]] = {
        f"IID(moments: 2: {v}, 4: {fourth})": (
            lambda: IID(moments={1: 0, 2: v, 3: 0, 4: fourth}),
            v,
            fourth,
        ),
        f"IID(variance {v}, kurtosis below 1)": (
            lambda: IID(variance=v, kurtosis=fourth / v**2),
            v,
            fourth,
        ),
        f"IID(cumulants: 2: {v}, 4: {fourth - 3 * v**2})": (
            lambda: IID(cumulants={1: 0, 2: v, 3: 0, 4: fourth - 3 * v**2}),
            v,
            fourth,
        ),
        f"Gaussian(-{v})": (lambda: Gaussian(-v), -v, 3 * v**2),
        f"IID(moments: 2: -{v})": (
            lambda: IID(moments={1: 0, 2: -v, 3: 0, 4: 3 * v**2}),
            -v,
            3 * v**2,
        ),
        f"Discrete, with a probability -{short}": (
            lambda: Discrete(
                {-1: sp.Rational(short + 1, 2), 0: -short, 1: sp.Rational(short + 1, 2)}
            ),
            short + 1,
            short + 1,
        ),
        f"IID(moments: 1: {v + 1}, 2: {v})": (
            lambda: IID(moments={1: v + 1, 2: v, 3: 0, 4: 3 * v**2}),
            v,
            3 * v**2,
        ),
    }
    name = draw(st.sampled_from(list(laws)))
    law, second, moment = laws[name]

    def asked(make: Callable[[], Any], v2: Any, v4: Any) -> Any:
        z = RandomVector("z", n, make())
        return prove_moment(scale * squared_norm(z) ** 2, scale * n * (v4 + (n - 1) * v2**2))

    said = f"E {scale} |z|^4 of a law by its moments"
    return Planted(
        Drawn(
            f"{said}, variance {v} and kurtosis {k}",
            lambda: asked(lambda: IID(variance=v, kurtosis=k), v, k * v**2),
        ),
        Drawn(f"{said}, {name}", lambda: asked(law, second, moment), Truth.EMPTY),
    )


@plants("prove_moment", Slip.EDGE_SIZE)
def a_size_that_runs_out(draw: DrawFn) -> Planted:
    k, v, scale = draw(st.integers(2, 30)), draw(numbers), draw(numbers)
    law = LAWS[draw(st.sampled_from(("Gaussian", "Rademacher", "Uniform")))][0](v)
    matrix = draw(st.booleans())

    def asked(size: Any) -> Any:
        z = RandomMatrix("z", size, n, law) if matrix else RandomVector("z", size, law)
        other = n if matrix else 1
        return prove_moment(
            scale * (trace(z @ z.T) if matrix else squared_norm(z)), scale * v * size * other
        )

    said = f"E {scale} |z|^2 of variance {v}, {'a matrix' if matrix else 'a vector'} of size"
    return Planted(
        Drawn(f"{said} n + {k}", lambda: asked(n + k)),
        Drawn(f"{said} n - {k}", lambda: asked(n - k), Truth.FALSE, [{"n": 1}]),
    )


GENERATORS = (
    a_moment_of_another_law,
    a_transpose_forgotten,
    a_law_that_nothing_has,
    a_size_that_runs_out,
)
