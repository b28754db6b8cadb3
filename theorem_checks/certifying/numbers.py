"""Statements about numbers and sizes alone, over the reals of Rocq's library.

Here an exponent may be a size, and the bounds of a sum; sizes are natural numbers, and stand in a
formula by `INR`. A formula that divides by 0 is false where it is claimed, and not met where it is
assumed; so that no divisor is 0 stands beside it, and that a logarithm is of a positive number.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import sympy as sp

from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.real_text import (
    RELATIONS,
    definition_text,
    joined_text,
    known_of,
    plain_text,
    relations_in,
    require_known_sorts,
)
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements import conclusions as c

__all__ = ["Numbers", "is_of_numbers"]

_FUNCTIONS: dict[type, str] = {sp.Abs: "Rabs", sp.tanh: "tanh", sp.log: "ln"}
_OF_NUMBERS = (sp.exp, sp.tanh, sp.log)


class _Over(NamedTuple):
    """What is made of the values of a function over a range, and how its closed form is proved."""

    name: str
    word: str
    closed: Callable[[Any, tuple[Any, Any, Any]], Any]
    base: str
    step: str


_OVER: dict[type, _Over] = {
    sp.Sum: _Over(
        "sum", "total", lambda f, over: sp.expand(sp.summation(f, over)), "by_base", "by_step"
    ),
    sp.Product: _Over(
        "product",
        "product",
        lambda f, over: sp.powsimp(sp.gammasimp(sp.product(f, over))),
        "by_first_factor",
        "by_factor",
    ),
}

Decide = Callable[[c.Relation, Sequence[c.Conclusion], Callable[[Any], str]], str]
"""The steps of a proof of a relation under hypotheses, with what writes a number."""


def is_of_numbers(conclusion: c.Conclusion) -> bool:
    """Whether a statement is of numbers alone, with an order, a power, a sum or a product."""
    found = [one for one in relations_in(conclusion) if isinstance(one, c.Relation)]
    sides = [side for one in found for side in (one.lhs, one.rhs)]
    if any(type(one) not in RELATIONS for one in relations_in(conclusion)):
        return False
    if not all(isinstance(side, sp.Expr) for side in sides):
        return False
    return any(isinstance(one, c.AtMost | c.Less) for one in found) or any(
        isinstance(part, sp.Sum | sp.Product | sp.exp | sp.log | sp.tanh)
        or (isinstance(part, sp.Pow) and not isinstance(part.exp, sp.Integer))
        for side in sides
        for part in sp.preorder_traversal(side)
    )


class Numbers:
    """What a certificate states of numbers, with what its proof starts from."""

    def __init__(self, conclusion: c.Conclusion, decide: Decide | None = None) -> None:
        """State a conclusion; `decide` gives the steps that prove a relation with functions."""
        self._decide_by = decide
        self._symbols: dict[str, Any] = {}
        self._powers: dict[str, frozenset[Any]] = {}  # text, and the symbols that stand in it
        self._sums: dict[str, str] = {}  # text, and a lemma of it
        self._defined: dict[str, None] = {}  # that divisors are not 0, and logarithms are defined
        self._bound: dict[Any, str] = {}  # by symbol: another one of its name is another number
        self._under: list[str] = []
        self._assumed: list[c.Conclusion] = []
        self.has_functions = False  # whether exp, tanh or a logarithm stands in it
        self._cleared: dict[str, None] = {}  # relations, each as one without a division
        self.body = self._proposition(conclusion)

    @property
    def statement(self) -> str:
        """The statement."""
        variables = [
            f"({encoded_name(name)} : {'nat' if symbol.is_integer else 'R'})"
            for name, symbol in self._symbols.items()
        ]
        return definition_text(variables, map(known_of, self._symbols.values()), self.body)

    def proof(self, lemmas: Sequence[str] = ()) -> str:
        """The proof: what is known of sizes, powers and sums, and then cases and arithmetic.

        **Arguments**: `lemmas`, those that the steps of `decide` use.
        """
        steps = ["unfold statement; intros."]
        for name, symbol in self._symbols.items():
            if symbol.is_integer:
                steps.append(f"known_size {encoded_name(name)}.")
        steps += [f"{lemma}" for lemma in self._sums.values()]
        steps += [f"known_power ({power})." for power in self._powers]
        steps += self._cleared
        last = "by_parts." if self.has_functions else "by_numbers."
        lines = [*lemmas, "Theorem proved : statement.", "Proof.", *steps, last, "Qed."]
        return "\n".join(lines)

    # --- propositions

    def _proposition(self, conclusion: c.Conclusion) -> str:
        if isinstance(conclusion, c.All):
            return "(" + " /\\\n  ".join(map(self._proposition, conclusion.parts)) + ")"
        if isinstance(conclusion, c.Implies):
            hypothesis = self._proposition(conclusion.hypothesis)
            self._under.append(hypothesis)
            self._assumed.append(conclusion.hypothesis)
            body = self._proposition(conclusion.body)
            self._assumed.pop()
            self._under.pop()
            return f"({hypothesis} ->\n  {body})"
        assert isinstance(conclusion, c.Relation)
        self._defined = {}
        sides_of = conclusion.lhs, conclusion.rhs
        said = f" {RELATIONS[type(conclusion)]} ".join(map(self._number, sides_of))
        if any(isinstance(side, sp.Expr) and side.has(*_OF_NUMBERS) for side in sides_of):
            self.has_functions = True
            self._decide(conclusion, said)
        elif type(conclusion) is not c.Equal:
            self._clear(conclusion, said)
        return "(" + " /\\ ".join([*self._defined, said]) + ")"

    def _decide(self, relation: c.Relation, said: str) -> None:
        """Note the proof of a relation with functions; where it is assumed, it may fail."""
        if self._decide_by is None:
            return
        under = "".join(f"{hypothesis} ->\n  " for hypothesis in self._under)
        defined = dict(self._defined)
        steps = self._decide_by(relation, self._assumed, self._number)
        self._defined = defined
        self._cleared[f"try (assert ({under}{said}) by (intros; hypotheses;\n  {steps}))."] = None

    def _clear(self, relation: c.Relation, said: str) -> None:
        """Note that a relation is one of a polynomial, times what is positive."""
        difference: Any = sp.expand(relation.rhs - relation.lhs)
        powers = {
            power: sp.Symbol(f"power {n}", positive=True)
            for n, power in enumerate(sorted(difference.atoms(sp.Pow, sp.exp), key=str))
            if isinstance(power, sp.exp) or not power.exp.is_Integer
        }
        back = {symbol: power for power, symbol in powers.items()}
        whole: Any = sp.factor(sp.together(difference.xreplace(powers)))
        middle = {s: sp.S.One if s.is_integer else sp.S.Half for s in whole.free_symbols}
        sign, positive, rest = sp.S.One, sp.S.One, sp.S.One
        under = ""
        for factor in sp.Mul.make_args(whole):
            base, exponent = factor.as_base_exp()
            if not (base.is_positive or exponent.is_negative):
                rest *= factor
                continue
            if not base.is_positive:  # as it is where the relation is claimed, or it fails
                under = "".join(f"{hypothesis} ->\n  " for hypothesis in self._under)
            if base.subs(middle).is_negative and exponent.is_odd:
                sign, positive = -sign, positive * (-base) ** exponent
            else:
                positive *= factor
        defined, self._defined = self._defined, {}
        polynomial, factor = (
            self._number(e.xreplace(back)) for e in (sp.expand(sign * rest), positive)
        )
        self._defined = defined
        word = RELATIONS[type(relation)]
        lemma = "clear_at_most" if word == "<=" else "clear_less"
        by = f"apply ({lemma} _ _ _ {factor}); [positive_number | by_field_of]"
        equivalent = f"{under}({said}) <-> 0 {word} {polynomial}"
        self._cleared[f"assert ({equivalent}) by (intros; hypotheses; {by})."] = None

    # --- numbers

    def _number(self, e: Any) -> str:
        if (plain := plain_text(e, self._number, self._symbol)) is not None:
            return plain
        if isinstance(e, sp.Pow):
            return self._power(e.base, e.exp)
        if type(e) in _OVER:
            return self._over_range(e)
        if isinstance(e, sp.exp):
            text = f"exp {self._number(e.args[0])}"
            self._powers[text] = frozenset(e.free_symbols)
            return f"({text})"
        if isinstance(e, sp.Abs | sp.tanh | sp.log):
            body = self._number(e.args[0])
            if isinstance(e, sp.log):
                self._defined[f"0 < {body}"] = None
            return f"({_FUNCTIONS[type(e)]} {body})"
        raise NoFormError(f"{type(e).__name__} in {e}")

    def _power(self, base: Any, exponent: Any) -> str:
        """A power, as a product of one for each term of the exponent."""
        own = self._number(base)
        factors = []
        for term in sp.Add.make_args(sp.expand(exponent)):
            count, rest = term.as_coeff_Mul()
            if not count.is_Integer or not (rest == 1 or self._is_size(rest)):
                raise NoFormError(f"the exponent {exponent}")
            if rest == 1:
                text = own if abs(count) == 1 else f"({own} ^ {abs(count)})"
            else:
                size = self._size(rest)
                text = f"{own} ^ {size if abs(count) == 1 else f'({abs(count)} * {size})'}"
                self._powers[text] = frozenset(base.free_symbols | rest.free_symbols)
                text = f"({text})"
            if count < 0:
                self._defined[f"{text} <> 0"] = None
                text = f"(/ {text})"
            factors.append(text)
        return factors[0] if len(factors) == 1 else f"({' * '.join(factors)})"

    def _over_range(self, e: Any) -> str:
        """A sum, or a product, over a range, which may be empty."""
        of = _OVER[type(e)]
        if len(e.limits) != 1:
            raise NoFormError(f"the {of.name} {e}")
        variable, first, last = e.limits[0]
        others = {s.name for s in (*self._bound, *(e.function.free_symbols - {variable}))}
        if variable.name in {*self._symbols, *others} or not variable.is_integer:
            raise NoFormError(f"the variable {variable} of a {of.name}")
        count = sp.expand(last - first + 1)
        own, before = encoded_name(variable.name), dict(self._defined)
        self._bound[variable] = own
        body = self._number(e.function)
        del self._bound[variable]
        if before != self._defined or any(variable in within for within in self._powers.values()):
            raise NoFormError(f"a division or a power in the {of.name} {e}")
        start, size = self._size(first), self._size(count)
        text = f"({of.word} (fun {own} : nat => {body}) {start} {size})"
        n = sp.Symbol("n'", integer=True, nonnegative=True)
        closed = of.closed(e.function, (variable, first, first + n - 1))
        if closed.has(sp.Sum, sp.Product):
            raise NoFormError(f"the closed form of {e}")
        powers, self._powers, self._symbols["n'"] = self._powers, {}, n
        of_n = self._number(closed).replace(encoded_name("n'"), "n'")
        self._powers = powers
        del self._symbols["n'"]
        general = f"{of.word} (fun {own} : nat => {body}) {start} n'"
        self._sums[text] = (
            f"assert (forall n' : nat, {general} = {of_n}) as closed' by"
            f" (induction n'; [{of.base} | {of.step}]).\n"
            "rewrite ?closed', ?pow_add; clear closed'."
        )
        return text

    def _is_size(self, e: Any) -> bool:
        return bool(e.is_Symbol and e.is_integer and e.is_nonnegative)

    def _size(self, e: Any) -> str:
        if e.is_Integer and e >= 0:
            return str(e)
        if self._is_size(e):
            self._symbol(e)
            return encoded_name(e.name)
        if isinstance(e, sp.Add | sp.Mul):
            return f"{joined_text(e, self._size)}%nat"
        raise NoFormError(f"{e} in a size, which is to be made of sizes and integers from 0 on")

    def _symbol(self, symbol: Any) -> str:
        name = symbol.name
        if symbol in self._bound:
            return f"(INR {self._bound[symbol]})"
        require_known_sorts(symbol)
        if self._symbols.setdefault(name, symbol) != symbol:
            raise NoFormError(f"two things of the name {name}")
        own = encoded_name(name)
        return f"(INR {own})" if symbol.is_integer else own
