"""A key changes with everything that a result depends on, and with nothing else."""

import ast
import re
import subprocess
import sys

import pytest

from theorem_checks.running import distributions, fingerprint
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.fingerprint import Fingerprints, key_now
from theorem_checks.running.sources import read

QUESTION = {"claim": "t/x", "check": "c", "variant": "claim", "seconds": 1.0, "seed": None}


@pytest.fixture
def key(tmp_path):
    def of(name="claims.py", **question):
        return Fingerprints().key(Origin(None, str(tmp_path / name)), {**QUESTION, **question})

    return of


@pytest.fixture
def closure(tmp_path):
    return lambda name="claims.py": Fingerprints().closure(Origin(None, str(tmp_path / name)))


@pytest.fixture
def chain(write):
    """A claims file, a helper, a helper of the helper, and a stranger."""
    write("claims.py", "from fp_helper import one\n", header="")
    write("fp_helper.py", "def one():\n    from fp_deep import two\n    return two\n", header="")
    write("fp_deep.py", "two = 2\n", header="")
    write("fp_stranger.py", "three = 3\n", header="")
    return lambda name, text: write(name, text, header="")


def test_a_key_is_the_same_in_every_process(key, chain, tmp_path):
    code = (
        "from theorem_checks.running.fingerprint import *\n"
        "from theorem_checks.running.catalogue import Origin\n"
        f"print(Fingerprints().key(Origin(None, {str(tmp_path / 'claims.py')!r}), {QUESTION!r}))"
    )
    seen = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert seen.stdout.strip() == key()


def test_an_edit_two_imports_away_changes_the_key(key, chain):
    before = key()
    chain("fp_deep.py", "two = 3\n")
    assert key() != before
    chain("fp_deep.py", "two = 2\n")
    assert key() == before


def test_an_edit_of_the_file_itself_changes_the_key(key, chain):
    before = key()
    chain("claims.py", "from fp_helper import one\nx = 1\n")
    assert key() != before


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("fp_stranger.py", "three = 4\n"),
        ("fp_deep.py", '"""A docstring."""\n\n\n# and a comment\ntwo = (\n    2  # here\n)\n'),
        ("fp_helper.py", "def one():\n  '''Doc.'''\n\n  from fp_deep import two\n  return two\n"),
    ],
    ids=["unrelated", "comment-and-layout", "docstring"],
)
def test_what_no_result_depends_on_changes_nothing(key, chain, name, text):
    before = key()
    chain(name, text)
    assert key() == before


def test_a_string_that_is_no_docstring_counts(key, chain):
    chain("fp_deep.py", "two = 2\n'text'\n")
    before = key()
    chain("fp_deep.py", "two = 2\n'other text'\n")
    assert key() != before


def test_the_place_of_the_folder_does_not_count(write, tmp_path):
    keys = set()
    for folder in ("here", "there"):
        write(f"{folder}/claims.py", "import fp_moved\n", header="")
        write(f"{folder}/fp_moved.py", "x = 1\n", header="")
        origin = Origin(None, str(tmp_path / folder / "claims.py"))
        keys.add(Fingerprints().key(origin, QUESTION))
    assert len(keys) == 1


@pytest.mark.parametrize("change", [{"check": "d"}, {"variant": "mutant:m"}, {"seed": 1}])
def test_the_question_is_part_of_the_key(key, chain, change):
    assert key(**change) != key()


def test_the_version_of_python_is_part_of_the_key(key, chain, monkeypatch):
    before = key()
    monkeypatch.setattr(fingerprint.sys, "version_info", (3, 99, 0))
    assert key() != before


@pytest.fixture
def upgrade(monkeypatch):
    """Pretend that a distribution has another version."""

    def pretend(name):
        real = distributions.metadata.version
        changed = {name: "99.9"}
        monkeypatch.setattr(distributions.metadata, "version", lambda n: changed.get(n) or real(n))
        for cache in (distributions._versions_of, distributions._required_versions):
            cache.cache_clear()

    yield pretend
    for cache in (distributions._versions_of, distributions._required_versions):
        cache.cache_clear()


@pytest.mark.parametrize(
    ("name", "counts"), [("sympy", True), ("mpmath", True), ("z3-solver", False)]
)
def test_versions_that_are_imported_or_required_count(key, write, upgrade, name, counts):
    write("claims.py", "def f():\n    import sympy.core\n", header="")
    before = key()
    upgrade(name)
    assert (key() != before) is counts


def test_versions_are_those_of_what_own_code_imports(write, tmp_path):
    write("claims.py", "import fp_flint\n", header="")
    write("fp_flint.py", "import flint, json\n", header="")
    versions = Fingerprints().versions(Origin(None, str(tmp_path / "claims.py")))
    assert list(versions) == ["python-flint"]


