"""Moments of random tensors with symbolic dimensions.

The expectation of any product of traces, entries, forms and norms of words in independent random
matrices and vectors, exactly, as a polynomial in the dimensions and in the moments of the laws;
and a decision, by two routes, of a formula claimed for one.
"""

from theorem_checks.proving.moments.asymptotics import expansion_in_inverse as expansion_in_inverse
from theorem_checks.proving.moments.asymptotics import leading_order as leading_order
from theorem_checks.proving.moments.deciding import prove_moment as prove_moment
from theorem_checks.proving.moments.enumeration import expectation_at as expectation_at
from theorem_checks.proving.moments.evaluation import evaluate as evaluate
from theorem_checks.proving.moments.expectations import covariance as covariance
from theorem_checks.proving.moments.expectations import expectation as expectation
from theorem_checks.proving.moments.expectations import joint_cumulant as joint_cumulant
from theorem_checks.proving.moments.expectations import variance as variance
from theorem_checks.proving.moments.placements import BudgetExceededError as BudgetExceededError
