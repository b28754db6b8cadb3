"""Proofs of what is said of all chains of links, from one theorem for each link.

An author may prove what is said of those links for which no invariant is given: one statement, of
one link or of several, in their order. Nothing here is trusted: the kernel compares what is written
with the statement.
"""

from collections.abc import Sequence

from theorem_checks.certifying.chains import (
    ENDS,
    ChainText,
    Linked,
    Vector,
    bound_name,
    module,
)
from theorem_checks.certifying.equations_proof import one_of
from theorem_checks.certifying.exporting import exported
from theorem_checks.certifying.field_proof import statement_and_proof
from theorem_checks.certifying.machines_proof import invariant_of
from theorem_checks.certifying.rocq_text import Naming, field_statement, outputs, type_of
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.proving.machines.recorded import Given
from theorem_checks.statements.chains import EveryChain, EveryFirstChain, Link
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.terms import components

__all__ = ["several_proved"]


def several_proved(
    parts: Sequence[Conclusion], given: Sequence[Given], script: str = "", by_author: int = -1
) -> str:
    """The proof of a statement with chains among its parts.

    **Arguments**: `given`, the invariants of machines, and the runs from which something follows;
    `script`, an author's proof of the part with the number `by_author`, from 0 on: of chains, of
    their links without an invariant.
    """
    proofs = []
    for n, part in enumerate(parts):
        own = script if n == by_author else ""
        if isinstance(part, EveryChain | EveryFirstChain):
            proof = _of_chain(ChainText(part), given, f"Part{n}'", own)
        elif own:
            proof = f"Definition statement : Prop := Part{n}'.statement.\n{own}"
        else:
            _, proof = statement_and_proof(exported(part, ordered=True), given)
            proof = f"Definition statement : Prop := Part{n}'.statement.\n{proof}"
        proofs.append(module(f"Proof{n}'", proof))
    *rest, last = (f"Proof{n}'.proved" for n in range(len(parts)))
    for one in reversed(rest):
        last = f"(conj {one} {last})"
    return "\n".join([*proofs, f"Theorem proved : statement.\nProof. exact: {last}. Qed."])


def _of_chain(chain: ChainText, given: Sequence[Given], part: str, script: str) -> str:
    """The theorem of each link, and the proof from these; some links by an author's script."""
    lacking = [n for n, own in enumerate(chain.links) if invariant_of(own.said, given) is None]
    if script and not lacking:
        raise NoFormError("a proof by an author of links that all have an invariant")
    own = [n for n in lacking if script]
    lines, names = [], []
    for n, linked in enumerate(chain.links):
        link = exported(linked.said, ordered=True)
        texts = [field_statement(link.theorem)] if n in own else statement_and_proof(link, given)
        lines.append(module(f"Link{n}'", "\n".join(texts)))
        names.append(f"by_author{n}'" if n in own else f"Link{n}'.proved")
    if own:
        said = " /\\ ".join(f"Link{n}'.statement" for n in own)
        lines.append(module("Author'", f"Definition statement : Prop := {said}.\n{script}"))
    for place, n in enumerate(own):
        proof = one_of("Author'.proved", place, len(own))
        lines.append(f"Definition by_author{n}' : Link{n}'.statement := {proof}.")
    return "\n".join([*lines, *_proved(chain, names, part)])


def _proved(chain: ChainText, theorems: Sequence[str], part: str) -> list[str]:
    """The proof, from the theorem of each link.

    **Arguments**: the names of `theorems`; `part`, the module in which the statement stands.
    """
    lines, keeps = [], []
    for n, (own, theorem) in enumerate(zip(chain.links, theorems, strict=True)):
        lines += [_same(n, own, part), _keeps(n, chain, theorem, part)]
        keeps.append(" ".join([f"@keeps{n}' F", *chain.shared, "p q c1 c2"]))
    *rest, last = keeps
    cases = f"exact: {last}"
    for one in reversed(rest):
        cases = f"case; [exact: {one} | {cases}]"
    sizes = "".join(f"{name} " for name in chain.shared)
    every = "FirstChains.every_chain_keeps_first" if chain.tokens else "Chains.every_chain_keeps"
    return [
        *lines,
        f"Theorem proved : {part}.statement.\nProof.\n"
        f"move=> F {sizes}p' q' c1' c2' chain'; refine ({every} _ chain') => p q c1 c2.\n"
        f"{cases}.\nQed.",
    ]


