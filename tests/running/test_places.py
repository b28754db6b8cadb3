"""Which places of a paper a text names."""

import pytest

from theorem_checks.running.places import is_at, is_same_place, leading_parts


@pytest.mark.parametrize(
    ("wanted", "place"),
    [
        ("Sec. 3.1", "Figure 1 and Sec. 3.1"),
        ("Section 3.1", "Secs. 3.1, 4.1"),
        ("Sec. 4.1", "Secs. 3.1 and 4.1, mended"),
        ("Sec. 3", "Sec. 3.2, Theorem 1, eq. (4)"),
        ("eq. (4)", "Sec. 3.2, Theorem 1, eq. (4)"),
        ("Theorem 1", "Sec. 3.2, Theorem 1, eq. (4)"),
        ("equation 13", "App. C, eqs. (12) to (15)"),
        ("eq. (6)", "Sec. 2, eqs (5)-(8)"),
        ("App. C", "App. C.2, eq. (43)"),
        ("Theorem 3.3", "Theorem 3.3(b), eqs (20), (21)"),
        ("Theorem 3.3(b), eq. (21)", "Theorem 3.3(b), eqs (20), (21)"),
        ("case 1B", "App. A, case 1B"),
        ("beyond the text", "Sec. 3.2, Beyond the text"),
    ],
)
def test_a_place_is_found(wanted, place):
    assert is_at(wanted, place)


@pytest.mark.parametrize(
    ("wanted", "place"),
    [
        ("Sec. 3.1", "Sec. 3.12"),
        ("Sec. 3.1", "Sec. 3"),
        ("Sec. 3.1", "Theorem 3.1"),
        ("eq. (4)", "eq. (43)"),
        ("eq. (9)", "Sec. 2, eqs (5)-(8)"),
        ("App. A", "Sec. 2, 'A layer'"),
        ("Theorem 3.3(a)", "Theorem 3.3(b)"),
        ("App. C.2, eq. (43)", "App. C.2, eq. (42)"),
        ("kurtosis", "App. C.2"),
    ],
)
def test_another_place_is_not(wanted, place):
    assert not is_at(wanted, place)


def test_the_folder_of_a_section_counts():
    assert is_at("Sec. 3.1", "eq. (2)", "proofs/paper/s3_1_linear_attention/a.py")
    assert is_at("App. A.4", "eq. (20)", "proofs/paper/a4_recurrences/a.py")
    assert is_at("App. C", "eq. (20)", "proofs/paper/c_gru/a.py")
    assert not is_at("Sec. 3.1", "eq. (2)", "proofs/paper/s3_2_counts/a.py")
    assert not is_at("App. P", "eq. (2)", "proofs/paper/s3_2_counts/a.py")


@pytest.mark.parametrize(
    ("wanted", "parts"),
    [
        ("Algorithm 1, line 5", ["Algorithm 1, line 5", "Algorithm 1"]),
        ("Algorithm 1 line 5", ["Algorithm 1 line 5", "Algorithm 1"]),
        ("Sec. 3.1, Theorem 2, eq. (4)", [..., "Sec. 3.1, Theorem 2", "Sec. 3.1"]),
        ("Sec. 3.1", ["Sec. 3.1"]),
        ("beyond the text", ["beyond the text"]),
    ],
)
def test_the_leading_parts_of_a_place_are_places(wanted, parts):
    assert list(leading_parts(wanted)) == [wanted, *parts[1:]]


def test_a_place_is_the_same_if_no_other_is_named_beside_it():
    assert is_same_place("eq. (20)", "equation 20, repaired")
    assert not is_same_place("eq. (20)", "App. A.4, eq. (20)")
    assert not is_same_place("eq. (20)", "eqs. (20) and (21)")
    assert not is_same_place("beyond", "beyond")
