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
from theorem_checks.proving.moments.law import AbstractLaw as AbstractLaw
from theorem_checks.proving.moments.law import MissingMomentError as MissingMomentError
from theorem_checks.proving.moments.laws import IID as IID
from theorem_checks.proving.moments.laws import Discrete as Discrete
from theorem_checks.proving.moments.laws import Gaussian as Gaussian
from theorem_checks.proving.moments.laws import Rademacher as Rademacher
from theorem_checks.proving.moments.laws import Uniform as Uniform
from theorem_checks.proving.moments.placements import BudgetExceededError as BudgetExceededError
from theorem_checks.proving.moments.statistics import Statistic as Statistic
from theorem_checks.proving.moments.statistics import bilinear as bilinear
from theorem_checks.proving.moments.statistics import contract as contract
from theorem_checks.proving.moments.statistics import entry as entry
from theorem_checks.proving.moments.statistics import inner as inner
from theorem_checks.proving.moments.statistics import norm2 as norm2
from theorem_checks.proving.moments.statistics import quadratic as quadratic
from theorem_checks.proving.moments.statistics import trace as trace
from theorem_checks.proving.moments.tensors import ConstantMatrix as ConstantMatrix
from theorem_checks.proving.moments.tensors import ConstantVector as ConstantVector
from theorem_checks.proving.moments.tensors import MatrixExpression as MatrixExpression
from theorem_checks.proving.moments.tensors import RandomMatrix as RandomMatrix
from theorem_checks.proving.moments.tensors import RandomTensor as RandomTensor
from theorem_checks.proving.moments.tensors import RandomVector as RandomVector
from theorem_checks.proving.moments.tensors import identity as identity
