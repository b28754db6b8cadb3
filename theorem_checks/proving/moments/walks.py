"""Between networks and words: walking through a network, and laying out words as one.

A network in which each summed index occurs twice is a union of closed walks and of paths that end
in columns or at fixed indices; a path from e_i to e_j is the closed word e_i^T ... e_j. Letters
are coded as in `words`, unit vectors after the tensors.
"""

from collections import defaultdict
from collections.abc import Iterable

from theorem_checks.proving.moments.settings import Edges, Setting

__all__ = ["edges_of_words", "words_of_edges"]


def words_of_edges(edges: Edges, setting: Setting) -> list[bytes]:
    """The closed words of a network in which each summed index occurs twice."""
    edges = _with_unit_vectors(edges, setting)
    at: dict[int, list[int]] = defaultdict(list)
    for place, (_, vertices) in enumerate(edges):
        for vertex in vertices:
            at[vertex].append(place)
    unused = dict.fromkeys(sorted(range(len(edges)), key=lambda place: len(edges[place][1])))
    words = []
    while unused:
        start = next(iter(unused))  # paths first, from one of their ends
        words.append(_walk(start, edges, at, unused))
    return words


def edges_of_words(words: Iterable[bytes], setting: Setting) -> Edges:
    """The network of a product of closed words; e_i^T e_j becomes a Kronecker delta."""
    edges: Edges = []
    offset = 0
    for word in words:
        ends: dict[int, list[int]] = defaultdict(list)  # the fixed indices that a vertex equals
        body: Edges = []
        for k, code in enumerate(word):
            left, right = offset + k, offset + (k + 1) % len(word)
            rows, columns = (right, left) if code & 1 else (left, right)
            number = code >> 1
            if number >= setting.delta:
                ends[rows].append(setting.delta - 1 - number)
            else:
                both = len(setting.slots[number]) == 2
                body.append((number, (rows, columns) if both else (rows,)))
        fixed = {vertex: found[0] for vertex, found in ends.items()}
        edges += [(number, tuple(fixed.get(v, v) for v in vs)) for number, vs in body]
        edges += [(setting.delta, tuple(two)) for two in ends.values() if len(two) == 2]
        offset += len(word)
    return edges


def _with_unit_vectors(edges: Edges, setting: Setting) -> Edges:
    """Replace each occurrence of a fixed index by a summed one that ends in a unit vector."""
    fresh = 1 + max((v for _, vertices in edges for v in vertices), default=0)
    replaced: Edges = []
    for number, vertices in edges:
        summed = []
        for vertex in vertices:
            if vertex < 0:
                replaced.append((setting.delta - 1 - vertex, (fresh,)))
                summed.append(fresh)
                fresh += 1
            else:
                summed.append(vertex)
        replaced.append((number, tuple(summed)))
    return replaced


def _walk(start: int, edges: Edges, at: dict[int, list[int]], unused: dict[int, None]) -> bytes:
    del unused[start]
    number, vertices = edges[start]
    codes = [2 * number + (len(vertices) == 1)]
    here = vertices[-1]
    while following := [place for place in at[here] if place in unused]:
        del unused[following[0]]
        number, vertices = edges[following[0]]
        forward = vertices[0] == here
        codes.append(2 * number + (not forward))
        if len(vertices) == 1:
            break
        here = vertices[1] if forward else vertices[0]
    return bytes(codes)
