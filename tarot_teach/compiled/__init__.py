"""Compilation by numba: masks of 128 bits, inner functions, functions that Python calls, and the folders in which their code is kept.

Nothing here knows what is compiled.
"""
