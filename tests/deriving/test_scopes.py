"""A scope is a sentence, with names as formulas and each kind once."""

import pytest

from theorem_checks.deriving.scopes import in_plain_words, in_sentence, without_letters


@pytest.mark.parametrize(
    ("scope", "said"),
    [
        (
            "all positive integer d, positive integer d_v, real W_V (d_v, d), lam (d), A (d, d)",
            r"all positive integers $d$, $d_{v}$; real $W_{V}$ ($d_{v} \times d$), $\lambda$ ($d$),"
            r" $A$ ($d \times d$)",
        ),
        ("any d, kinds, program", r"any $d$, $\mathrm{kinds}$, $\mathrm{program}$"),
        ("all real S, all real P", "all real $S$, $P$"),
        ("all s, t, positive integer n", "all $s$, $t$; positive integers $n$"),
        ("all positive integer n, eta_0, real x (n)", None),
        ("all positive s, positive integer n, positive k", None),
        ("all sequences of tokens", "all sequences of tokens"),
        (
            "all real P (n, n), sequences of real x (n), z (d), any function f, any function g",
            r"all real $P$ ($n \times n$); sequences of real $x$ ($n$), $z$ ($d$); any functions"
            r" $f$, $g$",
        ),
        ("all positive integer n, real beta, real S (n, n)", None),
        (
            "all nonzero real d, nonzero integer k, m, real x (n)",
            r"all nonzero real $d$; nonzero integers $k$; $m$; real $x$ ($n$)",
        ),
        ("all n, real permutation matrices P (n, n), b (n)", None),
        ("every kappa from 1 on", r"every $\kappa$ from 1 on"),
        (
            "all real sequences u with n >= 2 and the recurrences of u, alpha, its parts under"
            " more",
            r"all real sequences $u$ with n \>= 2 and the recurrences of $u$, $\alpha$, its parts"
            " under more",
        ),
        (
            "all positive integer t, positive real sequences N, M with what it says of N",
            "all positive integers $t$; positive real sequences $N$, $M$ with what it says of N",
        ),
    ],
)
def test_names_are_formulas(scope, said):
    found = in_sentence(scope)
    if said is not None:
        assert found == said
    assert found.count("$") % 2 == 0


def test_a_number_without_a_kind_is_not_of_the_kind_before():
    found = in_sentence("all positive integer n, eta_0, c, real x (n)")
    assert found == r"all positive integers $n$; $\eta_{0}$, $c$; real $x$ ($n$)"
    assert in_sentence("all positive s, negative t") == "all positive $s$; negative $t$"
    found = in_sentence(
        "all positive integer n, x (3) of variance 1, all independent of each other"
    )
    assert found == "all positive integers $n$; x (3) of variance 1, all independent of each other"


def test_what_is_known_of_arrays_stands_before_them():
    found = in_sentence("all n, real permutation matrices P (n, n), b (n)")
    assert found == r"all $n$; real permutation matrices $P$ ($n \times n$), $b$ ($n$)"


def test_what_is_no_name_stays_as_it_is():
    assert in_sentence("these numbers, x (3) of variance 1/3").startswith("these numbers, x (3)")
    assert in_sentence("all positive s_W, all_of_them [i]*").endswith(r"all\_of\_them \[i\]\*")


def test_of_any_there_is_one():
    assert in_sentence("any positive integer n, real x (n)") == (
        r"any positive integer $n$; real $x$ ($n$)"
    )


def test_on_a_terminal_a_scope_has_no_signs_of_markdown():
    assert in_plain_words("all positive integer d, positive nu_W, real lam (d), A (d, d)") == (
        "all positive integers d; positive ν_W; real λ (d), A (d × d)"
    )
    assert in_plain_words("all positive s_W, all_of_them [i]*").endswith("all_of_them [i]*")


@pytest.mark.parametrize(
    ("scope", "left"),
    [
        ("all positive integer n, real x (n), c (n)", "all positive integer n, real x (n)"),
        ("all positive integer n, real c (n), x (n)", "all positive integer n, real x (n)"),
        (
            "all n, real c (n), sequences of real x (n), c (n), z",
            "all n, sequences of real x (n), z",
        ),
        ("all positive integer c, real x (c)", "all positive integer c, real x (c)"),
        ("all n, real c (n), x (n) with c > 0", "all n, real c (n), x (n) with c > 0"),
        ("all real c (n)", "all real c (n)"),
        ("cases n = 1 and beyond", "cases n = 1 and beyond"),
    ],
)
def test_arrays_that_stand_nowhere_are_left_out(scope, left):
    assert without_letters(scope, lambda name: name != "c") == left
