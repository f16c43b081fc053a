"""Holds numbers where functions should be."""
add = 5
mul = 12
