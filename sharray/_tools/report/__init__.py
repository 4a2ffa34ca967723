"""What the lines of a program did and moved, told to its user; limits on it."""
