"""Index sums as data that `rocq/IndexSums.v` reads: sizes and tensors by number, terms by these.

A positive part, a function of an array and an array that a hypothesis gives are tensors, too, of
their free places; `parts` is what is known of each.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import count
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.changed_terms import (
    is_inverse_at_places,
)
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.rocq_text import (
    Naming,
    size,
    statement_of,
    symmetry_texts,
    term,
)
from theorem_checks.certifying.sums_data import (
    FRESH,
    GivenNames,
    Numbers,
    Part,
    atom,
    free_places,
    shape,
)
from theorem_checks.certifying.symmetries_proof import Symmetry, symmetry_lines
from theorem_checks.certifying.theorems import Theorem
from theorem_checks.proving.index_notation.canonical import positive_class
from theorem_checks.statements.arrays import index_expressions as ix
from theorem_checks.statements.terms import put

__all__ = ["SumsTables"]


@dataclass
class SumsTables:
    """The tables of one theorem: its sizes, tensors, positive parts, by number."""

    theorem: Theorem
    tied: Mapping[str, Any] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    tensors: dict[str, int] = field(default_factory=dict)
    rows: list[str] = field(default_factory=list)  # of the match that says what tensors are
    pairs: list[tuple[str, str, str]] = field(default_factory=list)  # atoms, proof
    parts: dict[Any, Part] = field(default_factory=dict)
    given: dict[int, str] = field(default_factory=dict)  # the hypotheses on given tensors
    classes: dict[str, tuple[Part, tuple[str, ...], bool]] = field(default_factory=dict)
    halves: dict[int, tuple[int, str, str]] = field(default_factory=dict)  # of symmetric matrices
    symmetries: dict[str, Symmetry] = field(default_factory=dict)  # of tensors of more indices

    def size_number(self, n: t.Size) -> int:
        """The number of a size in the environment."""
        number = self.sizes.setdefault(size(n), len(self.sizes))
        if number == len(self.sizes) - 1 and n == t.Size("number", (1,)):
            unit = f"((2, {number}, [::]), None)"
            if all(pair != unit for pair, *_ in self.pairs):
                self.pairs.append((unit, "by []", "1%:R"))
        return number

    def tensor_number(self, name: str, rank: int, text: str) -> int:
        """The number of a tensor; `text` is what it is of its indices, a0, a1, ..."""
        if name not in self.tensors:
            self.tensors[name] = len(self.tensors)
            pattern = "; ".join(f"a{n}'" for n in range(rank))
            self.rows.append(f"| {self.tensors[name]}%N, [:: {pattern}] => {text}")
        return self.tensors[name]

    def expr(self, e: t.Term, at: Mapping[Any, int], fresh: Any) -> str:
        """A term as data; `at` numbers the places that are free in it."""

        def inner(part: t.Term) -> str:
            return self.expr(part, at, fresh)

        if isinstance(e, t.Plus) and isinstance(fresh, Numbers):
            return reduce(lambda one, other: f"(Add {one} {other})", fresh.apart(inner, e.parts))
        if isinstance(e, t.Plus | t.Times):
            word = "Add" if isinstance(e, t.Plus) else "Mul"
            return reduce(lambda one, other: f"({word} {one} {other})", map(inner, e.parts))
        if isinstance(e, t.Negative):
            return f"(Opp {inner(e.body)})"
        if isinstance(e, t.Power):
            *rest, last = (inner(e.body) for _ in range(e.exponent))
            return reduce(lambda one, other: f"(Mul {other} {one})", rest, last)
        if isinstance(e, t.Sum):
            own = next(fresh)
            body = self.expr(e.body, {**at, e.index: own}, fresh)
            return f"(Sum {own} {self.size_number(e.index.size)} {body})"
        if isinstance(e, t.Positive):
            return atom(0, self._part(e).number, [at[i] for i in free_places(e)])
        if isinstance(e, t.Named | t.Applied) or is_inverse_at_places(e):
            own = e.body if isinstance(e, t.Named) else e
            return atom(0, self._named(own), [at[i] for i in free_places(own)])
        return self._inverse(e) if isinstance(e, t.Inverse) else self._leaf(e, at)

    def _leaf(self, e: t.Term, at: Mapping[Any, int]) -> str:
        if isinstance(e, t.Number):
            return f"(Num {e.value})"
        if isinstance(e, t.OfSize):
            return f"(Atm (2, {self.size_number(e.size)}, [::]))"
        if isinstance(e, t.Variable):
            return f"(Atm (0, {self._scalar(e)}, [::]))"
        if isinstance(e, t.Smaller):  # of which nothing is used
            text = term(e, Naming(()))
            return f"(Atm (0, {self.tensor_number(text, 0, text)}, [::]))"
        if isinstance(e, t.Entry):
            name = encoded_name(e.name)
            text = " ".join([name, *(f"a{n}'" for n in range(len(e.indices)))])
            number = self.tensor_number(name, len(e.indices), text)
            self._note_symmetry(e.name, number, text)
            return atom(0, number, [at[i] for i in e.indices])
        if isinstance(e, t.Lag):
            number = self.tensor_number("+", 3, "(a0' == (a1' + a2')%N :> nat)%:R")
            return atom(0, number, [at[i] for i in (e.sum, e.one, e.other)])
        assert isinstance(e, t.Delta | t.Ordered)
        if isinstance(e.other, t.Place):
            text = f"(a0' == {e.other.value}%N :> nat)%:R"
            return atom(0, self.tensor_number(f"= {e.other.value}", 1, text), [at[e.one]])
        return atom(1 if isinstance(e, t.Delta) else 3, 0, [at[e.one], at[e.other]])

    def _note_symmetry(self, name: str, number: int, text: str) -> None:
        """Note a symmetry: that a symmetric matrix is half of itself and its transpose.

        Both are those of a tensor of another number, of which nothing is known: so it is put in
        once, and terms that the symmetry makes one become the same.
        """
        x = self.theorem.tensors.get(name)
        if x is None or not x.symmetry or ("symmetric", name) in self.parts:
            return
        assert x.size is not None
        _, known, _ = statement_of(self.theorem)
        hypotheses = [f"h{known.index(said)}'" for said in symmetry_texts(x, self.theorem)]
        opposite, of = x.symmetry == "antisymmetric", self.size_number(x.size)
        if x.rank > 2:
            self.symmetries[name] = Symmetry(number, of, opposite, tuple(hypotheses))
            return
        params = tuple(t.Bound(next(FRESH), x.size) for _ in range(2))
        self.parts["symmetric", name] = Part(number, params, t.Number(0), "symmetric", None)
        half = self.tensor_number(f"half {name}", 2, text)
        self.halves[number] = half, "Opp" if opposite else "", hypotheses[0]

    def _scalar(self, e: t.Variable) -> int:
        name = encoded_name(e.name)
        return self.tensor_number(name, 0, name)

    def _inverse(self, e: t.Inverse) -> str:
        if isinstance(e.body, t.Number) and e.body.value:
            return f"(Inv {e.body.value})"
        text = term(e, Naming(()))
        known = text in self.tensors
        number = self.tensor_number(text, 0, text)
        mine = f"(0, {number}, [::])"
        proof = self._pair_proof(e.body)
        if proof and not known:
            other = self.expr(e.body, {}, count()).removeprefix("(Atm ").removesuffix(")")
            texts = term(e.body, Naming(())), text
            self.pairs.append((f"({other}, Some {mine})", proof, " * ".join(texts)))
        return f"(Atm {mine})"

    def _pair_proof(self, e: t.Term) -> str:
        if isinstance(e, t.OfSize) and self.theorem.sizes.get(str(e.size.parts[0])):
            return "exact: size_pair"
        if isinstance(e, t.Variable):
            known = self.theorem.numbers[e.name]
            if any(isinstance(p, t.Less) for p in known):
                return "exact: positive_pair"
            if any(isinstance(p, t.Unequal) for p in known):
                return "exact: nonzero_pair"
        return ""

    def _named(self, e: t.Term) -> int:
        """The number of a tensor of its free places: one for all that differ in these alone."""
        params = free_places(e)
        key = f"named {shape(e, {i: n for n, i in enumerate(params)})}"
        naming = GivenNames({i: f"a{n}'" for n, i in enumerate(params)}, self.theorem.names)
        if key in self.tensors:
            return self.tensors[key]
        number = self.tensor_number(key, len(params), term(e, naming))
        if isinstance(e, t.Applied | t.Inverse) and self.given:
            self._with_given(e, number, params)
        return number

    def _with_given(
        self, e: t.Applied | t.Inverse, number: int, params: tuple[t.Bound, ...]
    ) -> None:
        """Note what given tensors say of a function or a division: see `SumsGiven`."""

    def _part(self, e: t.Positive) -> Part:
        params = free_places(e)
        key = shape(e, {i: n for n, i in enumerate(params)})
        if key in self.parts:
            return self.parts[key]
        self.expr(e.body, {i: n for n, i in enumerate(params)}, count(len(params)))  # inner first
        names = {i: f"a{n}'" for n, i in enumerate(params)}
        naming = GivenNames(names, self.theorem.names)
        number = self.tensor_number(f"part {len(self.parts)}", len(params), term(e, naming))
        _, node, places = self.theorem.origins[id(e)]
        sort, digest, order = positive_class(ix.Positive(put(node.body, self.tied)))
        at = tuple(params.index(places[name]) for name in order if name in places)
        found = Part(number, params, e.body, "free", None)
        if sort in ("nonnegative", "nonpositive"):
            found = found._replace(sort=sort)
        elif digest in self.classes:
            like, places_of_it, flipped = self.classes[digest]
            if len(at) == len(places_of_it) == len(params) == len(like.params):
                own = [0] * len(at)
                for mine, other in zip(at, places_of_it, strict=True):
                    own[int(other)] = mine
                sort = "same" if flipped == (sort == "flipped") else "flip"
                found = found._replace(sort=sort, like=(like, tuple(own)))
        else:
            self.classes[digest] = found, tuple(map(str, at)), sort == "flipped"
        self.parts[key] = found
        return found

    def header(self) -> list[str]:
        """The environments: sizes and tensors by number. To be written after all is read."""
        sizes = "; ".join(sorted(self.sizes, key=lambda text: self.sizes[text]))
        rows = "\n  ".join(self.rows)
        t_, js = (n if n not in self.theorem.names else f"{n}'" for n in ("t", "js"))
        lines = [
            f"Definition sz' : nat -> nat := nth 0%N [:: {sizes}]%N.",
            f"Definition T' ({t_} : nat) ({js} : seq nat) : F :=\n  match {t_}, {js} with\n"
            f"  {rows}\n  | _, _ => 0 end.",
            *(
                f"Lemma pair_{n}' : {text} = 1 :> F. Proof. {proof}. Qed."
                for n, (_, proof, text) in enumerate(self.pairs)
            ),
        ]
        return [*lines, *symmetry_lines(list(self.symmetries.values()))]
