"""Listing 2: in-context lookup in a dictionary of token sequences.

Inputs are tokens, as non-negative integers: the n tokens of the query, and then pairs of n tokens
of a key and n tokens of its value. The last n outputs are the value of the key that equals the
query. `prompts` makes them.
"""

from fractions import Fraction
from typing import Any, Literal

from constructions.errors import require_integer
from constructions.lsrl.helpers.conditionals import IfElse, Kind, conditional
from constructions.lsrl.helpers.counters import f_modulo_counter, f_modulo_counter_by_shift
from constructions.lsrl.helpers.logic import f_constant
from constructions.lsrl.helpers.operations import Gain, gain
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Concat, Input, Lin, LinState, Node
from constructions.lsrl.language.numbers import exact_number
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.listed.lookup import Gains
from constructions.lsrl.listed.lookup_program import (
    LookupWritten,
    listed_lookup,
    lookup_written,
)
from constructions.lsrl.listed.programs import program_of_nodes
from constructions.lsrl.programs.lookup_lines import (
    Steps,
    begins,
    both,
    copies,
    equals,
    is_on,
    off,
    on,
    reaches,
)

__all__ = ["listing_2", "listing_2_mended"]

HALF = Fraction(1, 2)


def listing_2(
    n: int,
    *,
    mu: Gain = 1000,
    lam: Gain = 10**10,
    ifelse: Kind = "original",
    counters: Literal["rotation", "shift"] = "rotation",
    first_index: Literal[0, 1] = 1,
) -> ForEach:
    r"""Return Listing 2; with the defaults as printed.

    **Arguments**: the length n of keys and values; $\mu$ of the steps, $\lambda$ and the variant
    of the conditionals; how it counts modulo n and 2n; whether the positions `i in 1..n` of the
    text are 1, ..., n as printed or 0, ..., n - 1.

    With positions 1, ..., n it forgets the first token of the query and finds nothing. With
    0, ..., n - 1 and distinct keys it is exact if $\mu \ge 2$, $\lambda$ is at least every token
    and the number of tokens, and, with counters by rotation, $\mu (1 - \cos(\pi/2n)) \ge 1$. An
    absent key gives zeros.
    """
    x = Input(dim=1)
    mod_n, mod_2n = (
        f_modulo_counter_by_shift(x, divisor)
        if counters == "shift"
        else f_modulo_counter(x, divisor, mu)
        for divisor in (n, 2 * n)
    )
    choose = conditional(ifelse, lam=lam, mu=mu)
    return _Lookup(x, n, mu, choose, mod_n, mod_2n, first_index).program()


def listing_2_mended(
    n: int, *, mu: Gain = 2, lam: Gain = 10**4, ifelse: Kind = "optimised"
) -> ForEach:
    r"""Return Listing 2 with positions 0, ..., n - 1 and counters by cyclic shift.

    With the optimised conditional it is made of the nodes of `listed.lookup_program`.

    Exact for every n and distinct keys if $\mu \ge 2$ and $\lambda$ is at least every token and
    the number of tokens. An absent key gives zeros.
    """
    if ifelse != "optimised":
        return listing_2(n, mu=mu, lam=lam, ifelse=ifelse, counters="shift", first_index=0)
    require_integer("n", n, 1)
    gains = _gains(mu, lam)
    return program_of_nodes(listed_lookup(n, gains), _names(lookup_written(n, gains)))


def _gains(mu: Gain, lam: Gain) -> Gains:
    steep: Any = exact_number(gain(mu, "mu", None), "mu")
    large = exact_number(gain(lam, "lam", None), "lam")
    return Gains(Steps(steep, 1 / steep, exact_number(HALF, "1/2")), large)


def _names(written: LookupWritten) -> dict[str, int]:
    """The names of `_Lookup.program`, each with its value."""
    counters, modes = written.counters, written.modes
    registers = {f"output_regs[{i}]": value for i, value in enumerate(written.registers)}
    return {
        "global_ctr": counters.time,
        "mod_n_ctr": counters.mod_n,
        "mod_2n_ctr": counters.mod_2n,
        "is_prompt": modes.is_prompt,
        "is_compare_mode": modes.is_compare_mode,
        "is_copy_mode": modes.is_copy_mode,
        "is_first_token_for_copy": len(modes.nodes),
        "q": written.query,
        "matching": written.matching,
        "buffer": written.buffer,
        "all_matching": written.all_matching,
        "started_on": written.started_on,
        **registers,
        "output": len(written.nodes),
    }


