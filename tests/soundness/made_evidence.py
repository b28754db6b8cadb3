"""Routes and evidence as an author could make them, for cases about checks and claims."""

from theorem_checks import Counterexample, Engine, Evidence, Route

__all__ = ["deciding", "more_points", "proved", "refuted", "testing", "tried"]

deciding = Route.deciding("a canonical form", Engine.FLINT)
testing = Route.testing("values at points", Engine.FRACTIONS)
more_points = Route.testing("values at more points", Engine.NUMPY)
proved = Evidence.proved("all n", routes=[deciding, testing])
tried = Evidence.holds("n = 1, 2, 3", routes=[testing])
refuted = Evidence.refuted(Counterexample({"n": 4}, "0", "1"))
