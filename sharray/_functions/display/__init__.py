"""What people see of an array: its text, and how it lies on its devices."""
