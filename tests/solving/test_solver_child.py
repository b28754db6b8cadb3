"""A process from which solvers are forked."""

import os
import socket
import subprocess
import sys

SERVES = (
    "import socket\n"
    "from theorem_checks.solving.solver_child import _serve_connections\n"
    "listener = socket.create_server(('127.0.0.1', 0))\n"
    "print(listener.getsockname()[1], flush=True)\n"
    "_serve_connections(listener)\n"
)


def test_each_connection_is_served_by_a_process_of_its_own():
    command = [sys.executable, "-c", SERVES]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            served = []
            for _ in range(2):
                with (
                    socket.create_connection(("127.0.0.1", port), timeout=60) as connection,
                    connection.makefile("r") as answers,
                ):
                    served.append(int(answers.readline()))
            assert len({*served, server.pid, os.getpid()}) == 4
        finally:
            server.kill()