def _same(n: int, own: Linked, part: str) -> str:
    """That what both machines put out is equal, where all entries that are compared are."""
    p, names = own.same, Naming(own.made.theorem.names)
    states = [type_of(machine.start) for machine in (p.one, p.other)]
    said = outputs(p, ["h1'", "h2'"], names)
    whole = "erefl"
    places = _places(own.link)
    for vector in reversed(own.out[0]):
        whole = f"(congr2 cons {_entry(vector, places)} {whole})"
    opened = [_pattern(len(machine.start)) for machine in (p.one, p.other)]
    machines = [f"(@{part}.{side}{n}' {own.arguments})" for side in ("one", "other")]
    sides = [f"@Chains.out F {machine} h{k}' z'" for k, machine in enumerate(machines, 1)]
    return (
        f"Lemma same{n}' {' '.join(['(F : realFieldType)', *own.variables])}\n"
        f"  (h1' : {states[0]}) (h2' : {states[1]}) (z' : Chains.passed F) :\n"
        f"  (let x' := {own.token} in {said}) ->\n  {sides[0]} =\n  {sides[1]}.\n"
        f"Proof. move: h1' h2' => {opened[0]} {opened[1]} said'. exact: {whole}. Qed."
    )


def _keeps(n: int, chain: ChainText, theorem: str, part: str) -> str:
    own = chain.links[n]
    hypotheses = [f"h{k}'" for k in range(len(own.known))]
    pattern = "[-> [-> link']]"
    for name in reversed([*map(bound_name, own.own), *hypotheses]):
        pattern = f"[{name} {pattern}]"
    given = " ".join([own.arguments, *hypotheses])
    read = f"(fun z' : Chains.passed F => {own.token})"
    sizes = "".join(f" ({name} : nat)" for name in chain.shared)
    link = " ".join([f"@{part}.link{n}' F", *chain.shared])
    keeps, lemma, few, known = "Chains.keeps", "Chains.link_keeps", "", ""
    if chain.tokens:
        keeps, lemma = f"FirstChains.keeps_length {chain.tokens}%N", "FirstChains.link_keeps_length"
        few, known = f" few'; rewrite -(seq.size_map {read}) in few'", " few'"
    return (
        f"Lemma keeps{n}' (F : realFieldType){sizes} {ENDS} :\n"
        f"  {link} p' q' c1' c2' -> {keeps} p' q' c1' c2'.\n"
        f"Proof.\nmove=> {pattern}; refine ({lemma} link' _) => ws' w'{few}.\n"
        f"have := @{theorem} {given} (map {read} ws') ({read} w'){known}.\n"
        f"rewrite ?Chains.fold_of_map; exact: (@same{n}' {own.arguments} _ _ w').\nQed."
    )


def _places(link: Link) -> list[list[tuple[int, ...]]]:
    """For each component of the outputs, the places at which the statement compares them."""
    return [
        sorted({*one.blocks, *other.blocks})
        for one, other in zip(
            components(link.one.output), components(link.other.output), strict=True
        )
    ]


def _entry(vector: Vector, places: Sequence[Sequence[tuple[int, ...]]]) -> str:
    own = places[vector.component]
    if vector.place not in own:
        return "erefl"
    proof = one_of("said'", vector.component, len(places))
    proof = one_of(proof, own.index(vector.place), len(own))
    return (
        f"(congr1 (fun x => [:: x]) {proof})"
        if vector.is_number
        else (f"(Chains.same_part {proof})")
    )


def _pattern(count: int) -> str:
    if not count:
        return "[]"
    found = "?"
    for _ in range(count - 1):
        found = f"[{found} ?]"
    return found
