"""A replayed record as a lesson: the hands, every card with its reasons, every trick with its outcome, the score."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tarot_teach import table
from tarot_teach.advice.page import signal_text
from tarot_teach.advice.signals import given_signals
from tarot_teach.blocks import (
    Block,
    Exercise,
    HandDiagram,
    Heading,
    Paragraph,
    PlayRow,
    Spoiler,
    Stepper,
    StepRow,
    Steps,
    TrickDiagram,
)
from tarot_teach.cards import Card, CardSet, halves_text
from tarot_teach.engine import Engine, relevant_findings
from tarot_teach.engine.card_reasons import judge_card
from tarot_teach.engine.deal import Move
from tarot_teach.engine.reasons import choice_in_words
from tarot_teach.errors import NotationError
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.explain.hands import DISCARD, card_moves, hands_of, moves_before, talon_open
from tarot_teach.explain.match_memory import describe_memory, describe_payments
from tarot_teach.explain.narrator import OF_ONE_CARD, Narrator
from tarot_teach.explain.score_sheet import bid_name, names_of, result_sheets
from tarot_teach.explain.setting import Setting, contract_of, trumps_of
from tarot_teach.explain.why import refused_cards
from tarot_teach.messages import _, ngettext
from tarot_teach.records.replay import Replay
from tarot_teach.table.events import PointsCounted
from tarot_teach.text import CardRef, Cite, RuleRef, Text, joined, say


def annotate(replay: Replay) -> list[Block]:
    """The lesson of a replay, without the rulesets with which the record asks to be compared."""
    narrator, exercises = Narrator(replay), exercises_of(replay)
    asked = [exercise for exercise in exercises if exercise.kind == "score"]
    result = tuple(describe_result(replay))
    end = (*asked, Spoiler(say(_("The result")), result)) if asked else result
    parts = (*_before_play(narrator, exercises), *_tricks(narrator, tricks_of(replay), exercises), *end)
    id, about = narrator.file.id, tuple(_introduction(narrator))
    head = Heading(1, Text((narrator.file.title,)), id)
    game = "" if any(replay.start.unseen) else replay.engine.ruleset.name
    return [head, Stepper(id, parts, about, game=game)] if replay.deal.moves else [head, *about, *parts]


def running_lesson(replay: Replay, seat: int, since: int = 0) -> Stepper:
    """A deal that is not over, for the table at which a person plays ``seat``: the hands, each action before the first trick, and the tricks from
    number ``since`` on, as far as the player of the seat may know them; without the hands and those actions where ``since`` is not 0."""
    narrator, moves = Narrator(replay), replay.deal.moves
    letter = replay.start.seats[seat]
    tricks = [trick for trick in tricks_of(replay) if moves[trick[0]].before.number >= since]
    diagrams = [_stepped(letter, trick_diagram(narrator, trick, whole=False)) for trick in tricks]
    before = () if since else tuple(_before_play(narrator, (), seat))
    return Stepper(replay.record.file.id, (*before, *diagrams))


def annotate_tricks(replay: Replay, first: int, last: int) -> list[Block]:
    """Tricks ``first`` to ``last`` of the deal, with the hands before them. Raises NotationError for tricks not in the record."""
    id, moves, tricks = replay.record.file.id, replay.deal.moves, tricks_of(replay)
    numbers = [moves[trick[0]].before.number for trick in tricks]
    wanted = [trick for number, trick in zip(numbers, tricks, strict=True) if first <= number <= last]
    if not wanted:
        hint = _("it tells no trick")
        if numbers:
            hint = _("it tells tricks {first} to {last}").format(first=numbers[0], last=numbers[-1])
        message = _("{id} does not tell tricks {first} to {last}")
        raise NotationError.of("example.tricks", message, hint=hint, id=id, first=first, last=last)
    state = moves[wanted[0][0]].before
    hands = (hands_at(replay, state),) if any(state.hands) else ()
    return [Stepper(f"{id}-{first}-{last}", (*hands, *_tricks(Narrator(replay), wanted, ())))]


def describe_position(replay: Replay, done: int) -> list[Block]:
    """The hands after ``done`` actions, the last action, and each card of the hand to play judged.

    Raises NotationError for a number of actions that the replay does not have.
    """
    moves = replay.deal.moves
    if not 0 <= done <= len(moves):
        hint = _("it has steps 0 to {number}").format(number=len(moves))
        message = _("{id} has no step {done}")
        raise NotationError.of("example.step", message, hint=hint, id=replay.record.file.id, done=done)
    state = moves[done].before if done < len(moves) else replay.end
    blocks: list[Block] = [hands_at(replay, state)] if any(state.hands) else []
    if done:
        blocks += describe_step(replay, done - 1)
    if state.turn is not None and state.phase is table.Phase.PLAY:
        who = Narrator(replay).who
        reasons = (judge_card(replay.engine, state, card, who) for card in state.hand(state.turn))
        blocks.append(Steps(tuple(StepRow((reason.text,)) for reason in reasons)))
    return blocks


def describe_start(replay: Replay, seat: int | None = None) -> list[Block]:
    """The introduction of a record, and the facts given before its first action. With a ``seat``, what its player may know."""
    narrator = Narrator(replay)
    return [*_introduction(narrator), *(Paragraph(text) for text in _given(narrator, seat))]


def describe_card(replay: Replay, state: table.State, card: Card) -> list[Block]:
    """The reason for or against a card in a state of a replay, for the seat that is to play it or to lay it away."""
    if state.phase is not table.Phase.PLAY and not replay.engine.legal(state).of_hand:
        return [Paragraph(say(_("No card is to be played here.")), "refused")]
    return judge_card(replay.engine, state, card, Narrator(replay).who).blocks()


def describe_step(replay: Replay, index: int, seat: int | None = None) -> list[Block]:
    """One action of a record, for stepping through: the trick so far, the reasons, the author's comments.

    With a ``seat``, only the part that its player may know: reasons and comments speak of cards in hands.
    """
    narrator, moves = Narrator(replay), replay.deal.moves
    move = moves[index]
    if move.action == table.Choose(move.action.seat, table.NOTHING):
        sentences = [say(_("No announcement is made."))]
    elif move.trick is None or (isinstance(move.action, table.Choose) and move.before.phase is not table.Phase.PAY):
        sentences = _sentences(narrator, index, seat)
    else:
        so_far = [i for i in range(index + 1) if moves[i].trick == move.trick]
        diagram = trick_diagram(narrator, so_far, whole=move.after.number > move.before.number)
        return [diagram if seat is None else _seen_by(move.before.seats[seat], diagram)]
    return [Paragraph(text) for text in sentences]


def _laid_away(engine: Engine, action: table.Action) -> CardSet | None:
    """The cards that an action lays away; None for one that lays none away."""
    if not isinstance(action, table.Choose):
        return None
    rule = engine.index.question(action)
    return action.cards if action.rule == table.DISCARD or (rule and rule.lays_away) else None


def _seen_by(letter: str, diagram: TrickDiagram) -> TrickDiagram:
    """A trick without the points, and without the reasons of other players, which speak of their hands."""
    plays = tuple(
        play if play.seat == letter else PlayRow(play.seat, play.name, play.card, play.side, play.wins, play.irregular)
        for play in diagram.plays
    )
    return replace(diagram, plays=plays, points=(), after=())


def _stepped(letter: str, diagram: TrickDiagram) -> TrickDiagram:
    """A trick as the player of a seat sees it, each card of which is a step."""
    seen = _seen_by(letter, diagram)
    numbered = zip(seen.plays, diagram.plays, strict=True)
    return replace(seen, plays=tuple(replace(play, number=whole.number, moves=whole.moves) for play, whole in numbered))


# ------------------------------------------------------------ before the first trick


def _introduction(narrator: Narrator) -> Iterator[Block]:
    file, rules = narrator.file, narrator.ruleset.rules
    for paragraph in narrator.words(file.about, "about"):
        yield Paragraph(paragraph, "lead")
    taught = [RuleRef(id, rules[id].title) for id in file.teaches]
    if taught:
        yield Paragraph(say(_("Rules shown: {rules}."), rules=taught), "aside")
    if file.sources:
        cites = [Text((Cite(source.source, source.at),)) for source in file.sources]
        yield Paragraph(say(_("The deal is taken from {sources}."), sources=cites), "aside")


def _given(narrator: Narrator, seat: int | None = None) -> Iterator[Text]:
    """The contract and the events that a record gives before its first action."""
    engine, start = narrator.engine, narrator.replay.start
    contract = () if narrator.file.plain else contract_of(engine, start, narrator.who)
    yield from Setting.of(contract, trumps_of(engine, start)).paragraphs
    for event in narrator.replay.deal.opening:
        yield from narrator.sentences(event, seat)


def _before_play(narrator: Narrator, exercises: Iterable[Exercise], seat: int | None = None) -> Iterator[Block]:
    """The hands, and each action before the first trick; exercises where they arise, and what answers them behind a spoiler. With a
    ``seat``, what its player may know of the actions."""
    moves = narrator.replay.deal.moves
    start = _with_talon(narrator.replay.start)
    dealt = next((move.after for move in moves if move.before.phase is table.Phase.DEAL), start)
    if dealt.hands:
        hands = hands_at(narrator.replay, dealt)
        later = any(place == DISCARD for move in moves for _card, place in card_moves(move.before, move.after))
        word = Text((narrator.ruleset.terms.get("discard") or "discard",))
        empty = ((word, DISCARD, ()),) if later and not dealt.discard else ()
        yield replace(hands, middle=(*hands.middle, *empty))
    first = next((i for i, move in enumerate(moves) if move.trick is not None), len(moves))
    rows = [StepRow((text,)) for text in _given(narrator, seat)]
    rows += [
        row for row in (_row(narrator, i, seat) for i in range(first) if not _says_nothing(narrator, i)) if row.said
    ]
    if not rows:
        return
    heading = _("Before the first trick") if narrator.engine.index.play.in_tricks else _("Before the play")
    yield Heading(2, say(heading), "before")
    for exercise in exercises:
        if exercise.done < first:
            known = sum(row.number <= exercise.done for row in rows)
            if known:
                yield Steps(tuple(rows[:known]))
            yield exercise
            if rows[known:]:
                yield Spoiler(say(_("What happens")), (Steps((rows[known],)),))
            rows = rows[known + 1 :]
    if rows:
        yield Steps(tuple(rows))


def _says_nothing(narrator: Narrator, index: int) -> bool:
    """True for the quiet answer to a question, of which nothing comes."""
    move = narrator.replay.deal.moves[index]
    rule = narrator.engine.index.question(move.action)
    return (
        isinstance(move.action, table.Choose)
        and rule is not None
        and not move.events
        and move.action.option == rule.quiet
    )


def _row(narrator: Narrator, index: int, seat: int | None = None) -> StepRow:
    """An action before the play, with the cards that it moves and those that could not be laid away, which only its player may know."""
    move = narrator.replay.deal.moves[index]
    row = StepRow(tuple(_sentences(narrator, index, seat)), seat=move.before.seats[move.action.seat], number=index + 1)
    if move.before.phase in (table.Phase.CUT, table.Phase.DEAL):
        return row
    moves = card_moves(move.before if index else _with_talon(move.before), move.after)
    row = replace(row, moves=moves, open=talon_open(move.after))
    if _laid_away(narrator.engine, move.action) is not None and seat in (None, move.action.seat):
        row = replace(row, refusals=tuple(refused_cards(narrator.engine, move.before, narrator.who)))
    if isinstance(move.action, table.Bid):
        bid = move.action.bid
        row = replace(row, call=str(bid_name(narrator.ruleset, bid)))
    auction = move.after.auction
    if auction.taker is not None and (move.before.auction.taker, move.before.auction.called) != (
        auction.taker,
        auction.called,
    ):
        role = Text((narrator.ruleset.terms.get("taker") or _("taker"),))
        called = [] if auction.called is None else [Text((CardRef(auction.called),))]
        named = " · ".join(map(str, [role, bid_name(narrator.ruleset, auction.contract or ""), *called]))
        row = replace(row, taker=(move.after.seats[auction.taker], named))
    return row


def _sentences(narrator: Narrator, index: int, seat: int | None = None) -> list[Text]:
    """An action before the play in sentences, after the actions that the record tries in its place. With a ``seat``, what its player may
    know of what happens."""
    move, tries = narrator.replay.deal.moves[index], narrator.replay.tries.get(index, ())
    sentences = [narrator.engine.reason(tried.verdict, narrator.who).text for tried in tries]
    who, laid = narrator.who(move.action.seat), _laid_away(narrator.engine, move.action)
    match move.action:
        case table.Choose() if laid is not None and seat not in (None, move.action.seat):
            words = ngettext("{who} lays away {number} card.", "{who} lays away {number} cards.", len(laid))
            sentences.append(say(words, who=who, number=len(laid)))
        case table.Choose(_seat, _rule, at) if move.before.phase is table.Phase.CUT:
            sentences.append(say(_("{who} cuts {at} cards."), who=who, at=at))
        case table.Choose() if move.before.phase is table.Phase.DEAL:
            sentences.append(choice_in_words(narrator.engine.index, move.action, who))
        case table.Bid(_seat, bid) if bid == table.PASS:
            sentences.append(say(_("{who} passes."), who=who))
        case table.Bid(_seat, bid):
            sentences.append(say(_("{who} bids {contract}."), who=who, contract=bid_name(narrator.ruleset, bid)))
        case table.Choose(_seat, rule) if rule == table.DISCARD or narrator.engine.index.question(move.action):
            sentences.append(choice_in_words(narrator.engine.index, move.action, who))
    return [*sentences, *(text for event in move.events for text in narrator.sentences(event, seat))]


def _with_talon(state: table.State) -> table.State:
    """The state with the talon in the middle, for a record that begins when the talon has just been taken."""
    if state.phase is not table.Phase.DISCARD:
        return state
    return state._replace(hands=tuple(hand & ~state.talon for hand in state.hands))


def hands_at(replay: Replay, state: table.State) -> HandDiagram:
    """The hands round the table in a state of a replay."""
    index, terms = replay.engine.index, replay.engine.ruleset.terms
    if not index.deals.talon_size(state.players):
        state = state._replace(talon=0)
    hands = hands_of(state, Narrator(replay).who, lambda id: Text((terms.get(id) or id,)), clockwise=index.clockwise)
    if replay.record.file.plain:
        return replace(hands, hands=tuple(replace(hand, role="") for hand in hands.hands))
    return hands


# ------------------------------------------------------------ the tricks


def tricks_of(replay: Replay) -> list[list[int]]:
    """The tricks of a record, each as the indices of its moves."""
    tricks: dict[int, list[int]] = {}
    for i, move in enumerate(replay.deal.moves):
        if move.trick is not None:
            tricks.setdefault(move.trick, []).append(i)
    return list(tricks.values())


def _tricks(narrator: Narrator, tricks: Sequence[Sequence[int]], exercises: Iterable[Exercise]) -> Iterator[Block]:
    if tricks:
        yield Heading(2, say(_("The play")), "play")
    for trick in tricks:
        diagram = trick_diagram(narrator, trick, whole=True)
        asked = [exercise for exercise in exercises if exercise.done - (exercise.kind == "winner") in trick]
        yield from asked
        yield Spoiler(say(_("Trick {number}"), number=diagram.number), (diagram,)) if asked else diagram


def trick_diagram(narrator: Narrator, indices: Sequence[int], *, whole: bool) -> TrickDiagram:
    """The trick of the moves with these indices, complete or not; ``whole`` adds the author's closing comment."""
    moves = [narrator.replay.deal.moves[i] for i in indices]
    played = [i for i, move in zip(indices, moves, strict=True) if isinstance(move.action, table.Play)]
    first, last = (narrator.replay.deal.moves[i].before for i in (played[0], played[-1]))
    after, trick = moves[-1].after, moves[0].trick
    assert trick is not None
    complete = after.number > first.number
    winner = after.tricks[-1].winner if len(after.tricks) > len(first.tricks) else None
    closing = narrator.file.tricks[trick].after if complete and whole else ""
    return TrickDiagram(
        narrator.number(first),
        tuple(_play_row(narrator, i, indices, winner) for i in played),
        (
            *(
                text
                for move in moves
                for event in move.events
                if not isinstance(event, OF_ONE_CARD)
                for text in narrator.consequences(event)
            ),
            *(open_cards(narrator, after) if complete and after.turn is not None else ()),
        ),
        tuple(_points_but_asked(narrator, after)) if complete and not narrator.file.plain else (),
        narrator.words(closing, "tricks", trick, "after"),
        card_moves(last, after) if complete else (),
        is_round=not narrator.engine.index.play.in_tricks,
    )


