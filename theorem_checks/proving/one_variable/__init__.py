"""Signs of functions of one real variable on whole intervals, finite or not."""
