"""A check finds the global state that its file left when it was loaded, and no other's."""

import json
import os

import pytest

from theorem_checks.running.discovery import discover
from theorem_checks.running.plan import plan
from theorem_checks.running.supervise import run_job

LOOK_AND_SPOIL = """
import decimal, random, warnings

os.environ["SET_BY_{name}"] = "at import"

def look():
    seen = {{
        "random": random.random(),
        "environ": sorted(name for name in os.environ if name.startswith("SET_BY")),
        "cwd": os.getcwd(),
        "filters": len(warnings.filters),
        "recursion": sys.getrecursionlimit(),
        "digits": sys.get_int_max_str_digits(),
        "decimal": decimal.getcontext().prec,
        "stdout": sys.stdout is sys.__stdout__,
        "path": sys.path[-1],
    }}
    import flint, mpmath, numpy
    seen["mpmath"] = mpmath.mp.dps, mpmath.iv.prec
    seen["flint"] = flint.ctx.prec, flint.ctx.cap
    seen["numpy"] = numpy.random.random(), numpy.geterr()["over"]
    return seen

def spoil():
    import flint, mpmath, numpy
    random.seed(7)
    numpy.random.seed(7)
    numpy.seterr(all="raise")
    mpmath.mp.dps, mpmath.iv.prec = 50, 200
    flint.ctx.prec, flint.ctx.cap = 200, 20
    os.environ["SET_BY_A_CHECK"] = "1"
    os.environ.pop("PATH", None)
    os.chdir("/")
    warnings.simplefilter("error")
    sys.setrecursionlimit(5000)
    sys.set_int_max_str_digits(0)
    decimal.getcontext().prec = 5
    sys.stdout = open(os.devnull, "w")
    sys.path.append("/nowhere")

@check("search")
def looks(subject):
    import json
    seen = look()
    spoil()
    return Evidence.holds(json.dumps(seen | {{"pid": os.getpid()}}))

the_claim = claim("t/{name}", looks)
"""


@pytest.fixture
def jobs(write):
    files = [write(f"{name}.py", LOOK_AND_SPOIL.format(name=name)) for name in ("one", "other")]
    return plan(discover(files, entry_points=False))


def seen_by(job):
    answer = run_job(job.to_json())
    assert answer["finished"], answer["evidence"]["reason"]
    return json.loads(answer["evidence"]["scope"])


def test_what_a_check_changes_is_put_back(jobs):
    one = jobs[0]
    first, second = seen_by(one), seen_by(one)
    assert first.pop("pid") != second.pop("pid")
    assert first == second
    assert first["environ"] == ["SET_BY_one"]
    assert first["cwd"] == os.getcwd()
    assert first["mpmath"] == [15, 53]
    assert first["flint"] == [53, 10]
    assert first["decimal"] == 28
    assert first["stdout"] is True


def test_what_one_file_sets_another_does_not_see(jobs):
    one, other = jobs[0], jobs[-1]
    assert one.origin != other.origin
    first, second, third = seen_by(one), seen_by(other), seen_by(one)
    assert len({seen.pop("pid") for seen in (first, second, third)}) == 3
    assert second["environ"] == ["SET_BY_other"]
    assert third == first


def test_checks_run_in_the_current_folder(jobs, tmp_path, monkeypatch):
    monkeypatch.chdir("/")
    before = seen_by(jobs[0])
    monkeypatch.chdir(tmp_path)
    after = seen_by(jobs[0])
    assert (before["cwd"], after["cwd"]) == ("/", str(tmp_path))


WITH_JAX = """
import jax

{at_import}

@check("search")
def spoils(subject):
    before = jax.config.jax_default_matmul_precision, jax.config.jax_enable_x64
    jax.config.update("jax_default_matmul_precision", "float32")
    jax.config.update("jax_enable_x64", False)
    return Evidence.holds(str(before))

the_claim = claim("t/{name}", spoils)
"""


def test_jax_settings_are_put_back(write):
    setting = "jax.config.update('jax_default_matmul_precision', 'highest')"
    files = [
        write("sets.py", WITH_JAX.format(name="sets", at_import=setting)),
        write("takes.py", WITH_JAX.format(name="takes", at_import="")),
    ]
    sets, takes = (
        job for job in plan(discover(files, entry_points=False)) if job.variant == "claim"
    )
    scopes = [run_job(job.to_json())["evidence"]["scope"] for job in (sets, sets, takes, takes)]
    assert scopes[0] == scopes[1]
    assert scopes[0].startswith("('highest', True")
    assert scopes[2] == scopes[3] == scopes[0].replace("'highest'", "None")
    # 64-bit floats, unless the user says otherwise
