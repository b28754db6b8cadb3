"""Files of claims are found and read the same way wherever they are; broken ones harm nothing."""

import importlib.metadata
import sys
import time
from types import ModuleType

import pytest

from theorem_checks.checks import check
from theorem_checks.errors import ArgumentError
from theorem_checks.running import finding
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.discovery import discover, files_read_once
from theorem_checks.running.loading import claims_of
from theorem_checks.running.plan import plan
from theorem_checks.running.supervise import run_job
from theorem_checks.verdicts.evidence import Evidence

ONE = "the_claim = claim('t/{0}', tries)\n"


@check("search")
def check_one(subject):
    return Evidence.holds("tried")


def find(*paths, **more):
    return discover(paths, **{"entry_points": False, **more})


def messages(catalogue):
    return [str(problem) for problem in catalogue.problems]


@pytest.fixture
def name_entry_points(monkeypatch):
    """Make these the entry points of the group."""

    def name(**values):
        entries = [importlib.metadata.EntryPoint(n, v, finding.GROUP) for n, v in values.items()]
        monkeypatch.setattr(finding, "entry_points", lambda group: entries)

    return name


@pytest.fixture(autouse=True)
def restored_path(monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))


def test_claims_in_variables_lists_and_tuples(write):
    file = write(
        "many.py",
        """
        first = claim("t/first", tries)
        alias = first
        listed = [claim("t/listed-1", tries), claim("t/listed-2", tries)]
        paired = (first, claim("t/paired", tries))
        """,
    )
    catalogue = find(file)
    assert list(catalogue.found) == ["t/first", "t/listed-1", "t/listed-2", "t/paired"]
    assert not catalogue.problems
    found = catalogue.found["t/first"]
    assert (found.file, found.origin) == (file.resolve(), Origin(None, str(file.resolve())))


def test_in_a_block_that_says_so_a_file_is_read_once(write, tmp_path):
    imports = tmp_path / "imports.txt"
    note = f"open({str(imports)!r}, 'a').write('x')\n"
    file, broken = write("once.py", note + ONE.format("a")), write("broken.py", note + "1 / 0\n")
    with files_read_once():
        first, again = find(file, broken), find(broken, file)
        assert imports.read_text() == "xx"
        write("once.py", note + ONE.format("b"))
        write("broken.py", note + ONE.format("c"))
        last = find(file)
    assert list(first.found) == list(again.found) == list(last.found) == ["t/a"]
    assert messages(first) == messages(again) != messages(last) == []
    assert list(find(file, broken).found) == ["t/b", "t/c"]


def test_a_folder_is_walked_in_order_without_hidden_parts(write, tmp_path):
    for name in ("b.py", "a/z.py", "a/y.py", ".hidden/h.py", "__pycache__/c.py", ".h.py"):
        claim = "".join(c for c in name if c.isalnum())
        write(name, ONE.format(claim))
    write("env/pyvenv.cfg", header="")
    write("env/lib/e.py", ONE.format("in-env"))
    write("a/__main__.py", "raise SystemExit", header="")
    write("a/notes.txt", "no Python", header="")
    assert list(find(tmp_path).found) == ["t/bpy", "t/aypy", "t/azpy"]


def test_the_same_file_twice_is_read_once(write, tmp_path):
    file = write("one.py", ONE.format("one"))
    catalogue = find(file, tmp_path, str(tmp_path / "." / "one.py"))
    assert list(catalogue.found) == ["t/one"]
    assert not catalogue.problems


@pytest.mark.parametrize("name", ["random.py", "typing.py", "my-claims 2.py", "theorem_checks.py"])
def test_the_name_of_a_lone_file_does_not_matter(write, name):
    before = set(sys.modules)
    catalogue = find(write(name, ONE.format("named")))
    assert list(catalogue.found) == ["t/named"]
    assert sys.modules["random"].__name__ == "random"
    assert not catalogue.problems
    assert set(sys.modules) == before
    answer = run_job(plan(catalogue)[0].to_json())
    assert answer["evidence"]["verdict"] == "HOLDS"


def test_files_of_one_stem_are_told_apart(write, tmp_path):
    write("a/claims.py", ONE.format("a"))
    write("b/claims.py", ONE.format("b"))
    assert list(find(tmp_path).found) == ["t/a", "t/b"]