def open_cards(narrator: Narrator, state: table.State) -> Iterator[Text]:
    """The open cards of a state, and the top cards of the piles, in sentences; none in a game where cards do not lie open."""
    if not state.lies_open:
        return
    cards = state.deck.set(state.table.cards)
    yield say(_("On the table: {cards}."), cards=cards) if cards else say(_("No card lies open on the table."))
    tops = [(seat, card) for seat, card in enumerate(state.table.tops) if card]
    sentence = _("On top of {who}'s pile of {number}: {card}.")
    yield from (
        say(sentence, who=narrator.who(seat), number=state.won[seat].bit_count(), card=card) for seat, card in tops
    )


def _play_row(narrator: Narrator, index: int, indices: Sequence[int], winner: int | None) -> PlayRow:
    """One card with everything that is said of it. ``indices`` are those of the trick's moves."""
    replay, engine, who = narrator.replay, narrator.engine, narrator.who
    move = replay.deal.moves[index]
    assert isinstance(move.action, table.Play) and move.trick is not None
    state, seat, card = move.before, move.action.seat, move.action.card
    letter, side = state.seats[seat], ""
    if state.auction.taker is not None:
        side = table.TAKER if seat in state.side(state.auction.taker) else table.DEFENCE
    comment = narrator.file.tricks[move.trick].before.get(letter)
    legal = tuple(CardSet(state.deck, engine.legal(state).cards))
    tries = []
    for tried in replay.tries.get(index, ()):
        text = engine.reason(tried.verdict, who).text
        tries.append(text + f" {tried.note}" if tried.note else text)
    tried_words = " ".join(map(str, tries))
    reasons = [reason for reason in _reasons(narrator, move) if str(reason) not in tried_words]
    announced = []
    for other in (replay.deal.moves[i] for i in indices if i < index):
        if (
            other.action.seat == seat
            and isinstance(other.action, table.Choose)
            and not engine.index.question(other.action)
        ):
            announced += [text for event in other.events for text in narrator.sentences(event)]
    played = [i for i in indices if isinstance(replay.deal.moves[i].action, table.Play)]
    earlier = max((i for i in played if i < index), default=indices[0])
    later = min((i for i in played if i > index), default=indices[-1] + 1)
    taken = [
        text
        for other in replay.deal.moves[index:later]
        for event in other.events
        if isinstance(event, OF_ONE_CARD)
        for text in narrator.consequences(event)
    ]
    drawn = state.hand_size(seat) - replay.deal.moves[indices[0]].before.hand_size(seat)
    if drawn > 0:
        words = ngettext("{who} draws {number} card.", "{who} draws {number} cards.", drawn)
        announced.append(say(words, who=who(seat), number=drawn))
    signals = given_signals(replay.advice, state, seat, card) if replay.advice is not None else ()
    return PlayRow(
        seat=letter,
        name=who(seat),
        card=card,
        side=side,
        wins=winner == seat,
        irregular=move.irregular,
        forced=len(legal) == 1 and state.left(seat) > 1 and not state.unseen[seat],
        hand=tuple(state.hand(seat)),
        legal=legal,
        before=narrator.words(comment, "tricks", move.trick, "before", letter),
        reasons=(*announced, *reasons, *taken, *(signal_text(signal, who(seat)) for signal in signals)),
        refusals=tuple(refused_cards(engine, state, who)),
        tries=tuple(tries),
        number=index + 1,
        moves=moves_before(replay.deal.moves[earlier].before, state),
    )


