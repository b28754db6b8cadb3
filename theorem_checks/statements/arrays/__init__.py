"""Index notation: expressions, families of indices, arrays whose sizes are symbols."""
