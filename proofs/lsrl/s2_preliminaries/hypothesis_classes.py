r"""Sec. 2: what is to be approximated by what: density, concept classes and hypothesis classes.

Density passes on since two errors of $\epsilon/2$ add up to $\epsilon$, by the triangle inequality
at each point; what is proved is that the budget is shared so. Classes of sequences are counted: a
causal map of l tokens is one of l - 1 tokens and a last token for each of $V^l$ inputs. What a
hypothesis is (the last outputs on the query and then the prompt) is held against programs that do
approximate, and look up.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import OBJECTS
from constructions.lsrl.programs.hats import hat_program
from constructions.lsrl.programs.prompts import (
    dictionary_prompt,
    hat_prompt,
    token_query,
)
from constructions.lsrl.programs.token_lookup import token_lookup
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    identity_function,
    maximum,
    prove_for_all,
    prove_piecewise_at_most,
    prove_sum,
    reals,
    symbolic,
    to_fraction,
)

SEC_2 = Source(PAPER, "Sec. 2, approximation theory")
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Density:
    """When H is dense in C: for all f and eps there is an h with `close(gap, eps)`.

    `gap` is the distance of f and h from their values at two points: the supremum over these.
    """

    gap: Callable[[Any, Any], Any] = lambda p, q: maximum(abs(p), abs(q))
    close: Callable[[Any, Any], Any] = lambda gap, eps: gap <= eps
    budget: Callable[[Any], tuple[Any, Any]] = lambda eps: (eps / 2, eps / 2)


eps = reals("eps")
p1, p2, q1, q2, c = reals("p1 p2 q1 q2 c")


@check("solver")
def check_transitive(density):
    """If H is dense in C' and C' in C then H in C: the two errors are made to add up to eps.

    App. B needs it: Lipschitz functions are approximated by prompts, and are dense in C^vec.
    """
    first, second = density.budget(eps)
    both = density.gap(p1 + q1, p2 + q2)
    near = [density.close(density.gap(p1, p2), first), density.close(density.gap(q1, q2), second)]
    return prove_for_all(density.close(both, eps), assume=[eps > 0, *near])


@check("solver")
def check_strict(density):
    """With < for <= the definition is the same: an h for eps/2 is near by less than eps."""
    gap = density.gap(p1, p2)
    return all_of(
        {
            "weak gives strict": prove_for_all(
                gap < eps, assume=[eps > 0, density.close(gap, eps / 2)]
            ),
            "strict gives weak": prove_for_all(density.close(gap, eps), assume=gap < eps),
        },
        "all eps > 0",
    )


@check("solver")
def check_constants_are_not_dense(density):
    """f(x) = x on [0, 1] has no constant within eps = 1/3, from its values at 0 and 1."""
    return prove_for_all(~density.close(density.gap(0 - c, 1 - c), Fraction(1, 3) + 0 * c))


def folded(x):
    """Return |x - 1/3|."""
    return abs(x - Fraction(1, 3))


def tent(x):
    """Return 1/2 - |x - 1/2|."""
    return HALF - abs(x - HALF)


CURVES = {"|x - 1/3|": folded, "tent": tent}


@dataclass(frozen=True)
class Hypotheses:
    """How a model, a prompt and a query make a hypothesis.

    **Fields**: `tokens(query, prompt)`, the sequence that the model gets; `outputs(ys, n)`, what
    of its outputs is the value, n of them.
    """

    tokens: Callable[..., Any] = lambda query, prompt: [*query, *prompt]
    outputs: Callable[..., Any] = lambda ys, n: ys[len(ys) - n :]


@check("solver")
def check_hypotheses_of_vectors(hypotheses):
    """Prompts to one program give functions within 1/n of two curves, n = 1, 2, 4, for all q."""
    parts = {}
    for (name, f), n in product(CURVES.items(), (1, 2, 4)):
        query = [[1, 0, identity_function(), 0]]
        prompt = [list(token) for token in hat_prompt(lambda p, f=f: f(p[0]), 1, [n])]
        xs = np.array(hypotheses.tokens(query, prompt), dtype=object)
        curve = hypotheses.outputs(hat_program(1, 1)(OBJECTS.array(xs)), 1)[0, 0]
        parts[f"{name}, n = {n}"] = prove_piecewise_at_most(
            lambda x, f=f, curve=curve: abs(curve(x) - f(x)), Fraction(1, n), on=(0, 1)
        )
    return all_of(parts, "all q in [0, 1]; two functions; n = 1, 2, 4")


@check("exact")
def check_hypotheses_of_tokens(hypotheses):
    """A dictionary for a prompt gives its map, two tokens in and out, causal or not."""
    for name, table in MAPS.items():
        for query, value in table.items():
            xs = hypotheses.tokens(token_query(query), dictionary_prompt(table))
            outputs = hypotheses.outputs(token_lookup(2, largest=3)(xs), 2)[:, 0]
            found = [to_fraction(y) for y in outputs]
            if found != list(value):
                at = {"map": name, "query": query}
                return Evidence.refuted(Counterexample(at, str(value), str(list(map(str, found)))))
    return Evidence.holds(", ".join(MAPS))


VALUES = list(product((1, 2), repeat=2))
MAPS = {
    "exchange, which is not causal": {x: x[::-1] for x in VALUES},
    "running maximum": {x: (x[0], max(x)) for x in VALUES},
}


@check("proof")
def check_exponent(exponent):
    """It is V + V^2 + ... + V^l, for all V and l.

    A causal map of l tokens is one of l - 1 tokens, and for each of V^l inputs a last token.
    """
    V, i = sp.Symbol("V", integer=True, positive=True), sp.Symbol("l", integer=True, positive=True)
    total = prove_sum(lambda i: V**i, lambda i: exponent(symbolic(V), i), i, 1)
    last = ("the outputs of a causal map at l are V^l tokens, free of those before",)
    return all_of({"sum": total}, "all V but 1, for which there is one map; all l", words=last)


@check("exact")
def check_number(exponent):
    """V to this power is the number of causal maps, counted among all maps."""
    for V, length in ((2, 1), (2, 2), (3, 1)):
        inputs = list(product(range(V), repeat=length))
        found = sum(
            is_causal(dict(zip(inputs, outputs, strict=True)), length)
            for outputs in product(inputs, repeat=len(inputs))
        )
        number = V ** to_fraction(exponent(V, length))
        if found != number:
            at = {"V": V, "l": length}
            return Evidence.refuted(Counterexample(at, str(number), str(found)))
    return Evidence.holds("(V, l) = (2, 1), (2, 2), (3, 1), among all maps")


def is_causal(table, length):
    """Decide whether equal beginnings have equal beginnings of values."""
    return all(
        table[x][: i + 1] == table[y][: i + 1]
        for x in table
        for y in table
        for i in range(length)
        if x[: i + 1] == y[: i + 1]
    )


DENSITY, HYPOTHESES = Density(), Hypotheses()

dense = Claim(
    id="lsrl/dense-def",
    title="Density passes on: dense in what is dense is dense",
    source=SEC_2,
    statement=r"\forall f, \epsilon\ \exists h:\ \sup |f - h| \le \epsilon; \qquad"
    r" |f - g| \le \tfrac{\epsilon}{2},\ |g - h| \le \tfrac{\epsilon}{2} \implies"
    r" |f - h| \le \epsilon",
    assumptions=("the supremum over two points, which is that over any number",),
    subject=DENSITY,
    checks=(
        check_transitive.killing("whole-budget", "far"),
        check_strict.killing("far", "twice"),
        check_constants_are_not_dense.killing("one-point", "far"),
    ),
    mutants=(
        Mutant("whole-budget", replace(DENSITY, budget=lambda eps: (eps, eps)), "eps for eps/2"),
        Mutant("one-point", replace(DENSITY, gap=lambda p, q: abs(p)), "at some point"),
        Mutant("far", replace(DENSITY, close=lambda gap, eps: gap >= eps), ">= for <="),
        Mutant("twice", replace(DENSITY, close=lambda gap, eps: gap <= 2 * eps), "2 eps for eps"),
    ),
    notes="'At most' and 'less than' define the same, and constants are dense in no class that has"
    " f(x) = x. App. B uses the first: it approximates Lipschitz functions, which are dense in the"
    " continuous ones.",
)


def geometric(V, length):
    """Return V + V^2 + ... + V^l."""
    return V * (V**length - 1) * (sp.Integer(1) / (V - 1))


tokens = Claim(
    id="lsrl/c-tok",
    title="There are V^(V + V^2 + ... + V^l) causal maps",
    source=SEC_2,
    statement=r"|\mathcal C^{\mathrm{tok}}| = \prod_{i=1}^{l} V^{V^i} = V^{V (V^l - 1)/(V - 1)}",
    assumptions=("V > 1; of one token there is one map",),
    subject=geometric,
    checks=(check_exponent, check_number),
    mutants=(
        Mutant("all-maps", lambda V, length: length * V**length, "all maps, causal or not"),
        Mutant(
            "one-less",
            lambda V, length: geometric(V, length - 1),
            "without the last token",
        ),
    ),
    notes="A finite class is dense in another exactly when it contains it. That maps are causal is"
    " not needed: the query stands before the prompt, and lsrl/eq-6-hypothesis has one that is not"
    " causal.",
)

hypotheses = Claim(
    id="lsrl/eq-6-hypothesis",
    title="A hypothesis is the model's last outputs on the query and then the prompt",
    source=Source(PAPER, "Sec. 2, eq. (6)"),
    statement=r"q_1 \dots q_n \mapsto g(q_1, \dots, q_n, p_1, \dots, p_N)[-n'{:}]",
    assumptions=("tokens of the size of the model's input; of continuous functions two examples",),
    subject=HYPOTHESES,
    checks=(
        check_hypotheses_of_vectors.killing("prompt-first", "first"),
        check_hypotheses_of_tokens,
    ),
    mutants=(
        Mutant(
            "prompt-first",
            replace(HYPOTHESES, tokens=lambda query, prompt: [*prompt, *query]),
            "the prompt before the query",
        ),
        Mutant("first", replace(HYPOTHESES, outputs=lambda ys, n: ys[:n]), "the first outputs"),
        Mutant(
            "early",
            replace(HYPOTHESES, outputs=lambda ys, n: ys[len(ys) - n - 1 : len(ys) - 1]),
            "the outputs before the last",
        ),
    ),
)