def _reasons(narrator: Narrator, move: Move) -> Iterator[Text]:
    """The rule that a play breaks, with its reason; of a regular play, the findings that are not obvious."""
    if move.irregular:
        reason = narrator.engine.reason(move.verdict, narrator.who)
        broken = say(_("This play breaks a rule, {rule}."), rule=RuleRef(reason.rule, reason.title))
        yield joined([broken, *(Text((cite,)) for cite in reason.sources)])
        yield reason.because
        yield reason.instead
        return
    for finding in relevant_findings(move.verdict.findings) if move.verdict.hand_known else ():
        facts = finding.facts
        follows = facts.get("card") in (facts.get("held") or ()) and "trumps_led" not in facts  # a plain suit: obvious
        if finding.effect in (table.Effect.DOES_NOT_BIND, table.Effect.EXEMPTS, table.Effect.ALLOWS) or (
            finding.effect is table.Effect.REQUIRES and not follows
        ):
            yield narrator.engine.because(finding, narrator.who)


def _points_but_asked(narrator: Narrator, state: table.State) -> Iterator[tuple[Text, str]]:
    """Points so far, with ``?`` for players whose score the record asks for, where these points are the score."""
    without_sides, seats = not narrator.engine.scorer_of(state).has_sides, narrator.replay.start.seats
    asked = {seats.index(ask.at) for ask in narrator.file.asks if without_sides and ask.ask == "score"}
    for seats_of, (label, points) in zip(
        _players_of(narrator.engine, state), points_at(narrator.replay, state), strict=False
    ):
        yield label, "?" if asked & {*seats_of} else points


