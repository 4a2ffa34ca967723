"""What a function would move, need and compute, found without running it."""
