"""Deals and positions as one line of text: ``d1 fft-4@49f184 W …`` and ``p1 …``, for links and posts."""
