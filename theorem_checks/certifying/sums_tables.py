"""Index sums as data that `rocq/IndexSums.v` reads: sizes and tensors by number, terms by these.

A positive part, a function of an array and an array that a hypothesis gives are tensors, too, of
their free places; `parts` is what is known of each.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import count
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.changed_terms import (
    at_places_of,
    calls,
    is_inverse_at_places,
    is_of_function,
    mapped,
    moved_to,
    without_delta,
)
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.rocq_text import (
    Naming,
    local_functions,
    size,
    statement_of,
    symmetry_texts,
    term,
)
from theorem_checks.certifying.sums_data import GivenNames, Numbers, Part, atom, free_places, shape
from theorem_checks.certifying.symmetries_proof import Symmetry, symmetry_lines
from theorem_checks.certifying.theorems import Theorem, parts
from theorem_checks.proving.index_notation.canonical import positive_class
from theorem_checks.statements.arrays import index_expressions as ix
from theorem_checks.statements.terms import put

__all__ = ["SumsTables"]

_FRESH = count(10**6)  # numbers of variables that a proof makes


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
    _applied: dict[int, tuple[Any, Any, str]] = field(default_factory=dict)
    _likes: dict[Any, tuple[Any, dict[t.Bound, int]]] = field(default_factory=dict)

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
        params = tuple(t.Bound(next(_FRESH), x.size) for _ in range(2))
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

    def take_for(self, one: t.Term, other: t.Term, *, lacking: bool = False) -> None:
        """Note that functions and divisions of given tensors may be those on the other side.

        Each for the only one there that is of the same function, at the same places; where only
        what is `lacking` is asked for, not if it stands there with what tensors are put in.
        """
        listed = list(calls(other))
        for e in calls(one):
            if not self._has_given(e):
                continue
            at = {place: n for n, place in enumerate(free_places(e))}
            alike = (at_places_of(x, e) for x in listed if is_of_function(x, e))
            found = {shape(x, dict(at)): x for x in alike if set(free_places(x)) == set(at)}
            if lacking and self._is_there(e, found.values(), at):
                continue
            if len(found) == 1:
                (like,) = found.values()
                self._likes[shape(e, dict(at))] = like, at
                self.take_for(e.body, like.body)

    def _is_there(
        self,
        e: t.Applied | t.Inverse,
        others: Iterable[t.Applied | t.Inverse],
        at: Mapping[t.Bound, int],
    ) -> bool:
        """Whether a function is among others, with what given tensors are in their place."""
        if isinstance(e, t.Inverse):
            return True
        mine, *others_put_in = (
            shape(self._put_in(x), dict(at)) for x in (e, *others) if isinstance(x, t.Applied)
        )
        return mine in others_put_in

    def _has_given(self, e: t.Term) -> bool:
        return any(isinstance(x, t.Entry) and ("given", x.name) in self.parts for x in parts(e))

    def _with_given(
        self, e: t.Applied | t.Inverse, number: int, params: tuple[t.Bound, ...]
    ) -> None:
        """Note that a function of a vector is that of another, by what given tensors are."""
        local = local_functions(self.theorem)
        if isinstance(e, t.Applied) and e.name not in local:
            return
        like = self._like(e, params)
        if like is None or self._named(like) == number:
            return
        own = e.places if isinstance(e, t.Applied) else ()
        at = {i: n for n, i in enumerate((*params, *own))}
        self.expr(e.body, at, count(len(at)))  # inner ones first
        self.expr(like.body, at, count(len(at)))
        for place in (*params, *own):
            self.size_number(place.size)
        hypothesis = ""
        if isinstance(e, t.Applied):
            _, known, _ = statement_of(self.theorem)
            hypothesis = f"h{known.index(local[e.name])}'"
        self._applied[number] = e, like, hypothesis
        self.parts[("applied", number)] = Part(number, params, e, "applied", None)

    def _like(
        self, e: t.Applied | t.Inverse, params: tuple[t.Bound, ...]
    ) -> t.Applied | t.Inverse | None:
        """The function of another vector, or division by another number, that is the same."""
        noted = self._likes.get(shape(e, {i: n for n, i in enumerate(params)}))
        if noted is not None:
            like, at = noted
            back = {place: params[n] for place, n in at.items()}
            return at_places_of(moved_to(like, back), e)
        return None if isinstance(e, t.Inverse) else self._put_in(e)

    def _put_in(self, e: t.Applied) -> t.Applied:
        """A function of a vector with what given tensors are in their place."""
        argument = mapped(self._put_given(e.body, {}), without_delta)
        return t.Applied(e.name, e.places, argument, e.indices)

    def _put_given(self, e: Any, at: Mapping[t.Bound, t.Bound | t.Place]) -> Any:
        """A term with what given tensors are in their place; all that it sums over is renamed."""
        if isinstance(e, t.Bound):
            return at.get(e, e)
        if isinstance(e, t.Entry) and ("given", e.name) in self.parts:
            part = self.parts["given", e.name]
            own = (at.get(i, i) if isinstance(i, t.Bound) else i for i in e.indices)
            return self._put_given(part.body, dict(zip(part.params, own, strict=True)))
        if isinstance(e, t.Sum | t.Applied):
            bound = (e.index,) if isinstance(e, t.Sum) else e.places
            at = {**at, **{i: t.Bound(next(_FRESH), i.size) for i in bound}}
        if isinstance(e, tuple):
            return tuple(self._put_given(part, at) for part in e)
        if hasattr(e, "__dataclass_fields__") and not isinstance(e, t.Size):
            fields = (getattr(e, name) for name in e.__dataclass_fields__)
            return type(e)(*(self._put_given(part, at) for part in fields))
        return e

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

    def give(self, f: t.Function, hypothesis: str) -> None:
        """Note that a tensor is what is said, by a hypothesis of that name."""
        name = encoded_name(f.name)
        text = " ".join([name, *(f"a{n}'" for n in range(len(f.places)))])
        number = self.tensor_number(name, len(f.places), text)
        for place in f.places:
            self.size_number(place.size)
        self.expr(f.body, {i: n for n, i in enumerate(f.places)}, count(len(f.places)))
        self.parts[("given", f.name)] = Part(number, f.places, f.body, "given", None)
        self.given[number] = hypothesis

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
