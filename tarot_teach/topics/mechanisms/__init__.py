"""The catalogue of kinds of rules, and its page."""
