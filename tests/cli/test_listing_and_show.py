"""`theorem-checks list` and `theorem-checks show`."""

import json
from dataclasses import replace

import pytest
from rich.console import Console

from theorem_checks.certifying import kept
from theorem_checks.reporting.claim_list import claim_list


def test_list_shows_what_is_expected_and_runs_nothing(run, claims, texts, folder):
    claims(texts["erratum"])
    done = run("list", "claims.py")
    assert done.exit_code == 0
    assert [line.rstrip() for line in done.stdout.splitlines()] == [
        "   claim         expected  by     mutants  controls",
        "",
        "Own notes",
        "   own/good      HOLDS     exact        2",
        "   The good square [line 1]",
        "   own/printed   REFUTED   exact        0         1",
        "   The printed square [line 1]",
        "   own/repaired  HOLDS     exact        2",
        "   The repaired square [line 1]",
        "",
        "3 claims",
    ]
    assert not (folder / ".theorem-checks").exists()


def test_list_as_json_has_all_that_is_declared(run, claims, texts, folder):
    claims(texts["erratum"])
    done = run("list", "claims.py", "--json")
    good, printed, repaired = json.loads(done.stdout)
    assert set(good) >= {
        *("id", "covers", "title", "source", "kinds", "expect", "mutants", "file", "new"),
        *("repairs", "repaired_by", "controls", "tiers"),
    }
    assert good["file"] == str(folder / "claims.py")
    assert [mutant["name"] for mutant in good["mutants"]] == ["twice", "cube"]
    assert printed["repaired_by"] == "own/repaired"
    assert repaired["repairs"] == ["own/printed"]


def test_list_takes_ids_and_patterns(run, installed, texts):
    installed(texts["erratum"])
    done = run("list", "own/p*", "--json")
    assert [one["id"] for one in json.loads(done.stdout)] == ["own/printed"]
    assert run("list", "own/nothing").exit_code == 2


def test_list_finds_claims_by_words_and_says_where_they_stand(run, claims, texts):
    claims(texts["erratum"])
    done = run("list", "claims.py", "--about", "SQUARE own/printed", "--json")
    assert [one["id"] for one in json.loads(done.stdout)] == ["own/printed"]
    (place,) = {one["source"]["place"] for one in json.loads(done.stdout)}
    assert f"The printed square [{place}]" in run("list", "claims.py", "--about", "printed").stdout
    missed = run("list", "claims.py", "--about", "square circle")
    assert missed.exit_code == 2
    said = " ".join(missed.stderr.split())
    assert said.startswith("No claim has 'circle'. Without the rest there is 'square' (3 claims).")
    assert "Try fewer words" in said
    together = run("list", "claims.py", "--about", "good repaired")
    assert "No claim has all of 'good repaired'." in together.stderr


def test_list_finds_the_nearest_claims_where_none_has_all_words(run, claims, texts):
    claims(texts["erratum"])
    nearly = run("list", "claims.py", "--about", "printed square circle")
    assert nearly.exit_code == 0
    assert "own/printed" in nearly.stdout
    assert "own/good" not in nearly.stdout
    said = " ".join(nearly.stderr.split())
    assert said == "No claim has 'circle'. These have most of the words, the nearest first."
    as_json = run("list", "claims.py", "--about", "printed square circle", "--json")
    assert (as_json.exit_code, as_json.stdout) == (2, "")
    assert "The nearest: own/printed, without 'circle'" in " ".join(as_json.stderr.split())


def test_where_few_claims_have_all_of_three_words_those_that_lack_one_are_listed_too(
    run, claims, texts
):
    claims(texts["erratum"])
    few = run("list", "claims.py", "--about", "the printed square")
    assert few.exit_code == 0
    assert few.stderr == ""  # two words are asked for
    few = run("list", "claims.py", "--about", "own printed square")
    assert few.stdout.index("own/printed") < few.stdout.index("own/repaired")
    said = " ".join(few.stderr.split())
    assert said == "All words are those of own/printed; the others lack one of them."
    as_json = run("list", "claims.py", "--about", "own printed square", "--json")
    assert [one["id"] for one in json.loads(as_json.stdout)] == ["own/printed"]


