"""Whatever a check does, its run ends in evidence, within its limits, and spoils nothing."""

import os
import re
import time
from dataclasses import replace
from types import SimpleNamespace

import psutil
import pytest

from theorem_checks.running import supervise
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.discovery import discover
from theorem_checks.running.job import Job
from theorem_checks.running.plan import plan
from theorem_checks.running.supervise import claims_in, run_job
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind

# The limit, the worker's time to say where it was, its end, the start of another.
SOON = 8.0


def reason_of(answer):
    evidence = Evidence.from_json(answer["evidence"])
    assert evidence.verdict == "UNDECIDED"
    assert evidence.kind == "search"
    assert answer["finished"] is False
    return evidence.reason


def has_ended(pid):
    """Whether a process is gone, or is dead and only waits to be noticed by its new parent."""
    for _ in range(100):
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.02)
    return False


def test_a_check_that_returns_is_finished(run_body):
    answer = run_body("return Evidence.holds('tried')")
    assert answer["finished"] is True
    evidence = Evidence.from_json(answer["evidence"])
    assert (evidence.verdict, evidence.scope, evidence.kind) == ("HOLDS", "tried", "search")
    assert evidence.seconds is not None
    assert 0 <= evidence.seconds < SOON
    assert "python" in evidence.versions


def test_undecided_by_the_check_itself_is_finished(run_body):
    answer = run_body("return Evidence.undecided('the solver does not know')")
    assert answer["finished"] is True


@pytest.mark.parametrize(
    "body",
    [
        "while True: pass",
        "pow(7, 10**9)",  # one C function, which never lets go of the interpreter
        "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32)); time.sleep(600)",
    ],
    ids=["loop", "pow", "sleep-with-signals-blocked"],
)
def test_a_check_that_does_not_end_is_stopped(run_body, body):
    started = time.monotonic()
    reason = reason_of(run_body(body, seconds=0.3))
    assert time.monotonic() - started < SOON
    assert "was stopped at its limit of 0.3 s" in reason


def test_a_stopped_check_says_where_it_was(run_body):
    reason = reason_of(run_body("print('halfway')\nwhile True:\n    pass", seconds=0.3))
    assert "body.py:" in reason
    assert "in tried" in reason
    assert reason.endswith("Its last output was:\nhalfway")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("sys.exit(4)", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("return tried.function(subject)", "RecursionError"),
        ("import nowhere_at_all", "No module named 'nowhere_at_all'"),
        ("class E(Exception):\n    __str__ = None\nraise E", "E: (its message cannot be shown)"),
    ],
    ids=["exception", "exit", "interrupt", "recursion", "import", "speechless"],
)
def test_an_exception_is_told_with_its_line(run_body, body, said):
    reason = reason_of(run_body(body))
    assert said in reason
    assert "body.py:" in reason


def test_what_was_printed_before_an_exception_is_told(run_body):
    lines = "for i in range(99): print('step', i)"
    reason = reason_of(run_body(f"{lines}\nsys.stderr.write('half a line')\n1 / 0"))
    told = [f"step {i}" for i in range(95, 99)]
    assert reason.split("Its last output was:\n")[1].splitlines() == [*told, "half a line"]


def test_an_endless_message_is_cut(run_body):
    reason = reason_of(run_body("raise ValueError('x' * 10**7)"))
    assert len(reason) < 5000
    assert "characters" in reason


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 7", "returned int 7: expected Evidence"),
        ("return None", "returned NoneType"),
        ("return Evidence.proved('all')", "said PROVED: agreement"),
    ],
)
def test_what_is_no_evidence_of_its_kind_is_refused(run_body, body, said):
    assert said in reason_of(run_body(body))


