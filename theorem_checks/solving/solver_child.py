"""A solver in a process of its own: reads queries from standard input, writes answers.

Run by path, with the solver's name as the argument; or with 'nursery' and a socket that listens:
then it is forked for each connection, which begins with the solver's name, so that a solver is
there at once. A query is a line of JSON with `text`,
`names` (of the variables), `seconds` and `rlimit`; the answer is a line of JSON with `status`,
`reason` and `model`. A solver that does not heed its own time limit is ended by an alarm,
whatever it is doing.
"""

import contextlib
import json
import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import IO, Any

try:
    import resource
except ImportError:  # Windows
    resource = None

GRACE_SECONDS = 1.0
PREPARED = 3

Answer = dict[str, Any]


def ask_z3(text: str, names: list[str], seconds: float, rlimit: int) -> Answer:
    """Ask z3; algebraic values are given by coefficients and the index of the root."""
    import z3

    context = _prepared.pop() if _prepared else z3.Context()
    logic = "QF_LRA" if "QF_LRA" in text.partition("\n")[0] else "QF_NRA"
    solver = z3.SolverFor(logic, ctx=context)
    solver.set("timeout", max(1, round(seconds * 1000)))
    solver.set("rlimit", rlimit)
    solver.from_string(text)
    status = str(solver.check())
    if status != "sat":
        return {"status": status, "reason": solver.reason_unknown() if status == "unknown" else ""}
    model = solver.model()
    values = {name: model.eval(z3.Real(name, context), True) for name in names}
    return {"status": status, "model": {name: _z3_value(v) for name, v in values.items()}}


def _z3_value(value: Any) -> Any:
    if hasattr(value, "numerator"):
        return f"{value.numerator()}/{value.denominator()}"
    return {"coefficients": [int(str(c)) for c in value.poly()], "index": value.index() - 1}


def ask_cvc5(text: str, names: list[str], seconds: float, rlimit: int) -> Answer:  # noqa: ARG001
    """Ask cvc5; of algebraic values it gives a rational close by."""
    import cvc5.cvc5_python_base as cvc5

    solver = cvc5.Solver()
    solver.setOption("produce-models", "true")
    solver.setOption("tlimit-per", str(max(1, round(seconds * 1000))))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "query")
    symbols = parser.getSymbolManager()
    while not (command := parser.nextCommand()).isNull():
        command.invoke(solver, symbols)
    result = solver.checkSat()
    if result.isUnknown():
        return {"status": "unknown", "reason": result.getUnknownExplanation().name.lower()}
    if result.isUnsat():
        return {"status": "unsat"}
    terms = {term.getSymbol(): term for term in symbols.getDeclaredTerms()}
    values = {name: solver.getValue(terms[name]) for name in names}
    return {
        "status": "sat",
        "model": {name: _cvc5_value(value) for name, value in values.items()},
        "exact": not any(value.isRealAlgebraicNumber() for value in values.values()),
    }


def _cvc5_value(value: Any) -> str:
    if value.isRealAlgebraicNumber():
        value = value.getRealAlgebraicNumberLowerBound()
    return str(value.getRealValue())


_prepared: list[Any] = []  # contexts of z3 that nobody has used, for the first queries
SOLVERS: dict[str, Callable[..., Answer]] = {"z3": ask_z3, "cvc5": ask_cvc5}


def main() -> None:
    """Answer queries until standard input ends; Ctrl-C is for the parent, which ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.argv[1] == "nursery":
        _serve_connections(socket.socket(fileno=int(sys.argv[2])))
    else:
        _serve(sys.argv[1], sys.stdin, sys.stdout)


def _serve(solver: str, queries: IO[str], answers: IO[str]) -> None:
    _lift_processor_limit()
    ask = SOLVERS[solver]
    for line in queries:
        query = json.loads(line)
        signal.setitimer(signal.ITIMER_REAL, query["seconds"] + GRACE_SECONDS)
        try:
            answer = ask(**query)
        except Exception as error:
            answer = {"status": "error", "reason": f"{type(error).__name__}: {error}"}
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(json.dumps(answer), file=answers, flush=True)


def _serve_connections(listener: socket.socket) -> None:
    """Fork a solver for each connection; nobody waits for one that has ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for warm_up in (_warm_up_z3, _warm_up_cvc5):
        with contextlib.suppress(ImportError):  # who asks for that solver will be told
            warm_up()
    while True:
        connection, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            with connection, connection.makefile("r") as queries, connection.makefile("w") as said:
                print(os.getpid(), file=said, flush=True)
                _serve(queries.readline().strip(), queries, said)
            os._exit(0)
        connection.close()


def _warm_up_z3() -> None:
    """Have tables made before the fork; with no time limit, which would start a thread."""
    import z3

    solver = z3.SolverFor("QF_NRA", ctx=z3.Context())
    solver.check()
    del solver  # what its context had is used again by the next one
    _prepared.extend(z3.Context() for _ in range(PREPARED))


def _warm_up_cvc5() -> None:
    ask_cvc5("(set-logic QF_NRA)", [], GRACE_SECONDS, 0)


def _lift_processor_limit() -> None:
    """Let the parent's bound on its own time not add up over queries; each has the alarm."""
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


if __name__ == "__main__":
    main()
