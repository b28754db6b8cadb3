"""Values of scalar formulas: at points that respect assumptions, exactly and in radicals."""
