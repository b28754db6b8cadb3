"""How many processors a process may use."""

from theorem_checks.processors import processors


def test_all_processors_of_this_process_are_counted(monkeypatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: {0, 1, 2}, raising=False)
    assert processors() == 3
    monkeypatch.delattr("os.sched_getaffinity")
    monkeypatch.setattr("os.cpu_count", lambda: None)
    assert processors() == 1
