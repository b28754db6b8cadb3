"""What statements are made of: values that stand for many, and formulas as data."""
