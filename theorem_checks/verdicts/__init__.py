"""The words for what a check found: verdict, kind, route, counterexample, evidence.

This package is a leaf: it imports nothing of the toolkit but its errors, and no engine. What writes
a derivation is loaded when somebody asks for one.
"""

import sys

sys.set_int_max_str_digits(0)  # an exact number is written out, however many digits it has
