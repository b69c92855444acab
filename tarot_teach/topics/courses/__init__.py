"""Courses: their files, and reading them with the pages that they name."""