def test_a_lone_file_imports_what_lies_beside_it(write):
    write("beside_it.py", "ANSWER = 42\n", header="")
    file = write("asks.py", "import beside_it\nthe_claim = claim(f't/{beside_it.ANSWER}', tries)\n")
    catalogue = find(file)
    assert list(catalogue.found) == ["t/42"]
    assert run_job(plan(catalogue)[0].to_json())["finished"]


def test_helpers_of_one_name_in_two_folders_are_not_mixed_up(write, tmp_path):
    for folder in ("a", "b"):
        write(f"{folder}/same_helper.py", f"NAME = 't/{folder}'\n", header="")
        write(f"{folder}/c.py", "import same_helper\nx = claim(same_helper.NAME, tries)\n")
    catalogue = find(tmp_path)
    assert list(catalogue.found) == ["t/a", "t/b"]
    assert not messages(catalogue)


def test_a_helper_behind_a_module_of_the_standard_library_is_a_problem(write):
    write("helper_of_colorsys.py", "import colorsys\n", header="")
    write("colorsys.py", "NAME = 't/x'\n", header="")
    file = write("c.py", "import helper_of_colorsys\n" + ONE.format("x"))
    (message,) = messages(find(file))
    assert "'colorsys'" in message
    assert "Rename" in message


def test_a_file_of_claims_may_be_called_like_a_module_that_others_import(write, tmp_path):
    write("secrets.py", ONE.format("secrets"))
    file = write("c.py", "import secrets\nassert secrets.token_bytes\n" + ONE.format("c"))
    catalogue = find(tmp_path)
    assert messages(catalogue) == []
    assert list(catalogue.found) == ["t/c", "t/secrets"]
    assert run_job(plan(find(file))[0].to_json())["finished"]


def test_a_file_of_a_package_has_its_dotted_name(write, tmp_path):
    write("a_package/__init__.py", header="")
    write("a_package/inner/__init__.py", header="")
    write("a_package/names.py", "NAME = 't/packed'\n", header="")
    body = "from ..names import NAME\nfrom a_package import names\nx = claim(NAME, tries)\n"
    file = write("a_package/inner/packed.py", body)
    catalogue = find(file)
    assert messages(catalogue) == []
    assert catalogue.found["t/packed"].origin == Origin("a_package.inner.packed", str(tmp_path))
    assert catalogue.claims[0].module == "a_package.inner.packed"
    assert run_job(plan(catalogue)[0].to_json())["finished"]


def test_a_package_whose_name_is_taken_is_a_problem(write):
    write("numpy/__init__.py", header="")
    (message,) = messages(find(write("numpy/mine.py", ONE.format("mine"))))
    assert "package 'numpy'" in message
    assert "Rename the folder" in message


def test_two_packages_of_one_name_are_told_apart(write, tmp_path):
    for folder in ("a", "b"):
        write(f"{folder}/twin_package/__init__.py", header="")
        write(f"{folder}/twin_package/c.py", ONE.format(folder))
    catalogue = find(tmp_path)
    assert list(catalogue.found) == ["t/a", "t/b"]
    assert not messages(catalogue)
    assert all(run_job(job.to_json())["finished"] for job in plan(catalogue))


def test_imported_claims_count_once(write, tmp_path):
    write("a_house/__init__.py", header="")
    write("a_house/first.py", ONE.format("first"))
    write("a_house/second.py", "from a_house.first import the_claim\n" + ONE.format("second"))
    catalogue = find(tmp_path)
    assert list(catalogue.found) == ["t/first", "t/second"]
    assert catalogue.found["t/first"].origin.module == "a_house.first"
    assert not catalogue.problems