def test_list_by_a_place_that_is_a_word_of_titles_names_the_other_option(run, claims, texts):
    claims(texts["erratum"])
    missed = run("list", "claims.py", "--source", "square")
    assert missed.exit_code == 2
    assert "--about" in missed.stderr


def test_list_names_a_broken_file_on_standard_error(run, claims, folder):
    claims()
    (folder / "broken.py").write_text("import nowhere_to_be_found\nx = Claim()\n")
    done = run("list", ".", "--json")
    assert done.exit_code == 1
    assert [one["id"] for one in json.loads(done.stdout)] == ["own/good"]
    said = "".join(done.stderr.splitlines())
    assert f"{folder}/broken.py:1: ModuleNotFoundError" in said


def test_show_follows_a_claim_from_not_run_to_stale(run, claims):
    file = claims()
    shown = run("show", "claims.py::own/good").stdout
    assert shown.startswith("own/good  not run, expected HOLDS\n")
    assert "0 of 3 results current, 3 not run." in shown
    assert "theorem-checks verify claims.py::own/good" in shown

    run("verify", "claims.py")
    shown = run("show", "claims.py").stdout
    assert shown.startswith("own/good  HOLDS\n")
    assert "✓  check_squares  HOLDS  exact, 0.0" in shown
    assert "✓  check_squares  REFUTED  at n = 1; claimed 2, found 1" in shown
    assert "All 3 results are of the code as it stands." in shown

    file.write_text(file.read_text().replace("range(10)", "range(11)"))
    shown = run("show", "claims.py").stdout
    assert shown.startswith("own/good  stale, expected HOLDS\n")
    assert "-  check_squares  HOLDS stale" in shown
    assert "0 of 3 results current, 3 stale (the code has changed since)." in shown


def test_show_as_json_says_the_state_of_each_result(run, claims):
    claims()
    (before,) = json.loads(run("show", "claims.py", "--json").stdout)
    assert [one["state"] for one in before["results"]] == ["not run"] * 3
    assert (before["verdict"], before["complete"], before["ok"]) == (None, False, False)
    run("verify", "claims.py")
    (after,) = json.loads(run("show", "claims.py", "--json").stdout)
    assert [one["state"] for one in after["results"]] == ["current"] * 3
    assert (after["verdict"], after["complete"], after["ok"]) == ("HOLDS", True, True)
    assert after["results"][1]["variant"] == "mutant:twice"
    assert after["results"][1]["evidence"]["counterexample"]["found"] == "1"


def test_show_tells_what_a_deep_check_would_add(run, claims):
    claims("""
@check("exact", tier="deep")
def check_more(square):
    return check_squares.function(square)

both = claim("both", lambda n: n**2, checks=(check_squares, check_more))
""")
    run("verify", "claims.py")
    shown = run("show", "claims.py::own/both").stdout
    assert shown.startswith("own/both  HOLDS\n")
    assert "-  check_more  not run  exact, deep" in shown
    assert "theorem-checks verify claims.py::own/both --tier deep" in " ".join(shown.split())


def test_show_keeps_to_the_seed(run, claims):
    claims("""
@check("sample")
def check_seed(square, *, seed):
    return check_squares.function(square)

drawn = claim("drawn", lambda n: n**2, checks=(check_seed,))
""")
    run("verify", "claims.py", "--seed", 5)
    assert "All 3 results" in run("show", "claims.py::own/drawn", "--seed", 5).stdout
    assert "3 stale" in run("show", "claims.py::own/drawn").stdout


