"""The page “Try it”: its block, the answers of the engine that runs in it, and the files that the engine needs there."""