def test_a_claim_made_elsewhere_is_not_lost_in_silence(write, tmp_path):
    write("factory.py", "def make(): return Claim(id='t/made', title='t', source=Source('p', 'q'),"
          " statement='s', subject=1, mutants=(Mutant('two', 2),), checks=(tries,))\n")  # fmt: skip
    catalogue = find(write("uses.py", "from factory import make\nmade = make()\n"))
    assert not catalogue.found
    (message,) = messages(catalogue)
    assert "t/made" in message
    assert "module=__name__" in message


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("x = 1\nx = (\n", 2, "SyntaxError: '(' was never closed"),
        ("x = 1\nraise ValueError('no')\n", 2, "ValueError: no"),
        ("import no_such_module\n", 1, "No module named 'no_such_module'"),
        ("import sys\nsys.exit(3)\n", 2, "SystemExit: it called sys.exit(3)"),
        ("import os\n\nos._exit(3)\n", None, "ended its process with exit code 3"),
        ("import ctypes\n\nctypes.string_at(0)\n", 3, "SIGSEGV"),
        ("x = 1\nwhile True: pass\n", 2, "was stopped at its limit of 1 s"),
        ("x = pow(7, 10**9)\n", 1, "was stopped at its limit of 1 s"),
        ("x = bytearray(10**12)\n", 1, "MemoryError"),
        ("def f(): return f()\nf()\n", 1, "RecursionError"),
        ("class E(BaseException): pass\nraise E('base')\n", 2, "E: base"),
        ("\0", None, "null bytes"),
    ],
    ids=lambda value: value if isinstance(value, int) else None,
)
def test_a_broken_file_spoils_nothing_else(write, text, line, said):
    broken = write("m_broken.py", text, header="")
    files = [write("a.py", ONE.format("a")), broken, write("z.py", ONE.format("z"))]
    started = time.monotonic()
    catalogue = find(*files, seconds=1.0)
    assert time.monotonic() - started < 10
    assert list(catalogue.found) == ["t/a", "t/z"]
    (problem,) = catalogue.problems
    assert said in str(problem)
    assert str(problem).startswith(str(broken))
    assert line is None or f"{broken}:{line}" in str(problem)


def test_a_claim_that_cannot_be_checked_is_a_problem_with_its_line(write):
    body = "from theorem_checks import Claim, Source\n\n"
    body += "x = Claim(id='t/bad', title='t', source=Source('p', 'q'),\n"
    file = write("bad.py", body + "    statement='s', subject=1, checks=())\n", header="")
    (problem,) = find(file).problems
    assert problem.message == "ClaimError: t/bad has no check. Give checks=(...)."
    assert problem.where == f"{file}:3"
    assert "x = Claim" in problem.detail


def test_an_error_in_a_helper_is_shown_at_the_import(write):
    write("falls.py", "\n\n1 / 0\n", header="")
    file = write("leans.py", "import falls\n", header="")
    (problem,) = find(file).problems
    assert problem.where == f"{file}:1"
    assert "falls.py" in problem.detail
    assert "theorem_checks/running" not in problem.detail


def test_two_claims_of_one_id_are_a_problem_that_names_both(write, tmp_path):
    first, second = write("a.py", ONE.format("same")), write("b.py", ONE.format("same"))
    catalogue = find(tmp_path)
    assert catalogue.found["t/same"].file == first
    (message,) = messages(catalogue)
    assert message.startswith(str(second))
    assert str(first) in message


def test_a_file_without_claims_is_a_problem_if_nothing_else_was_asked_for(write, tmp_path):
    file = write("empty.py", "x = 1\n")
    assert messages(find(file)) == [f"{file}: There is no claim in it."]
    write("full.py", ONE.format("full"))
    assert messages(find(tmp_path)) == []


def test_a_folder_without_files_is_a_problem(tmp_path):
    assert messages(find(tmp_path)) == [f"{tmp_path}: There is no Python file in it."]


@pytest.mark.parametrize("name", ["missing.py", "missing", "notes.txt"])
def test_a_path_that_cannot_be_read_is_an_error(write, tmp_path, name):
    write("notes.txt", header="")
    with pytest.raises(ArgumentError, match=r"a folder or a \.py file that exists"):
        find(tmp_path / name)


def test_a_path_is_wrapped_in_a_sequence(tmp_path):
    with pytest.raises(ArgumentError, match="Wrap it"):
        discover(str(tmp_path))


def test_an_edited_file_is_read_again(write):
    file = write("edited.py", ONE.format("before"))
    assert list(find(file).found) == ["t/before"]
    write("edited.py", ONE.format("after0"))
    assert list(find(file).found) == ["t/after0"]


def test_what_a_file_prints_stays_off_standard_output(write, capfd):
    find(write("prints.py", "print('hello')\n" + ONE.format("prints")))
    assert capfd.readouterr() == ("", "")


def test_an_entry_point_names_a_package_with_all_its_modules(write, tmp_path, name_entry_points):
    write("entry_house/__init__.py", header="")
    write("entry_house/a.py", ONE.format("a"))
    write("entry_house/inner/__init__.py", ONE.format("init"))
    write("entry_house/inner/b.py", ONE.format("b"))
    write("entry_module.py", ONE.format("module"))
    sys.path.append(str(tmp_path))
    name_entry_points(house="entry_house", module="entry_module")
    catalogue = discover()
    assert {f.claim.id: f.origin.module for f in catalogue.found.values()} == {
        "t/a": "entry_house.a",
        "t/init": "entry_house.inner",
        "t/b": "entry_house.inner.b",
        "t/module": "entry_module",
    }
    assert not catalogue.problems


