"""Exercises without end: questions made from deals played at random, and grades for answers."""
