"""Sections 4 and 5: what gated recurrent networks of class (2) find when they are trained."""