def _players_of(engine: Engine, state: table.State) -> list[tuple[int, ...]]:
    """The seats of each entry of :func:`points_at`; none for a side of a taker."""
    outcomes = [outcome.players for outcome in outcomes_at(engine, state)]
    return outcomes if all(outcomes) else [(), ()]


def outcomes_at(engine: Engine, state: table.State) -> Sequence[table.Outcome]:
    """The outcomes so far, of the taker's side or of each player; none before there is a taker, or if captured cards are not known.

    A secret partner's tricks do not count as the taker's.
    """
    scorer = engine.scorer_of(state)
    makes = scorer.makes
    if state.unknown_winners or makes is None or not state.won or (scorer.has_sides and state.auction.taker is None):
        return []
    if not state.auction.known and state.result is None:
        state = state._replace(auction=state.auction._replace(partner=None))
    return [scorer.so_far(state, each) for each in makes.outcomes(state, state.piles, [0] * state.players)]


def points_at(replay: Replay, state: table.State) -> list[tuple[Text, str]]:
    """The points so far in a state of a replay, by side or by player (see :func:`outcomes_at`); none where no card counts any."""
    scorer, ruleset = replay.engine.scorer_of(state), replay.engine.ruleset
    outcomes = outcomes_at(replay.engine, state)
    if not outcomes or not state.deck.halves:
        return []
    if scorer.has_sides:
        index, mine = scorer.index, outcomes[0].pile or 0
        theirs = functools.reduce(operator.or_, (*state.piles, *state.side_piles)) & ~mine
        more = scorer.halves_so_far(outcomes[0]) - index.halves_of(mine)
        others = index.added_halves - more if state.all_played else 0
        return [
            (ruleset.say(_("{taker}'s side")), halves_text(index.halves_of(mine) + more)),
            (say(_("Defence")), halves_text(index.halves_of(theirs) + others)),
        ]
    who, show = Narrator(replay).who, ruleset.unit.show
    return [
        (say("{who}", who=names_of(outcome.players, who)), show(scorer.points_so_far(outcome))) for outcome in outcomes
    ]


