"""A deal played by the reader against players of the machine."""
