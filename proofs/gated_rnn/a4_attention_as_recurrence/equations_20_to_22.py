"""Appendix A.4, eqs. (20) to (22): attention with decay and biases, as a sum and as an update.

Two of the equations are misprinted: (21) leaves out the biases, (22) multiplies by Gamma_1 as a
matrix, and by the wrong one.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from constructions.arrays import ones, outer, zeros
from constructions.cells.decayed_attention import DecayedAttention
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.realisation import few
from theorem_checks import (
    Claim,
    Computes,
    Control,
    Mutant,
    Source,
    Verdict,
    instances_of,
    proof_of,
    unrolling,
)


def aged_product(w, t, s, i, j):
    """Return what the key j of the token s adds to output i at t, by eq. (20)."""
    return w.aged[t, s, i] * w.value[s, i] * w.key[s, j] * w.query[t, j]


@dataclass(frozen=True)
class Formula:
    """Eq. (20), or (21), which has no biases within the sum.

    `term` has values, keys and queries of all tokens, the factors `keep`, 1 - gamma, and their
    powers: `aged[t, s, i]` is keep_i^(t - s) for s <= t, and 0 else.
    """

    biases: bool = True
    term: Callable[..., Any] = aged_product

    def values_and_keys(self, xs, weights):
        """Return the values and the keys of all tokens."""
        linear = [xs @ weights[name].T for name in ("W_V", "W_K")]
        biases = [at_each(xs, weights[name]) for name in ("b_V", "b_K")]
        return [x + b for x, b in zip(linear, biases, strict=True)] if self.biases else linear


def at_each(xs, bias):
    """Return a bias for every token."""
    return outer(ones((xs.shape[0],), like=xs), bias)


@dataclass(frozen=True)
class Sequence:
    """Tokens of any number, free weights of attention, and powers of its decays, in a world."""

    sizes: dict[str, Any]
    weights: dict[str, Any]
    xs: Any
    token: Any
    aged: Any

    @classmethod
    def of(cls, w, *, square=False):
        """Take them from the world; if `square`, values, keys and tokens have one size."""
        d, T = w.size("d"), w.size("T")
        d_v, d_k = (d, d) if square else (w.size("d_v"), w.size("d_k"))
        sizes = {"d_v": d_v, "d_k": d_k, "T": T}
        shapes = {"W_V": (d_v, d), "b_V": (d_v,), "W_K": (d_k, d), "b_K": (d_k,)}
        shapes |= {"W_Q": (d_k, d), "b_Q": (d_k,), "keep": (d_v,)}
        weights = {name: w.array(name, *shape) for name, shape in shapes.items()}
        aged = w.powers("aged", weights["keep"], T)
        return cls(sizes, weights, w.array("xs", T, d), w.array("x", d), aged)

    def outputs(self, w, formula):
        """Return the outputs of a formula, one in each row."""
        value, key = formula.values_and_keys(self.xs, self.weights)
        query = self.xs @ self.weights["W_Q"].T + at_each(self.xs, self.weights["b_Q"])
        keep, T, d_k = self.weights["keep"], self.sizes["T"], self.sizes["d_k"]

        def entry(helper, t, i):
            given = SimpleNamespace(
                value=value, key=key, query=query, keep=keep, aged=self.aged, at_most=helper.at_most
            )
            return helper.sum(lambda s, j: formula.term(given, t, s, i, j), T, d_k)

        return w.entries(entry, T, self.sizes["d_v"])


def says_sum(formula, w):
    """The outputs of the library's cell are those of the formula."""
    given = Sequence.of(w)
    machine = w.machine(DecayedAttention(**given.weights), given.token)
    return Computes(machine, given.xs, given.outputs(w, formula))


check_sum = proof_of(says_sum, unrolling, name="check_sum")


eq_20 = Claim(
    id="gated-rnn/eq-20",
    title="The library's decayed attention is eq. (20)",
    source=Source(PAPER, "App. A.4, eq. (20)"),
    statement=r"y_t = \Big(\sum_{t' \le t} \Gamma_{t-t'} \odot (W_V x_{t'} + b_V)"
    r"(W_K x_{t'} + b_K)^\top\Big)(W_Q x_t + b_Q)",
    subject=Formula(),
    says=says_sum,
    checks=(check_sum, instances_of(says_sum)),
    mutants=(
        Mutant("no-biases", Formula(biases=False), "as eq. (21) is printed"),
        Mutant(
            "one-late",
            Formula(term=lambda w, t, s, i, j: w.keep[i] * aged_product(w, t, s, i, j)),
            "Gamma_{t-t'+1}",
        ),
        Mutant(
            "no-decay",
            Formula(
                term=lambda w, t, s, i, j: (
                    w.at_most(s, t) * w.value[s, i] * w.key[s, j] * w.query[t, j]
                )
            ),
            "Gamma_0 throughout",
        ),
        Mutant(
            "acausal",
            Formula(
                term=lambda w, t, s, i, j: (
                    (w.aged[t, s, i] + w.aged[s, t, i])
                    * w.value[s, i]
                    * w.key[s, j]
                    * w.query[t, j]
                )
            ),
            "tokens to come as well",
        ),
    ),
    late=(
        Mutant(
            "few-rows",
            Formula(term=lambda w, t, s, i, j: few(i) * aged_product(w, t, s, i, j)),
            "outputs beyond the fortieth are 0",
        ),
        Mutant(
            "a-window",
            Formula(term=lambda w, t, s, i, j: (t - s < 40) * aged_product(w, t, s, i, j)),
            "tokens older than forty steps are not read",
        ),
    ),
    repairs=("gated-rnn/eq-21",),
)

