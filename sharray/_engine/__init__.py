"""The engine: expressions become one cached program, which is run safely."""
