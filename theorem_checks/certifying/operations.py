"""The operations of a field, with the ring that Rocq otherwise looks for at each of them.

That takes most of the time in which a long text is read. Read either way, a term is the same by
conversion, which the kernel checks (`tests/certifying/test_field_proof.py`).
"""

__all__ = ["KINDS", "in_section", "operations"]

KINDS = {"numFieldType": "NumField", "realFieldType": "RealField", "rcfType": "RealClosedField"}
_OPERATIONS = """\
Local Notation R' := (Num.{module}.ringType F).
Local Notation Z' := (GRing.Ring.zmodType R').
Local Notation "1" := (GRing.one R') : ring_scope.
Local Notation "0" := (GRing.zero Z') : ring_scope.
Local Notation "n %:R" := (@GRing.natmul Z' (GRing.one R') n) : ring_scope.
Local Notation "x + y" := (@GRing.add Z' x y) : ring_scope.
Local Notation "x * y" := (@GRing.mul R' x y) : ring_scope.
Local Notation "- x" := (@GRing.opp Z' x) : ring_scope.
Local Notation "\\sum_ ( i < n ) v" :=
  (@BigOp.bigop (GRing.Zmodule.sort Z') (Finite.sort (ordinal_finType n)) (GRing.zero Z')
    (index_enum (ordinal_finType n))
    (fun i : ordinal n =>
      @BigBody (GRing.Zmodule.sort Z') (ordinal n) i (@GRing.add Z') true v%R)) : ring_scope."""


def operations(kind: str) -> list[str]:
    """The operations of a field `F` of a kind, for a section in which it is a variable."""
    return _OPERATIONS.format(module=KINDS[kind]).splitlines()


def in_section(kind: str, body: str) -> str:
    """The definition of a statement about all fields of a kind, where it is long."""
    return "\n".join(
        [
            "Section Statement.",
            f"Variable F : {kind}.",
            *operations(kind),
            f"Definition said : Prop :=\n  {body}.",
            "End Statement.",
            f"Definition statement : Prop := forall F : {kind}, said F.",
        ]
    )
