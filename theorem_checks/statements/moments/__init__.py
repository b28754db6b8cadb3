"""Random tensors with symbolic dimensions, their laws, and statistics of them."""

from theorem_checks.statements.moments.law import AbstractLaw as AbstractLaw
from theorem_checks.statements.moments.law import MissingMomentError as MissingMomentError
from theorem_checks.statements.moments.laws import IID as IID
from theorem_checks.statements.moments.laws import Bounded as Bounded
from theorem_checks.statements.moments.laws import Discrete as Discrete
from theorem_checks.statements.moments.laws import Gaussian as Gaussian
from theorem_checks.statements.moments.laws import Rademacher as Rademacher
from theorem_checks.statements.moments.laws import Uniform as Uniform
from theorem_checks.statements.moments.statistics import Statistic as Statistic
from theorem_checks.statements.moments.statistics import bilinear as bilinear
from theorem_checks.statements.moments.statistics import contract as contract
from theorem_checks.statements.moments.statistics import entry as entry
from theorem_checks.statements.moments.statistics import inner as inner
from theorem_checks.statements.moments.statistics import quadratic as quadratic
from theorem_checks.statements.moments.statistics import squared_norm as squared_norm
from theorem_checks.statements.moments.statistics import trace as trace
from theorem_checks.statements.moments.tensors import ConstantMatrix as ConstantMatrix
from theorem_checks.statements.moments.tensors import ConstantVector as ConstantVector
from theorem_checks.statements.moments.tensors import MatrixExpression as MatrixExpression
from theorem_checks.statements.moments.tensors import RandomMatrix as RandomMatrix
from theorem_checks.statements.moments.tensors import RandomTensor as RandomTensor
from theorem_checks.statements.moments.tensors import RandomVector as RandomVector
from theorem_checks.statements.moments.tensors import identity as identity
