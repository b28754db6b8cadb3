"""Chains on T tokens: what is stated, what is accepted, and what is false and refused."""

from dataclasses import replace

import pytest

from tests.cells import Affine
from tests.certifying.shared import NEEDS_COQC
from theorem_checks import EveryFirstChain, SameOutputs, at_first_tokens, link_by_link, simulation
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError


class Late:
    """Puts out the token of two before, times 0 for `never`."""

    def __init__(self, nothing, never=1):
        self.nothing, self.never = nothing, never

    def initial_state(self):
        return self.nothing, self.nothing

    def step(self, state, x):
        last, one_before = state
        return (x, last), self.never * one_before


def says(tokens, w):
    """Maps, and cells that put out 0 as long as nothing is late, in chains on so many tokens."""
    n, m, k = w.size("n"), w.size("m"), w.size("k")
    x, y, z = w.array("x", n), w.array("y", m), w.array("z", k)
    W, nothing = w.array("W", m, n), z.__number_system__.zeros((z.shape[0],))
    at = [w.interface("v", free) for free in (x, y, z)]
    late = w.link(at[2], at[2], Late(nothing), Late(nothing, never=0))
    return EveryFirstChain((w.link(at[0], at[1], Affine(W), Affine(W)), late), tokens(w))


def two(_w):
    return 2


def three(_w):
    return 3


def by(chain):
    """Prove the first link by an invariant; of the other one nothing is proved here."""
    first, _ = chain.kept
    same = SameOutputs(first.one, first.other)
    return at_first_tokens(first, simulation(same, first.one.state))


NOTHING_IS_LATE = """
Theorem proved : statement.
Proof. by move=> F k _ start1 after1 start2 after2 [|y [|z xs]] x //= _ i hi; rewrite !mul0r. Qed.
"""

THE_THIRD_IS = """
Section Third.
Let v := Part0'.v_interface' rat_realFieldType 1.
Let c1 := Chains.puts (Part0'.one1' rat_realFieldType 1).
Let c2 := Chains.puts (Part0'.other1' rat_realFieldType 1).
Lemma fits_same z : Chains.fits v z -> Chains.second_passes v z = z.
Proof. by case: z => [|[|a [|? ?]] [|? ?]] //=. Qed.
Lemma fits_outs (m : Chains.machine rat_realFieldType) h zs :
  (forall h' z, Chains.fits v (@Chains.out _ m h' z)) ->
  all (Chains.fits v) (@Chains.outs _ m h zs).
Proof.
by move=> fit; elim: zs h => [//|z zs IH] h; apply/andP; split; [exact: fit | exact: IH].
Qed.
Lemma map_same zs : all (Chains.fits v) zs -> map (Chains.second_passes v) zs = zs.
Proof. by elim: zs => [|z zs IH] //= /andP [/fits_same -> /IH ->]. Qed.
Lemma is_link : Part0'.link1' v v c1 c2.
Proof.
exists 1%N; split=> //; split=> //; split=> // zs hz; rewrite map_id map_same //= !map_id /c1 /c2.
have f1 : all (Chains.fits v) (Chains.puts (Part0'.one1' rat_realFieldType 1) zs).
  by apply: fits_outs => -[? ?] z.
by split=> //; rewrite map_same.
Qed.
Theorem false3 (T : nat) : (3 <= T)%N -> ~ FirstChains.keeps_first T v v c1 c2.
Proof.
move=> hT h; pose xs : seq (Chains.passed rat_realFieldType) := nseq 3 [:: [:: 1]].
have [] := h xs xs hT; first by exists xs; split; rewrite ?map_id.
move=> zs [_ e1 e2]; rewrite map_id in e1; move: e2; rewrite -e1.
by move=> /(congr1 (fun ys => nth 0 (nth [::] (nth [::] ys 2) 0) 0)) /=; rewrite !mul1r.
Qed.
Theorem proved : ~ statement.
Proof.
move=> h; apply: (@false3 3) => //; apply: h.
exact: (Chains.One_more (Chains.No_link _ v) (or_intror is_link)).
Qed.
End Third.
"""


def with_script(tokens):
    return certificate_of(says, tokens, by, NOTHING_IS_LATE, part=1)


def several(w):
    return w.size("T") + 1


def test_the_theorem_is_of_the_sizes_in_the_number_of_tokens():
    said = " ".join(with_script(several).statement.split())
    assert "Definition statement : Prop := forall (F : realFieldType) (T : nat) (p' q'" in said
    assert "Definition link1' (F : realFieldType) (T : nat) (p' q'" in said
    assert "exists (k : nat), (1 <= k)%N /\\ (1 <= T)%N /\\ p' = @v_interface' F k" in said
    assert "-> FirstChains.keeps_first (1 + T)%N%N p' q' c1' c2'." in said


def test_a_link_without_an_invariant_needs_an_author():
    with pytest.raises(NoFormError, match="two machines without an invariant"):
        certificate_of(says, two, by)
    with pytest.raises(NoFormError, match="part 2 of what is said"):
        certificate_of(says, two, by, NOTHING_IS_LATE, part=2)


def test_an_author_proves_what_lacks_an_invariant():
    proof = with_script(two).proof
    assert "Module Author'.\nDefinition statement : Prop := Link1'.statement.\n" in proof
    with pytest.raises(NoFormError, match="links that all have an invariant"):
        certificate_of(maps_alone, two, all_by_invariants, NOTHING_IS_LATE, part=1)


def maps_alone(tokens, w):
    chain = says(tokens, w)
    return EveryFirstChain(chain.links[:1], chain.tokens)


def all_by_invariants(chain):
    def link(first):
        same = SameOutputs(first.one, first.other)
        return at_first_tokens(first, simulation(same, first.one.state))

    return link_by_link(chain, link)


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_what_is_so_on_two_tokens_is_accepted_and_of_three_it_is_false(rocq_folder):
    two_tokens, three_tokens = with_script(two), with_script(three)
    more = replace(two_tokens, statement=three_tokens.statement)
    endless = replace(
        two_tokens,
        statement=two_tokens.statement.replace("FirstChains.keeps_first 2%N", "Chains.keeps"),
    )
    assert two_tokens.statement not in (more.statement, endless.statement)
    found = {
        name: rule_on({name: one}, rocq_folder)[name]
        for name, one in (
            *(("good", two_tokens), ("three", three_tokens), ("more", more), ("endless", endless)),
            *(("maps", certificate_of(maps_alone, several, all_by_invariants)),),
            *(("false", replace(three_tokens, proof=THE_THIRD_IS, by_author=False, refutes=True)),),
        )
    }
    accepted = {name for name, one in found.items() if one.accepted}
    assert accepted == {"good", "maps", "false"}, found
    assert not any(found[name].axioms for name in accepted)