def test_a_lazy_name_leads_to_its_module_alone(closure, write):
    write("claims.py", "from theorem_checks import Evidence, check\n", header="")
    own = set(closure().digests) - {""}
    assert {"theorem_checks.checks", "theorem_checks.errors"} <= own
    of_types = {"deriving", "statements"}  # the text of a derivation, for who asks for one
    found = {name.split(".")[1] for name in own} - of_types
    assert found == {"checks", "errors", "verdicts"}


def test_a_whole_lazy_package_leads_to_all_that_it_offers(closure, write):
    write("claims.py", "import theorem_checks as tc\n", header="")
    assert "theorem_checks.running.verify" in closure().digests


PACKAGE = {
    "fp_pack/__init__.py": "from .names import renamed as name\nfrom fp_pack import sub\n"
    "__all__ = ['name']\n",
    "fp_pack/names.py": "from ._origin import name as renamed\n",
    "fp_pack/_origin.py": "name = 1\n",
    "fp_pack/sub/__init__.py": "",
    "fp_pack/sub/leaf.py": "from ... import fp_nothing\nfrom .. import name\nfrom . import other\n",
    "fp_pack/sub/other.py": "x = 1\n",
    "fp_pack/aside.py": "y = 1\n",
    "fp_thick/__init__.py": "from .a import x\ntable = {}\n",
    "fp_thick/a.py": "x = 1\n",
    "fp_thick/b.py": "y = 1\n",
    "fp_star/__init__.py": "from .all_of_it import *\n",
    "fp_star/all_of_it.py": "z = 1\n",
}


@pytest.fixture
def package(write):
    for name, text in PACKAGE.items():
        write(name, text, header="")


@pytest.mark.parametrize(
    ("line", "needed"),
    [
        ("from fp_pack import name", "fp_pack.names fp_pack._origin"),
        ("from fp_pack.names import renamed", "fp_pack.names fp_pack._origin"),
        ("from fp_pack import aside", "fp_pack.aside"),
        ("import fp_pack.aside", "fp_pack.aside"),
        ("from fp_pack import sub", "fp_pack.sub"),
        (
            "from fp_pack.sub import leaf",
            "fp_pack.sub.leaf fp_pack.sub.other fp_pack.names fp_pack._origin",
        ),
        ("import fp_pack", "fp_pack fp_pack.names fp_pack._origin fp_pack.sub"),
        ("from fp_pack import *", "fp_pack fp_pack.names fp_pack._origin fp_pack.sub"),
        ("from fp_thick import x", "fp_thick fp_thick.a"),
        ("from fp_thick import b", "fp_thick fp_thick.a fp_thick.b"),
        ("import fp_thick.b", "fp_thick fp_thick.a fp_thick.b"),
        ("from fp_star import z", "fp_star fp_star.all_of_it"),
        ("if 1:\n  try:\n    import fp_pack.aside\n  except E: pass", "fp_pack.aside"),
        (
            "class A:\n  async def f(self):\n    with x:\n      import fp_pack.aside",
            "fp_pack.aside",
        ),
        ("match x:\n  case 1:\n    import fp_pack.aside", "fp_pack.aside"),
    ],
)
def test_imports_lead_to_the_modules_that_they_run(closure, write, package, line, needed):
    write("claims.py", line + "\n", header="")
    assert set(closure().digests) == {"", *needed.split()}


def test_adding_a_name_to_a_package_changes_nothing(key, write, package):
    write("claims.py", "from fp_pack import name\n", header="")
    before = key()
    write(
        "fp_pack/__init__.py", PACKAGE["fp_pack/__init__.py"] + "from .aside import y\n", header=""
    )
    assert key() == before
    write("fp_pack/__init__.py", "from .aside import y as name\n", header="")
    assert key() != before


def test_an_edit_of_a_stub_for_lazy_names_is_seen(key, write):
    write("claims.py", "from fp_lazy import name\n", header="")
    lazy = "import lazy_loader\na, b, c = lazy_loader.attach_stub(__name__, __file__)\n"
    write("fp_lazy/__init__.py", lazy, header="")
    write("fp_lazy/__init__.pyi", "from .one import name as name\n", header="")
    write("fp_lazy/one.py", "name = 1\n", header="")
    write("fp_lazy/two.py", "name = 2\n", header="")
    before = key()
    write("fp_lazy/two.py", "name = 3\n", header="")
    assert key() == before
    write("fp_lazy/__init__.pyi", "from .two import name as name\n", header="")
    assert key() != before


def test_circular_imports_come_to_an_end(closure, write):
    write("claims.py", "import fp_ring\n", header="")
    write("fp_ring.py", "from fp_ring_other import x\n", header="")
    write("fp_ring_other.py", "from fp_ring import y\nimport claims\n", header="")
    assert {"fp_ring", "fp_ring_other"} <= set(closure().digests)


@pytest.mark.parametrize("text", ["def (\n", "x = '\0'\n", "\xff\xfe", "(" * 10_000 + ")" * 10_000])
def test_a_file_that_cannot_be_parsed_counts_by_its_bytes(key, write, tmp_path, text):
    write("claims.py", "import fp_odd\n", header="")
    odd = tmp_path / "fp_odd.py"
    odd.write_bytes(text.encode("latin-1"))
    before = key()
    odd.write_bytes(text.encode("latin-1") + b"# more\n")
    assert key() != before