@pytest.mark.parametrize(
    "body",
    [
        "bytearray(50 * 2**30)",
        "import numpy; numpy.ones(50 * 2**27)",
        "kept = []\nwhile True: kept.append(bytearray(os.urandom(2**10) * 2**12))",
        "import subprocess; code = 'import time; x = b\"x\" * (6 * 10**8); time.sleep(600)'\n"
        "subprocess.run([sys.executable, '-c', code])",
    ],
    ids=["bytearray", "numpy", "growing", "in-a-child"],
)
def test_memory_is_bounded(run_body, body):
    started = time.monotonic()
    reason = reason_of(run_body(body, memory_mb=300, seconds=20))
    assert time.monotonic() - started < 2 * SOON
    assert "300 MB of memory" in reason


def test_loaded_libraries_do_not_count(run_body):
    answer = run_body(
        "return Evidence.holds(str(len(ballast)))",
        before="ballast = b'x' * (150 * 2**20)",
        memory_mb=50,
    )
    assert answer["finished"] is True


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("os._exit(3)", "ended its process with exit code 3"),
        ("os._exit(0)", "ended its process with exit code 0"),
        ("os.kill(os.getpid(), 9)", "was killed by signal 9 (SIGKILL)"),
        ("os.abort()", "was killed by signal 6 (SIGABRT)"),
        ("import ctypes; ctypes.string_at(0)", "was killed by signal 11 (SIGSEGV)"),
        ("os.closerange(0, 1000); time.sleep(600)", "closed the pipe"),
    ],
    ids=["exit-3", "exit-0", "sigkill", "abort", "segfault", "close"],
)
def test_the_end_of_a_worker_is_told(run_body, body, said):
    assert said in reason_of(run_body(body))


def test_a_crash_says_where_it_was(run_body):
    reason = reason_of(run_body("import ctypes; ctypes.string_at(0)"))
    assert "body.py:" in reason
    assert "in tried" in reason


def test_prints_do_not_reach_the_protocol(run_body):
    answer = run_body(
        """
        import subprocess
        for i in range(50_000): print('{"evidence": 1}' * 10)
        os.write(1, b'\\xff\\n{"loaded": 1}\\n')
        os.write(2, b'noise')
        subprocess.run(['echo', '{}'])
        return Evidence.holds('quiet')
        """
    )
    assert answer["finished"] is True
    assert answer["evidence"]["scope"] == "quiet"


def test_a_check_finds_no_standard_input(run_body):
    answer = run_body("return Evidence.holds(repr(sys.stdin.read() + os.read(0, 10).decode()))")
    assert answer["evidence"]["scope"] == "''"


@pytest.mark.parametrize(
    "body",
    [
        "import subprocess; p = subprocess.Popen(['sleep', '600']); left = p.pid",
        "import subprocess; p = subprocess.Popen(['sleep', '600'], start_new_session=True);"
        " left = p.pid",
        "import multiprocessing as m; p = m.get_context('fork').Process(target=time.sleep,"
        " args=(600,)); p.start(); left = p.pid",
    ],
    ids=["child", "child-in-another-session", "fork"],
)
def test_processes_that_are_left_are_killed(run_body, body):
    answer = run_body(f"{body}\nreturn Evidence.holds(str(left))")
    assert answer["finished"] is True
    assert has_ended(int(answer["evidence"]["scope"]))


def test_a_worker_with_a_thread_left_is_not_used_again(run_body):
    answer = run_body(
        """
        import threading
        threading.Thread(target=time.sleep, args=(600,)).start()
        return Evidence.holds(str(os.getpid()))
        """
    )
    assert answer["finished"] is True
    assert has_ended(int(answer["evidence"]["scope"]))


def test_each_check_has_a_process_of_its_own(write):
    file = write(
        "twice.py",
        """
        at_import = os.getpid()

        @check("search")
        def pid(subject):
            return Evidence.holds(f"{at_import} {os.getpid()}")

        the_claim = claim("t/twice", pid)
        """,
    )
    job = plan(discover([file], entry_points=False))[0].to_json()
    first, again = (run_job(job)["evidence"]["scope"].split() for _ in range(2))
    assert first[0] == again[0]  # the file was imported once
    assert len({*first, *again, str(os.getpid())}) == 4