def test_a_path_inside_an_installed_package_is_the_same_module(write, tmp_path, name_entry_points):
    for part in ("one_house", "one_house/inner"):
        write(f"{part}/__init__.py", header="")
    file = write("one_house/inner/a.py", ONE.format("a"))
    sys.path.append(str(tmp_path))
    name_entry_points(house="one_house")
    by_path, by_both = find(file), discover([file, tmp_path / "one_house"])
    assert by_path.found["t/a"].origin == by_both.found["t/a"].origin
    assert len(by_both.found) == 1
    assert by_both.problems == ()


def test_entry_points_that_lead_nowhere_are_problems(name_entry_points):
    name_entry_points(gone="no_such_package", odd="json:loads")
    gone, odd = messages(discover())
    assert "no_such_package" in gone
    assert "names an attribute" in odd
    assert discover([], entry_points=False).problems == ()


ERRATUM = """
printed = claim("t/printed", tries, expect="REFUTED", subject=2, mutants=(),
                controls=(Control("right", 1),){erratum})
"""
REPAIR = "repair = claim('t/repair', tries{repair})\n"


def pair(erratum="", repair="", more=""):
    return ERRATUM.format(erratum=erratum) + REPAIR.format(repair=repair) + more


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (pair(", repaired_by='t/repair'", ", repairs=('t/printed',)"), None),
        (pair(", repaired_by='t/repair'"), "does not name it in repairs"),
        (pair("", ", repairs=('t/printed',)"), "has repaired_by=None"),
        (
            pair(
                ", repaired_by='t/repair'",
                ", repairs=('t/printed',), expect='REFUTED', controls=(Control('c', 1),)",
            ),
            "is itself expected to be REFUTED",
        ),
        (
            "a = claim('t/a', tries, repaired_by='t/b')\nb = claim('t/b', tries, repairs=('t/a',))",
            "which is expected to be HOLDS",
        ),
    ],
    ids=["mutual", "one-way", "other-way", "refuted-repair", "nothing-to-repair"],
)
def test_errata_point_at_each_other(write, body, said):
    found = messages(find(write("errata.py", body)))
    assert len(found) == (said is not None)
    assert said is None or said in found[0]


def test_a_missing_half_is_a_problem_only_if_all_is_there(write, name_entry_points):
    file = write("half.py", ERRATUM.format(erratum=", repaired_by='t/repair'"))
    name_entry_points()
    assert messages(find(file)) == []
    (message,) = messages(discover([file]))
    assert "linked to t/repair, which does not exist" in message
    unreadable = write("unreadable.py", "1 / 0\n")
    (message,) = messages(discover([file, unreadable]))
    assert "ZeroDivisionError" in message


def test_ten_thousand_claims_of_a_file_are_listed_in_no_time(make_claim):
    claims = [make_claim(f"t/many-{i}", check_one, module="many") for i in range(10_000)]
    module = ModuleType("many")
    vars(module)["claims"] = claims
    started = time.process_time()
    assert claims_of(module) == claims
    assert time.process_time() - started < 1


def test_an_error_that_the_toolkit_raises_on_purpose_is_told_at_the_authors_line(write):
    text = "from theorem_checks import certificate\n\nx = certificate(print, proof='nowhere.v')\n"
    file = write("lacks.py", text, header="")
    (problem,) = find(file).problems
    assert problem.where == f"{file}:3"
    assert "x = certificate(" in problem.detail
    assert "scripts.py" not in problem.detail
    assert "FileNotFoundError" not in problem.detail


def test_of_an_error_in_an_authors_file_only_others_lines_are_told(write):
    text = (
        "from theorem_checks import Equal, prove\n"
        "def says():\n    return Equal(nowhere, 1)\n"
        "from theorem_checks.statements.tracing import traced\ntraced(says)\n"
    )
    (problem,) = find(write("names.py", text, header="")).problems
    assert problem.where.endswith("names.py:3")
    assert "return Equal(nowhere, 1)" in problem.detail
    assert "tracing.py" not in problem.detail
