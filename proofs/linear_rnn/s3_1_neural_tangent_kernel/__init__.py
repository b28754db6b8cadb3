"""Sec. 3.1, neural tangent kernel."""
