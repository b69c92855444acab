"""Rules of the play in words: records of rules and deals, which functions of words play on in Python or compiled.

``play_words(index, players)`` reads the rules in force; it raises NoWordsError for a rule that has no words, with its name.
``deal_words(index, state, draws)`` writes a state in the play as a plain record, ``packed(deal)`` as the bytes of a numpy record (``DEAL``).
The functions of ``words.loop`` (``playable``, ``lay``, ``complete``, ``gather``) play on: ``play_words(…).link.loop`` has them for
Python, ``compiled.compiled(link, name, source)`` gives a compiled function of a source that calls them by these names, and ``PlayWords.record`` the rules
for it. ``played_out(engine, state, words, end, cards, taken)`` is the state of a deal that words have played to its end, which the engine counts and
scores; ``ends_of(deals)`` are such ends.
"""

from tarot_teach.words.read import NoWordsError, PlayWords, deal_words, ends_of, misfits, packed, play_words, played_out

__all__ = ["NoWordsError", "PlayWords", "deal_words", "ends_of", "misfits", "packed", "play_words", "played_out"]
