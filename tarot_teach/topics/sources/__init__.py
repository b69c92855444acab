"""Sources: points on which they speak, and errors that they print."""
