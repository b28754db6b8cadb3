"""Programs as values: equality, sharing, order, rewriting, text."""

from hypothesis import given, settings

from constructions.lsrl import (
    Concat,
    ForEach,
    Graph,
    Input,
    Lin,
    LinState,
    Multi,
    ReLU,
    for_each,
)
from constructions.lsrl.language.graphs import kept
from proofs.lsrl.strategies import programs, runs


def diamond(shared):
    x = Input(1)
    left = ReLU(x)
    return ForEach(Concat(left, left if shared else ReLU(x)))


def test_equality_sees_structure_and_sharing():
    assert diamond(True) == diamond(True)
    assert hash(diamond(True)) == hash(diamond(True))
    assert diamond(True) != diamond(False)
    assert diamond(False).merged() == diamond(True)
    x = Input(1)
    assert Lin(x, 1, 2) == Lin(x, 1, 2)
    assert Lin(x, 1, 2) != Lin(x, 1, 3)
    assert Lin(x, 1, 2) != ReLU(x)
    assert Input(1) == Input(1)
    assert ReLU(x) != 3


@settings(max_examples=40)
@given(programs())
def test_rebuilt_programs_are_equal(program):
    fresh = program.rewritten(lambda node, inputs: node.on(*inputs))
    assert fresh == program
    assert hash(fresh) == hash(program)
    assert all(a is not b for a, b in zip(fresh.nodes, program.nodes, strict=True))
    same = program.rewritten(kept)
    assert same.output is program.output


@settings(max_examples=40)
@given(programs())
def test_order_and_users(program):
    graph = program.graph
    for i, (node, inputs) in enumerate(zip(graph.nodes, graph.inputs, strict=True)):
        assert all(j < i for j in inputs)
        assert tuple(graph.nodes[j] for j in inputs) == node.inputs
        assert graph.position(node) == i
        assert [j for j in range(len(graph)) for k in graph.inputs[j] if k == i] == list(
            graph.users[i]
        )
        assert graph.levels[i] == (1 + max(graph.levels[j] for j in inputs) if inputs else 0)
    assert graph.nodes[-1] is program.output
    assert isinstance(graph.nodes[0], Input)
    assert graph.is_path == (not graph.branching)
    assert [graph.nodes[i] for i in graph.states] == list(program.states)


@settings(max_examples=40)
@given(runs())
def test_merging_keeps_the_map(run):
    program, xs = run
    merged = program.merged()
    assert (merged(xs) == program(xs)).all()
    assert merged.merged() == merged
    assert len(merged.nodes) <= len(program.nodes)


def test_deep_programs_need_no_recursion():
    node = Input(1)
    for _ in range(2000):
        node = ReLU(node)
    program, other = ForEach(node), ForEach(node).rewritten(lambda n, inputs: n.on(*inputs))
    assert program == other
    assert len(repr(program).splitlines()) == 2003
    assert program([[-1], [2]]).tolist() == [[0], [2]]


def test_names_and_watching():
    x = Input(1)
    ones = LinState(x, A=1, B=1)
    zeros = LinState(1 - x, A=1, B=1)
    program = ForEach(ones - zeros, {"ones": ones, "zeros": zeros})
    assert program.watch("zeros", "ones")([[0], [1], [0]]).tolist() == [[1, 0], [1, 1], [2, 1]]
    assert program.watch("ones")([[1]]).tolist() == [[1]]
    doubled = program.rewritten(
        lambda n, i: 2 * n.on(*i) if isinstance(n, LinState) else kept(n, i)
    )
    assert doubled.names["ones"].kind == "Lin"
    assert doubled([[1], [1]]).tolist() == [[2], [4]]
    assert [program.count(kind) for kind in (Input, Lin, LinState, Concat, Multi)] == [
        1,
        2,
        2,
        1,
        0,
    ]


def test_a_program_reads_like_one():
    @for_each(dim=2)
    def program(x):
        state = LinState(x, A=[[1]], B=[["1/2", 0]], init_state=3)
        return ReLU(Concat(state, x[1]) - 1)

    assert repr(program) == "\n".join(
        [
            "ForEach:",
            "    x0 = Input(dim=2)",
            "    x1 = LinState(x0, A=[[1]], B=[[1/2, 0]], init_state=[[3]])",
            "    x2 = x0[1]",
            "    x3 = Concat(x1, x2)",
            "    x4 = Lin(x3, A=[[1, 0], [0, 1]], b=[[-1, -1]])",
            "    x5 = ReLU(x4)",
            "    return x5",
        ]
    )


def test_graph_of_a_path():
    x = Input(2)
    assert Graph(Multi(ReLU(x))).is_path
    assert not Graph(Concat(x, x)).is_path
