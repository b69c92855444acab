"""Simulated deals by one or more rulesets on the same cards, counted, with figures and intervals."""

from tarot_teach.topics.simulate.seating import offer

offer(
    random="tarot_teach.topics.simulate.players:RandomPlayer",
    simple="tarot_teach.topics.simulate.players:SimplePlayer",
    signalling="tarot_teach.topics.simulate.strong.player:SignallingPlayer",
    strong="tarot_teach.topics.simulate.strong.player:StrongPlayer",
)
