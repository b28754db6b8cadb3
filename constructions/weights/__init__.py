"""One file per construction: which weights make cell A compute map B."""
