"""A scope is a sentence, with names as formulas and each kind once."""

import pytest

from theorem_checks.deriving.scopes import in_sentence


@pytest.mark.parametrize(
    ("scope", "said"),
    [
        (
            "all positive integer d, positive integer d_v, real W_V (d_v, d), lam (d), A (d, d)",
            r"all positive integers $d$, $d_{v}$; real $W_{V}$ ($d_{v} \times d$), $\lambda$ ($d$),"
            r" $A$ ($d \times d$)",
        ),
        ("all real S, all real P", "all real $S$, $P$"),
        ("all s, positive integer n", "all $s$; positive integer $n$"),
        ("all nonnegative integer c, E (c + f, 2*c)", None),
        ("all sequences of tokens", "all sequences of tokens"),
        ("these numbers, x (3) of variance 1/3", None),
        ("all real invertible P (n, n), sequences of real x (n), any function phi", None),
    ],
)
def test_names_are_formulas(scope, said):
    found = in_sentence(scope)
    if said is not None:
        assert found == said
    assert found.count("$") % 2 == 0
    assert "_v (" not in found


def test_what_is_no_name_stays_as_it_is():
    assert in_sentence("these numbers, x (3) of variance 1/3").startswith("these numbers, x (3)")
    assert in_sentence("all positive s_W, all_of_them [i]*").endswith(r"all\_of\_them \[i\]\*")
