"""Cases 7A to 10: bypasses that make the users of a branching node alike."""

from constructions.lsrl.compiler.rules.edits import Edits, New, redirected
from constructions.lsrl.compiler.rules.merging import of_kind
from constructions.lsrl.language.graphs import Graph
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Concat, Lin, Node, ReLU

__all__ = ["before_relu", "case_7a", "case_7b", "case_8", "case_9", "case_10"]


def before_relu(graph: Graph, i: int) -> bool:
    """Whether a node has one user, which is a ReLU."""
    users = graph.users[i]
    return len(users) == 1 and isinstance(graph.nodes[users[0]], ReLU)


def case_7a(graph: Graph, b: int) -> Edits:
    """Lins before ReLUs, and ReLUs: these get a Lin before them."""
    return _through_lin(graph, of_kind(graph, b, ReLU), b)


def case_7b(graph: Graph, b: int) -> Edits:
    """Lins and ReLUs, where a Lin is not before one ReLU: such read b from a ReLU bypass."""
    lins = [i for i in of_kind(graph, b, Lin) if not before_relu(graph, i)]
    return _through_relu(graph, lins, b)


def case_8(graph: Graph, b: int) -> Edits:
    """Lin and Concat: these read b from a Lin."""
    return _through_lin(graph, of_kind(graph, b, Concat), b)


def case_9(graph: Graph, b: int) -> Edits:
    """ReLU and Concat: these read b from a ReLU bypass."""
    return _through_relu(graph, of_kind(graph, b, Concat), b)


def case_10(graph: Graph, b: int) -> Edits:
    """Lin, ReLU and Concat: ReLU bypasses before each Concat, and each Lin not before a ReLU."""
    lins = [i for i in of_kind(graph, b, Lin) if not before_relu(graph, i)]
    return _through_relu(graph, [*lins, *of_kind(graph, b, Concat)], b)


def _through_lin(graph: Graph, users: list[int], b: int) -> Edits:
    eye = Matrix.eye(graph.nodes[b].dim)
    return redirected(graph, users, b, lambda new: Lin(new(b), eye))


def _through_relu(graph: Graph, users: list[int], b: int) -> Edits:
    """The users read b as relu(b) - relu(-b) (App. F.6)."""
    eye = Matrix.eye(graph.nodes[b].dim)

    def identity(new: New) -> Node:
        both = ReLU(Lin(new(b), Matrix.vstack([eye, -eye])))
        return Lin(both, Matrix.hstack([eye, -eye]))

    return redirected(graph, users, b, identity)