def test_a_missing_module_counts(closure, key, write):
    write("claims.py", "try:\n    import fp_optional\nexcept ImportError: pass\n", header="")
    assert closure().missing == {"fp_optional"}
    before = key()
    write("fp_optional.py", header="")
    assert key() != before


def test_the_key_of_now_follows_edits(chain, tmp_path):
    origin = Origin(None, str(tmp_path / "claims.py"))
    before = key_now(origin, QUESTION)
    assert key_now(origin, QUESTION) == before == Fingerprints().key(origin, QUESTION)
    chain("fp_deep.py", "two = 22\n")
    assert key_now(origin, QUESTION) == Fingerprints().key(origin, QUESTION) != before


# Run in a process of its own, where no type checker looks over every call.
TIME_A_HUNDRED = """
import pathlib, sys, time
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.fingerprint import Fingerprints

origins = [Origin(None, str(file)) for file in pathlib.Path(sys.argv[1]).glob("c*.py")]
Fingerprints().key(origins[0], {})  # what is installed is looked up once
started = time.process_time()
fingerprints = Fingerprints()
keys = {fingerprints.key(origin, {}) for origin in origins}
print(len(origins), len(keys), time.process_time() - started)
"""


def test_the_key_of_now_sees_a_module_that_was_missing(write, tmp_path):
    file = write("claims.py", "try: import fp_later\nexcept ImportError: pass\n", header="")
    origin = Origin(None, str(file))
    before = key_now(origin, QUESTION)
    write("fp_later.py", header="")
    assert key_now(origin, QUESTION) == Fingerprints().key(origin, QUESTION) != before


def test_a_hundred_files_of_claims_take_less_than_a_second(write, tmp_path):
    body = "".join(f"def f{i}(x, y):\n    return [x + {i} * y for y in x]\n" for i in range(60))
    for i in range(50):
        write(f"fp_lib_{i}.py", f"import fp_lib_{(i + 7) % 50}\n{body}", header="")
    for i in range(100):
        imports = f"import sympy, fp_lib_{i % 50}\nfrom theorem_checks import Claim, check\n"
        write(f"c{i}.py", f"{imports}{body}", header="")
    command = [sys.executable, "-c", TIME_A_HUNDRED, str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    files, keys, seconds = int(said[0]), int(said[1]), float(said[2])
    assert (files, keys) == (100, 50)
    assert seconds < 1  # it takes half of that


DIFFERENT = """
f(a, b)|f(a)(b)|f(a, *b)|f(*a, b)|f(a, b=b)|f(a, **b)|f[a, b]|f[a:b]|f[a::b]|f[:a:b]|f.a(b)|f.a.b
x = 1|x = True|x = 1.0|x = '1'|x = b'1'|x = 1j|x = None|x = ...|x: int = 1|x += 1|x -= 1|(x := 1)
(a, b)|[a, b]|{a, b}|{a: b}|{**a, 'b': b}|{'b': b, **a}|a, = b|a = b,|f'{a} b'|f'{a!r} b'
x = 'a b'|x = 'a', 'b'|x = 'a @ b'|a < b < c|(a < b) < c|a < (b < c)|a + b * c|(a + b) * c
not a|-a|+a|~a|a if b else c|lambda a: b|lambda b: a|lambda *a: b|lambda a=b: b|lambda *, a=b: b
def f(a, b=1): c|def f(a, /, b=1): c|def f(a, *, b=1): c|def f(a=1, b=1): c|def g(a, b=1): c
def f(): global a, b|def f(): global b, a|def f(): global a|async def f(): global a, b
def f(): return|def f(): return None|def f(): yield|class f: c|class f(a): c|class f(metaclass=a): c
import a|import a as b|from a import b|from .a import b|from . import a|from a import *
[a for b in c if d]|[a for b in c for d in e]|(a for b in c if d)|{a for b in c if d}
if a: b|if a: b; c|if a: b;;c|if a: b;;else: c|while a: b|while a: b;;else: c|for a in b: c
with a: b|with a as b: c|try: a;;except b: c|try: a;;except: b|try: a;;finally: b|raise a|del a
"""


def test_different_code_has_different_digests(write):
    codes = [code.replace(";;", "\n") for code in re.split(r"[|\n]", DIFFERENT.strip())]
    files = [write(f"code_{i}.py", f"{code}\n", header="") for i, code in enumerate(codes)]
    assert all(ast.parse(code) for code in codes)
    assert len({read(file).digest for file in files}) == len(files) > 90


def test_reading_a_file_again_is_cheap_until_it_is_edited(write):
    file = write("once.py", "x = 1\n", header="")
    first = read(file)
    assert read(file) is first
    write("once.py", "x = 10\n", header="")
    assert read(file).digest != first.digest