# ------------------------------------------------------------ the end


def describe_result(replay: Replay) -> Iterator[Block]:
    """The count, the score and the author's closing words, as far as the deal was played."""
    narrator, engine, file = Narrator(replay), replay.engine, replay.record.file
    end, moves = replay.end, replay.deal.moves
    if end.phase is table.Phase.OVER:
        last = moves[-1].events if moves else replay.deal.opening
        findings = [finding for event in last if isinstance(event, PointsCounted) for finding in event.findings]
        if findings or end.result:
            yield Heading(2, say(_("The result")), "result")
        if findings and engine.scorer_of(end).has_sides:
            yield Steps(tuple(StepRow((engine.because(finding, narrator.who),)) for finding in findings))
    if end.result:
        names = [narrator.who(seat) for seat in range(end.players)]
        if end.result.sheets:
            yield from result_sheets(engine.scorer, end.result, names)
        yield from describe_payments(engine, end.result, names)
        yield from describe_memory(engine, end.result.memory, names)
    if replay.stopped and end.phase is table.Phase.OVER and not end.result and not replay.start.unrecorded_tricks:
        yield Paragraph(say(_("The deal cannot be counted: {why}."), why=replay.stopped), "aside")
    if file.printed and end.result and file.printed.per_defender is not None:
        printed, defender = file.printed.per_defender, end.result.roles.get("defender")
        if defender is not None and printed != -defender:
            phrase = _(
                "The source prints {printed} as what each defender brings {taker:the}; the cards that it prints make it {found}."
            )
            shown, found = str(printed).replace("-", "−"), narrator.ruleset.unit.show(-defender)
            yield Paragraph(narrator.ruleset.say(phrase, printed=shown, found=found), "warning")
        yield from (Paragraph(text, "note") for text in narrator.words(file.printed.note, "printed", "note"))
    yield from (Paragraph(text, "note") for text in narrator.words(file.closing, "closing"))