@pytest.mark.parametrize("arguments", [[], ["nowhere/at-all.py"], ["claims.py::own/godo"]])
def test_wrong_use_of_show_is_status_2(run, claims, arguments):
    claims()
    done = run("show", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")


def test_show_with_a_ledger_that_is_not_there_is_status_2(run, claims):
    claims()
    done = run("show", "claims.py", "--ledger", "nowhere.sqlite")
    assert done.exit_code == 2
    assert "There is no ledger at nowhere.sqlite" in " ".join(done.stderr.split())


def test_list_finds_the_claims_of_a_place(run, claims):
    claims('\nfar = claim("far", lambda n: n**2, source=Source("Own notes", "Sec. 3.1, line 2"))\n')
    found = json.loads(run("list", "claims.py", "--source", "Sec. 3.1", "--json").stdout)
    assert [entry["id"] for entry in found] == ["own/far"]
    found = json.loads(run("list", "claims.py", "--source", "line 1", "--json").stdout)
    assert [entry["id"] for entry in found] == ["own/good"]


def test_list_has_papers_first_that_number_something_so(run, claims):
    claims(
        '\ninner = claim("inner", lambda n: n**2, source=Source("Notes", "App. A, eq. (2)"))'
        '\nouter = claim("outer", lambda n: n**2, source=Source("Paper", "eq. (2)"))\n'
    )
    found = json.loads(run("list", "claims.py", "--source", "eq. (2)", "--json").stdout)
    assert [entry["id"] for entry in found] == ["own/outer", "own/inner"]


def test_list_has_the_parts_of_a_place_before_what_follows_from_it(run, claims):
    claims(
        "".join(
            f'\nc{n} = claim("c{n}", lambda n: n**2, source=Source("Notes", "{place}"))'
            for n, place in enumerate(
                ("after Theorem 3", "Theorem 3(b), beyond the text", "Theorem 3(a)")
            )
        )
        + "\n"
    )
    found = json.loads(run("list", "claims.py", "--source", "Theorem 3", "--json").stdout)
    assert [entry["id"] for entry in found] == ["own/c2", "own/c1", "own/c0"]


def test_list_falls_back_on_the_leading_part_of_a_place_and_says_so(run, claims):
    claims()
    done = run("list", "claims.py", "--source", "line 1, eq. (7)", "--json")
    assert [entry["id"] for entry in json.loads(done.stdout)] == ["own/good"]
    assert "No claim is from 'line 1, eq. (7)'; these are from 'line 1'." in done.stderr


def test_list_of_a_place_without_claims_says_how_places_are_written(run, claims):
    claims()
    done = run("list", "claims.py", "--source", "Sec. 99")
    assert done.exit_code == 2
    assert "--source='Sec. 99' is not valid" in " ".join(done.stderr.split())


def test_folders_of_sections_come_in_the_papers_order(run, claims, folder):
    for section in ("a1_proofs", "s10_end", "s2_1_model", "s2_data"):
        (folder / section).mkdir()
        name = section.replace("_", "-")
        text = f'\n{section} = claim("{name}", lambda n: n**2)\ndel good\n'
        claims(text, name=f"{section}/claims.py")
    found = json.loads(run("list", ".", "--json").stdout)
    assert [entry["id"] for entry in found] == [
        "own/s2-data",
        "own/s2-1-model",
        "own/s10-end",
        "own/a1-proofs",
    ]


def test_the_list_marks_what_is_certified(monkeypatch):
    entry = kept.Entry("key", "text", "library", "means", "8.16.1", (), 1.0, 5)
    entries = {"own/good": entry, "own/other": replace(entry, refutes=True)}
    monkeypatch.setattr(kept, "read", lambda _path: entries)
    expected = {"own/good": ("own", "PROVED"), "own/other": ("own", "REFUTED")}
    assert kept.kept_of(expected) == entries
    assert kept.kept_of({"own/good": ("own", "REFUTED"), "own/other": ("own", "PROVED")}) == {}
    described = {
        "source": {"paper": "Own"},
        "kinds": ["proof"],
        "mutants": [],
        "controls": [],
        "title": "It holds",
    }
    shown = [described | {"id": n, "expect": verdict} for n, (_, verdict) in expected.items()]
    console = Console(width=120, record=True)
    console.print(claim_list(shown, entries))
    text = console.export_text()
    assert "PROVED ⊢ " in text
    assert "REFUTED ⊢ ¬" in text
    assert "2 claims, 1 certified (⊢), 1 certified to be false (⊢ ¬)" in text


def test_show_says_where_the_code_of_the_subject_is(run, claims, folder):
    claims()
    shown = " ".join(run("show", "claims.py::own/good").stdout.split())
    number = next(n for n, line in enumerate((folder / "claims.py").read_text().splitlines(), 1)
                  if "good = claim(" in line)  # fmt: skip
    assert f"claims.py:{number}" in shown.replace(" ", "")
