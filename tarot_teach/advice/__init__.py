"""Advice that binds nobody: what a hand is worth, which bid follows, and what signals mean."""