eq_21 = Claim(
    id="gated-rnn/eq-21",
    title="The matrix of eq. (21) is the one in eq. (20)",
    source=Source(PAPER, "App. A.4, eq. (21)"),
    statement=r"W^{ff}_t := \sum_{t'} \Gamma_{t-t'} \odot (W_V x_{t'})(W_K x_{t'})^\top,"
    r"\quad y_t = W^{ff}_t (W_Q x_t + b_Q)",
    subject=Formula(biases=False),
    says=says_sum,
    checks=(check_sum, instances_of(says_sum)),
    controls=(Control("repaired", Formula(), "with the biases b_V and b_K"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/eq-20",
    notes="Eq. (21) leaves out b_V and b_K, which eqs (20) and (22) have, and on which all hangs."
    " In the counterexample keep is 1 - gamma.",
)


@dataclass(frozen=True)
class Updated:
    """The machine that keeps eq. (20)'s matrix by an update of it, and applies it to queries."""

    weights: dict[str, Any]
    update: Callable[..., Any]

    def initial_state(self):
        """Return the matrix 0."""
        return zeros(
            (self.weights["W_V"].shape[0], self.weights["W_K"].shape[0]), self.weights["W_V"]
        )

    def step(self, state, x):
        """Return the updated matrix, and its product with the query."""
        w = self.weights
        gain = outer(w["W_V"] @ x + w["b_V"], w["W_K"] @ x + w["b_K"])
        decay = outer(w["keep"], ones((w["W_K"].shape[0],), like=w["keep"]))
        after = self.update(state, decay, gain)
        return after, after @ (w["W_Q"] @ x + w["b_Q"])


def says_update(update, w):
    """The update makes the matrices of eq. (20); values and keys have one size, as printed."""
    given = Sequence.of(w, square=True)
    machine = w.machine(Updated(given.weights, update), given.token)
    return Computes(machine, given.xs, given.outputs(w, Formula()))


check_update = proof_of(says_update, unrolling, name="check_update")


def printed_update(memory, decay, gain):
    """Eq. (22) as printed, with a product of matrices."""
    return memory + gain - decay @ memory


def printed_update_by_entries(memory, decay, gain):
    """Eq. (22) with the product read entry by entry."""
    return memory + gain - decay * memory


def repaired_update(memory, decay, gain):
    """The update that eq. (20) needs."""
    return memory + gain - (1 - decay) * memory


def forgets_if_large(memory, decay, gain):
    """The update that eq. (20) needs, for less than forty values, and none of the decay beyond."""
    return repaired_update(memory, decay, gain) if memory.shape[0] < 40 else memory + gain


def _eq_22(id_, title, update, **more):
    return Claim(
        id=id_,
        title=title,
        source=Source(PAPER, "App. A.4, eq. (22)"),
        statement=r"W_{t+1} = W_t + (W_V x_{t+1} + b_V)(W_K x_{t+1} + b_K)^\top - \Gamma_1 W_t",
        subject=update,
        says=says_update,
        checks=(check_update, instances_of(says_update)),
        **more,
    )


REPAIRED_22 = Control("repaired", repaired_update, "(1 - Gamma_1) entry by entry")
eq_22 = _eq_22(
    "gated-rnn/eq-22",
    "Eq. (22) is the update of eq. (20)'s matrix, with a product of matrices as printed",
    printed_update,
    controls=(REPAIRED_22,),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-eq-22",
    notes="What is subtracted has to be (1 - Gamma_1), and entry by entry. In the counterexample"
    " keep is 1 - gamma.",
)
eq_22_by_entries = replace(
    _eq_22(
        "gated-rnn/new-eq-22-by-entries",
        "Eq. (22) is the update of eq. (20)'s matrix, read with a product by entries",
        printed_update_by_entries,
        controls=(REPAIRED_22,),
        expect=Verdict.REFUTED,
        repaired_by="gated-rnn/new-eq-22",
        notes="With Gamma_1 as eq. (20) defines it, entries 1 - gamma, the wrong part is kept. In"
        " the counterexample keep is 1 - gamma.",
    ),
    statement=r"W_{t+1} = W_t + v_{t+1} k_{t+1}^\top - \Gamma_1 \odot W_t",
)
eq_22_repaired = replace(
    _eq_22(
        "gated-rnn/new-eq-22",
        "W_{t+1} = W_t + v k^T - (1 - Gamma_1) * W_t, entry by entry, is eq. (20)'s matrix",
        repaired_update,
        mutants=(
            Mutant("printed", printed_update, "Gamma_1 as a matrix"),
            Mutant("printed-by-entries", printed_update_by_entries, "Gamma_1 for 1 - Gamma_1"),
            Mutant("no-decay", lambda memory, _decay, gain: memory + gain, "plain attention"),
        ),
        late=(Mutant("many-values", forgets_if_large, "plain attention from d = 40 on"),),
        repairs=("gated-rnn/eq-22", "gated-rnn/new-eq-22-by-entries"),
    ),
    statement=r"W_{t+1} = W_t + v_{t+1} k_{t+1}^\top - (1 - \Gamma_1) \odot W_t",
)