class _Lookup:
    """The lines of the listing, one method for each of its paragraphs."""

    def __init__(
        self,
        x: Input,
        n: int,
        mu: Gain,
        choose: IfElse,
        mod_n: Node,
        mod_2n: Node,
        first_index: int,
    ) -> None:
        self.x, self.n, self.choose = x, n, choose
        mu = gain(mu, "mu", x)
        self.steps = Steps(mu, 1 / mu, HALF)
        self.positions = range(first_index, first_index + n)
        # lines 5 to 10, and the modes of lines 12 to 16
        self.global_ctr = LinState(f_constant(x, 1), A=1, B=1, init_state=-1)
        self.mod_n, self.mod_2n = mod_n, mod_2n
        self.is_prompt = reaches(self.global_ctr, n, self.steps)
        self.is_compare_mode = reaches(mod_2n, n, self.steps)
        self.is_copy_mode = copies(self.is_prompt, self.is_compare_mode, self.steps)
        self.is_first_token_for_copy = begins(self.is_copy_mode, mod_n, self.steps)

    def program(self) -> ForEach:
        q = self.query()
        matching = self.matching(q)
        buffer, all_matching = self.buffer(matching)
        started_on = self.started_on(all_matching)
        registers, output = self.copy(started_on)
        modes = {
            "global_ctr": self.global_ctr,
            "mod_n_ctr": self.mod_n,
            "mod_2n_ctr": self.mod_2n,
            "is_prompt": self.is_prompt,
            "is_compare_mode": self.is_compare_mode,
            "is_copy_mode": self.is_copy_mode,
            "is_first_token_for_copy": self.is_first_token_for_copy,
        }
        values = {"q": q, "matching": matching, "buffer": buffer, "all_matching": all_matching}
        named = {f"output_regs[{i}]": register for i, register in enumerate(registers)}
        return ForEach(
            output, modes | values | {"started_on": started_on} | named | {"output": output}
        )

    def at(self, i: int) -> Node:
        """Whether the counter modulo n is i."""
        return equals(self.mod_n, i, self.steps)

    def kept(self, condition: Node, value: Node) -> Node:
        return self.choose(condition, value, nonnegative=True)

    def query(self) -> Node:
        """Lines 18 to 21: the query, each of its tokens added at its position."""
        tq = self.kept(off(self.is_prompt, self.steps), self.x)
        tqs = Concat([self.kept(self.at(i), tq) for i in self.positions])
        return LinState(tqs, Matrix.eye(self.n), Matrix.eye(self.n))

    def matching(self, q: Node) -> Node:
        """Lines 23 to 26: whether this token of a key is the query's token at its position."""
        qs = [self.kept(self.at(i), part) for i, part in zip(self.positions, q, strict=True)]
        correct = Lin(Concat(qs), Matrix.full(1, self.n))
        return both(equals(self.x, correct, self.steps), self.is_compare_mode, self.steps)

    def buffer(self, matching: Node) -> tuple[Node, Node]:
        """Lines 28 to 31: the last n + 1 matches, and whether the n before this token all were."""
        n = self.n
        shift = Matrix.vstack([Matrix.select(range(1, n + 1), n + 1), Matrix.zeros(1, n + 1)])
        buffer = LinState(matching, shift, [int(i == n) for i in range(n + 1)])
        return buffer, reaches(Lin(buffer, [[1] * n + [0]]), n, self.steps)

    def started_on(self, all_matching: Node) -> Node:
        """Lines 33 to 36: the time of the first value token after the key that matched."""
        first = both(all_matching, self.is_first_token_for_copy, self.steps)
        return LinState(self.kept(first, self.global_ctr), A=1, B=1)

    def copy(self, started_on: Node) -> tuple[list[Node], Node]:
        """Lines 38 to 48: the registers of the value, and the one of this position."""
        copy_and_on = is_on(self.is_copy_mode, self.global_ctr, started_on, self.n, self.steps)
        at = [self.at(i) for i in self.positions]
        updates = [
            self.kept(on(both(copy_and_on, here, self.steps), self.steps), self.x) for here in at
        ]
        registers: list[Node] = [LinState(update, A=1, B=1) for update in updates]
        outputs = [
            self.kept(on(here, self.steps), register)
            for here, register in zip(at, registers, strict=True)
        ]
        return registers, Lin(Concat(outputs), Matrix.full(1, self.n))
