"""The number systems over which the cells compute, one file each; see `constructions.arrays`."""