def test_solvers_end_with_their_check(write):
    file = write(
        "solved.py",
        """
        from theorem_checks import prove_for_all, reals
        from theorem_checks.solving import solvers

        @check("search")
        def pids(subject):
            assert prove_for_all(reals("x") ** 2 >= 0).verdict == "PROVED"
            return Evidence.holds(str([p.child.pid for p in solvers._processes.values()]))

        the_claim = claim("t/solved", pids)
        """,
    )
    job = plan(discover([file], entry_points=False))[0].to_json()
    first, again = (set(re.findall(r"\d+", run_job(job)["evidence"]["scope"])) for _ in range(2))
    assert len(first | again) == 4
    assert all(has_ended(int(pid)) for pid in first | again)


def test_a_worker_with_edited_modules_gives_way(run_body):
    first = run_body("return Evidence.holds(str(os.getpid()))")["evidence"]["scope"]
    second = run_body("return Evidence.holds(str(os.getpid()) + ' edited')")["evidence"]["scope"]
    assert second.endswith(" edited")
    assert not second.startswith(first)


def test_a_worker_does_not_mix_up_helpers_of_two_folders(write):
    body = """
    import helper_in_two_folders

    @check("search")
    def names(subject):
        return Evidence.holds(helper_in_two_folders.NAME)

    the_claim = claim("t/helped", names)
    """
    files = []
    for folder in ("a", "b"):
        write(f"{folder}/helper_in_two_folders.py", f"NAME = {folder!r}\n", header="")
        files.append(write(f"{folder}/c.py", body))
    job = plan(discover(files[:1], entry_points=False))[0]
    other = replace(job, origin=Origin(None, str(files[1])), key="")  # as another run may ask for
    scopes = [run_job(j.to_json())["evidence"]["scope"] for j in (job, other, job)]
    assert scopes == ["a", "b", "a"]


def test_the_worker_ends_a_file_that_loops_only_there(write):
    file = write("loops.py", "the_claim = claim('t/loops', tries)\nwhile True: pass\n")
    _, (problem,) = claims_in(Origin(None, str(file)), file, seconds=0.5)
    assert "was stopped at its limit of 0.5 s" in problem.message
    assert f"{file}:" in problem.message


def test_evidence_that_is_huge_is_refused(run_body):
    reason = reason_of(run_body("return Evidence.holds('x' * 10**8)"))
    assert "too long" in reason


def test_evidence_that_is_no_json_is_refused(run_body):
    reason = reason_of(run_body("return Evidence.holds('x', versions={'z3': object()})"))
    assert "cannot be written: TypeError" in reason


def test_a_limit_may_be_infinite(write):
    body = """
    @check("search", seconds=float("inf"), memory_mb=float("inf"))
    def unlimited(subject):
        return Evidence.holds("in its own time")

    the_claim = claim("t/unlimited", unlimited)
    """
    job = plan(discover([write("unlimited.py", body)], entry_points=False))[0]
    assert run_job(job.to_json())["finished"] is True


def test_a_job_that_is_no_job_is_an_error():
    with pytest.raises((KeyError, TypeError)):
        run_job({"claim": "t/x"})


def test_what_did_not_come_to_its_end_has_the_time_that_it_took(monkeypatch):
    job = object.__new__(Job)
    for name, value in {"kind": Kind.EXACT, "seed": None}.items():
        object.__setattr__(job, name, value)
    clock = SimpleNamespace(perf_counter=lambda: 107.5)
    monkeypatch.setattr(supervise, "time", clock)
    answer = supervise._unfinished(job, "It ended.", 100.0)
    assert answer["evidence"]["seconds"] == 7.5
    assert answer["evidence"]["reason"] == "It ended."
    assert answer["finished"] is False
