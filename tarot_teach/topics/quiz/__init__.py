"""Questions made from random deals: the deals that are asked about, their ends with proofs, judging, and what is remembered of the answers."""
