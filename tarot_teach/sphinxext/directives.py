"""The directives of the domain ``tarot``: one function for each, and their table.

A function takes the directive with its arguments and options, and gives the name of the ruleset whose rules are meant, and blocks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst.directives import flag, nonnegative_int, positive_int, unchanged
from docutils.parsers.rst.directives import unchanged_required as words
from sphinx.transforms.post_transforms import SphinxPostTransform

from tarot_teach.advice.format import advice_for, advice_on
from tarot_teach.advice.page import describe_advice
from tarot_teach.blocks import THEME_PREFIX, Block, Bullets, Exercise, Heading, Paragraph, RuleBlock, Table
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, NotationError, TarotError, suggest
from tarot_teach.explain import rulebook
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.explain.glossary import describe_glossary
from tarot_teach.explain.lesson import annotate_tricks, describe_position
from tarot_teach.explain.levels import HIGHEST
from tarot_teach.explain.open_cards import with_open_cards
from tarot_teach.loading import LEVELS
from tarot_teach.messages import _
from tarot_teach.questions.admits import AdmitsQuestion, records_page
from tarot_teach.questions.base import Question, Report
from tarot_teach.questions.compare import FamilyQuestion, FeaturesQuestion, ForPlayersQuestion
from tarot_teach.questions.count import CountQuestion
from tarot_teach.questions.deck import DeckQuestion
from tarot_teach.questions.evaluate import EvaluateQuestion
from tarot_teach.questions.legal import LegalQuestion
from tarot_teach.questions.odds import OddsQuestion
from tarot_teach.questions.score import ScoreQuestion
from tarot_teach.questions.session import SessionQuestion
from tarot_teach.render.scorm import for_teachers
from tarot_teach.rules import Ruleset
from tarot_teach.sphinxext import asking, laid_cards
from tarot_teach.sphinxext.directive import NAMED, TITLED, TarotDirective, check_confined, files_of
from tarot_teach.sphinxext.domain import COMPARISON, OVERVIEW, PLAYED, domain_of
from tarot_teach.sphinxext.questions import Content, answer_to, content_of, options_of
from tarot_teach.sphinxext.settings import OPEN_CARDS, RUNTIME, WHAT_IF
from tarot_teach.text import PageRef, RuleRef, Text, say, separated_by_dots
from tarot_teach.topics.at_work.rules_at_work import RulesAtWork
from tarot_teach.topics.compare.deals import compare_deals
from tarot_teach.topics.compare.deals_page import describe_deal_comparison, lesson
from tarot_teach.topics.compare.replay_under import POLICIES
from tarot_teach.topics.compare.rule_variants import with_variants
from tarot_teach.topics.compare.rulesets_page import describe_comparison
from tarot_teach.topics.history.page import describe_games, describe_timeline
from tarot_teach.topics.mechanisms.catalogue import kinds_of_rules
from tarot_teach.topics.mechanisms.page import describe_mechanisms
from tarot_teach.topics.open_cards.best_play import kept_best_play
from tarot_teach.topics.play.what_if import with_lines
from tarot_teach.topics.play.written import with_written
from tarot_teach.topics.quiz.codes import set_data
from tarot_teach.topics.quiz.quiz import KINDS, Quiz
from tarot_teach.topics.simulate.page import describe_figures
from tarot_teach.topics.simulate.results_files import load_results
from tarot_teach.topics.simulate.run_results import RunResults
from tarot_teach.topics.sources.coverage import describe_coverage
from tarot_teach.topics.sources.errata import describe_errata
from tarot_teach.topics.tactics.data import rulesets_with_puzzles
from tarot_teach.topics.tactics.themes import THEMES
from tarot_teach.try_it.page import describe_still, describe_try

POOL = 40
"""The number of questions on a page of questions."""
TACTICS = 40
"""The number of questions on a page of tactics."""


def rules(here: TarotDirective) -> Content:
    """``.. tarot:rules:: fft-4+garde-contre-x8``: the rule page of a ruleset, or with ``:step:`` or ``:rule:`` a part of it.

    ``:beside: fft-5 fft-3`` lets the reader choose a ruleset whose differences are shown beside each rule of a whole page. ``:above: enc2011-4 fft-4``
    names ancestors that have pages: a rule that is the same there is stated in short, with a link.
    """
    ruleset = here.ruleset(here.arguments[0])
    here.depends_on(*here.library.paths("example"))  # each may come to teach a rule
    if "rule" in here.options:
        blocks: list[Block] = [rulebook.describe_rule(ruleset, ruleset.rule(here.options["rule"]), here.library)]
        return ruleset.name, RulesAtWork.of(here.library).with_cases(blocks, ruleset)
    if "step" in here.options:
        section = rulebook.describe_section(ruleset, here.options["step"], here.library)
        return ruleset.name, RulesAtWork.of(here.library).with_cases(section, ruleset)
    here.depends_on(*here.library.files("glossary"))
    here.note_object(ruleset.name, "ruleset", ruleset.name, ruleset.title)
    above = [here.ruleset(name).name for name in here.options.get("above", "").split()]
    same = {id: found for id, rule in ruleset.rules.items() if (found := rulebook.stated_above(ruleset, rule, above))}
    page = [
        rulebook.in_short(block, same[block.id]) if isinstance(block, RuleBlock) and block.id in same else block
        for block in rulebook.describe_rulebook(ruleset, here.library)
    ]
    others = [here.ruleset(name) for name in here.options.get("beside", "").split()]
    return ruleset.name, with_variants(RulesAtWork.of(here.library).with_cases(page, ruleset, same), ruleset, others)


def option(here: TarotDirective) -> Content:
    """``.. tarot:option:: misere``: the page of a house rule, with its changes to a ruleset that it fits."""
    id = here.arguments[0]
    path = here.library.find("option", id)
    ruleset = rulebook.ruleset_with_option(here.library, id)
    here.depends_on(*files_of(ruleset, here.library), *here.library.paths("example"))
    here.owner = f"+{id}"
    here.note_object(f"option-{id}", "option", id, str(here.library.document(path).data["title"]))
    return ruleset.name, RulesAtWork.of(here.library).with_cases(rulebook.describe_option(here.library, id), ruleset)


def admits(here: TarotDirective) -> Content:
    """``.. tarot:admits:: rape-of-the-lock``: which rulesets admit a record, and which rules would decide among them."""
    here.depends_on(*(path for kind in ("ruleset", "option", "deck") for path in here.library.files(kind)))
    return content_of(AdmitsQuestion)(here)


def which_rules(here: TarotDirective) -> Content:
    """``.. tarot:which-rules:: rape-of-the-lock game-of-1659``: which rules were played in each of some records."""
    ids = " ".join(here.arguments).split()
    here.depends_on(*(path for kind in ("ruleset", "option", "deck") for path in here.library.files(kind)))
    here.depends_on(*(here.library.find_record("example", id) for id in ids))
    return "", records_page(ids, here.library)


def glossary(here: TarotDirective) -> Content:
    """``.. tarot:glossary::``: every concept, with its names in all languages that have some, and their sources."""
    here.depends_on(*here.library.files("glossary"))
    for id, concept in here.library.glossary().items():
        here.note_object(f"term-{id}", "term", id, concept.general)
    return "", describe_glossary(here.library.glossary())


def mechanisms(here: TarotDirective) -> Content:
    """``.. tarot:mechanisms::``: every kind of rule, with its parameters and an example."""
    here.depends_on(*(path for kind in ("ruleset", "option") for path in here.library.files(kind)))
    return "", describe_mechanisms(kinds_of_rules(here.library))


def sources(here: TarotDirective) -> Content:
    """``.. tarot:sources::``: the bibliography."""
    here.depends_on(*here.library.files("sources"))
    for key, source in here.library.sources().items():
        here.note_object(f"source-{key}", "source", key, source.title)
    return "", rulebook.describe_sources(here.library.sources())


def _of_all_files(kind: str, describe: Callable[..., list[Block]], here: TarotDirective) -> Content:
    """A page about all rulesets, house rules, packs and examples, and a file of its own."""
    kinds = ("ruleset", "option", "deck", "example")
    found = (here.library.path_of(each, id) for each in kinds for id in here.library.ids(each))
    here.depends_on(*here.library.files(kind), *found)
    return "", describe(here.library)


def family(here: TarotDirective) -> Content:
    """``.. tarot:family::`` or ``.. tarot:family:: NAME …``: the family tree of rulesets, with the house rules that fit each."""
    here.depends_on(*(here.library.find("option", id) for id in here.library.ids("option")))
    return _overview(here, content_of(FamilyQuestion)(here))


def games(here: TarotDirective) -> Content:
    """``.. tarot:games::``: which game comes from which, by the history of the library."""
    return _overview(here, _of_all_files("history", describe_games, here))


def _overview(here: TarotDirective, content: Content) -> Content:
    """The content of a page about many games, which other pages can name."""
    first = next(iter(content[1]))
    assert isinstance(first, Heading)
    here.note_object(first.id, OVERVIEW, first.id, str(first.text))
    return content


def _each(about: Callable[[TarotDirective, str], list[Block]], here: TarotDirective) -> Content:
    """The blocks of each name of the argument; a name with a fault becomes a warning."""
    here.depends_on(*here.library.paths("example"))
    blocks: list[Block] = []
    for name in here.arguments[0].split():
        try:
            blocks += about(here, name)
        except TarotError as error:
            here.warn(error)
    return "", blocks


def _about_ruleset(here: TarotDirective, name: str) -> list[Block]:
    """``.. tarot:overview:: NAME …``: an introduction to each ruleset, with links to its rules and examples."""
    ruleset = here.ruleset(name)
    rules = PageRef("ruleset", ruleset.name, _("The rules, one by one"))
    lead = rulebook.introduction(ruleset)[:1]
    return _about(here, ruleset.name, ruleset.title, lead, rules, here.library.examples_of(ruleset.name))


def _about_house_rule(here: TarotDirective, name: str) -> list[Block]:
    """``.. tarot:house-rules:: ID …``: an introduction to each house rule, with links to its page and examples."""
    path = here.library.find("option", name)
    here.depends_on(path)
    data = here.library.document(path).data
    about = str(data.get("about", "")).strip().split("\n\n")[0]
    lead = [Paragraph(Text((about,)))] if about else []
    changes = PageRef("option", name, _("What it changes"))
    return _about(here, name, str(data["title"]), lead, changes, here.library.examples_with(name))


def _about(
    here: TarotDirective, name: str, title: str, lead: Sequence[Block], page: PageRef, examples: Iterable[Path]
) -> list[Block]:
    files = [here.library.document(path).data for path in examples]
    links = [page, *(PageRef("example", str(file["id"]), str(file["title"])) for file in files)]
    return [Heading(2, Text((title,)), f"about-{name}"), *lead, Bullets(tuple(Text((link,)) for link in links))]


def examples(here: TarotDirective) -> Content:
    """``.. tarot:examples:: ID …``: worked examples by level, each with the rules that it shows, and its game where there are several."""
    paths = [here.record_path("example", name) for name in here.arguments[0].split()]
    columns = (0, 1, 2) if len({here.library.ruleset_of(path) for path in paths}) > 1 else (0, 1)
    head = (say(_("Example")), say(_("Rules shown")), say(_("Game")))
    blocks: list[Block] = []
    for level, alike in groupby(here.library.by_level(paths), here.library.level_of):
        rows = tuple(tuple(_shown(here, path)[i] for i in columns) for path in alike)
        blocks += [Heading(2, say(_(LEVELS[level])), f"level-{level}"), Table(tuple(head[i] for i in columns), rows)]
    return "", blocks


def _shown(here: TarotDirective, path: Path) -> tuple[Text, Text, Text]:
    """An example, the rules that it shows, and its game."""
    file, ruleset = here.library.document(path).data, here.ruleset(here.library.ruleset_of(path))
    taught = [RuleRef(id, ruleset.rule(id).title, ruleset.name) for id in file.get("teaches", ())]
    page = PageRef("example", str(file["id"]), str(file["title"]))
    return Text((page,)), separated_by_dots(taught), Text((ruleset.name,))


class DropUnresolvedLinks(SphinxPostTransform):
    """Remove from the lists of an overview the links whose target no page of any known project has."""

    default_priority = 15  # after references are resolved

    def run(self, **_kwargs: Any) -> None:
        """Change a page whose references are resolved."""
        for listing in [found for found in self.document.findall(nodes.bullet_list) if "links" in found]:
            listing.children = [item for item in listing.children if any(item.findall(nodes.reference))]
            if not listing.children:
                listing.parent.remove(listing)


def example(here: TarotDirective) -> Content:
    """``.. tarot:example:: tarotmag-16``: a worked example, replayed when the page is built; with ``:tricks: 3-5`` or
    ``:step: 12`` a part of it. Without an argument, the example is written below the directive."""
    if bool(here.arguments) == bool(here.content):
        message = _("an example is named and another one written") if here.arguments else _("there is no example here")
        hint = _("name one behind the directive, or write one below it")
        raise NotationError.of("example.which", message, None, hint)
    done = here.replayed(*here.arguments)
    name, file = done.engine.ruleset.name, done.record.file
    if "step" in here.options:
        return name, describe_position(done, here.options["step"])
    if "tricks" in here.options:
        tricks = here.options["tricks"]
        found = re.fullmatch(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})?\s*)?", tricks)
        if found is None:
            message, hint = _("{text!r} is not a range of tricks"), _("write it like 3 or 3-5")
            raise NotationError.of("example.tricks", message, hint=hint, text=tricks)
        return name, annotate_tricks(done, int(found[1]), int(found[2] or found[1]))
    here.note_object(file.id, "example", file.id, file.title)
    page = lesson(done)
    if here.config[OPEN_CARDS]:
        page = with_open_cards(page, done)
    page = with_written(page, done, here.library)
    return name, with_lines(page, done) if here.config[WHAT_IF] else page


def best_play(here: TarotDirective) -> Content:
    """``.. tarot:best-play:: tarotmag-16``: a worked example of a whole deal against best play with all cards open, as far as that is kept beside it."""
    done = here.replayed(here.arguments[0])
    found = kept_best_play(done)
    if found is None:
        message = _("what best play makes of {id} is not kept, or is that of other rules or plays")
        hint = _("tarot-teach solve {id} --whole --keep")
        raise LoadError.of("solve.kept", message, None, hint.format(id=done.record.file.id), id=done.record.file.id)
    return done.engine.ruleset.name, [*found.blocks()]


def session(here: TarotDirective) -> Content:
    """``.. tarot:session:: an-evening``: the explained score sheet of a session."""
    answer, _ruleset = answer_to(SessionQuestion, here)
    session = answer.session
    ruleset = session.engine.ruleset
    here.depends_on(*files_of(ruleset, here.library))
    here.note_object(session.file.id, "session", session.file.id, session.file.title)
    return ruleset.name, answer.blocks()


def compare(here: TarotDirective) -> Content:
    """``.. tarot:compare:: fft-4 fft-5 …``: where rulesets differ; with ``:all:`` every rule, with ``:matrix:`` only the table,
    with ``:rule: play.overtrump …`` only some rules, with ``:in-short:`` links to rules in place of their words.

    With ``:hand: EXAMPLE`` one hand by all of them instead (``:policy:`` says what becomes of a card that other rules refuse), with
    ``:figures: FILE`` what many deals have shown, from a file that ``tarot-teach simulate`` has written; together with one of
    the options above, these follow the rules.
    """
    rulesets = [here.ruleset(name) for name in here.arguments[0].split()]
    given = set(here.options)
    blocks: list[Block] = []
    if given & {"all", "matrix", "rule"} or not given & {"hand", "figures"}:
        only = here.options.get("rule", "").split()
        blocks += describe_comparison(
            rulesets, only, everything="all" in given, matrix="matrix" in given, in_short="in-short" in given
        )
        first = blocks[0]
        if isinstance(first, Heading) and first.level == 1:
            here.note_object(first.id, COMPARISON, " ".join(ruleset.name for ruleset in rulesets), str(first.text))
    if "hand" in given:
        policy = here.options.get("policy", "as_played")
        if policy not in POLICIES:
            message, hint = _("there is no policy {name!r}"), suggest(policy, POLICIES, _("policies"))
            raise LoadError.of("compare.policy", message, hint=hint, name=policy)
        done, engines = here.replayed(here.options["hand"]), [Engine(ruleset) for ruleset in rulesets]
        blocks += describe_deal_comparison(compare_deals(done, engines, POLICIES[policy]), level=2)
    if "figures" in given:
        blocks += describe_figures(_figures(here, rulesets))
    return rulesets[0].name, blocks


def _figures(here: TarotDirective, rulesets: Sequence[Ruleset]) -> RunResults:
    """Results of simulated deals from a file. Raises LoadError if the file is about other rulesets."""
    file = here.options["figures"]
    _relative, path = here.env.relfn2path(file)
    check_confined(here.env, here.library, Path(here.env.doc2path(here.env.docname)).parent, file)
    here.depends_on(path)
    saved = load_results(Path(path))
    names = [game.name for game in saved.stamps]
    if names != [ruleset.name for ruleset in rulesets]:
        message, hint = _("{figures} holds figures of {names}"), _("name the same rulesets, in the same order")
        raise LoadError.of("compare.figures", message, hint=hint, figures=file, names=", ".join(names))
    games = tuple(game.labelled(Engine(rules)) for game, rules in zip(saved.stamps, rulesets, strict=True))
    if [game.unit for game in games] != [game.unit for game in saved.stamps]:
        message = _("{figures} counts game points in a different unit from its rulesets")
        hint = _("play them anew: tarot-teach simulate --again {figures}").format(figures=file)
        raise LoadError.of("compare.figures", message, hint=hint, figures=file)
    return replace(saved, stamps=games)


def advice(here: TarotDirective) -> Content:
    """``.. tarot:advice:: encyclopedia fft-4 T21 EX SR …``: the page of a body of advice, with a hand valued by it."""
    id, name, *hand = [*here.arguments[0].split(), ""]
    if not name:
        hint = _("write a ruleset and a hand behind it: {id} fft-4 T21 EX SR …").format(id=id)
        raise NotationError.of("advice.ruleset", _("no ruleset is given"), hint=hint)
    ruleset = here.ruleset(name)
    here.depends_on(here.library.path_of("advice", id))
    return ruleset.name, describe_advice(
        advice_on(here.library, id, ruleset), ruleset, ruleset.deck.parse(" ".join(hand))
    )


def try_it(here: TarotDirective) -> Content:
    """``.. tarot:try:: fft-4+misere``: a table on which the reader lays cards, answered by the engine in the page.

    ``:hand:`` and ``:trick:`` lie there at first; more rulesets are a choice, each with the cards of its pack. Without a runtime in ``conf.py`` a warning, and
    the hand judged once for all.
    """
    rulesets = [here.ruleset(name) for name in here.arguments[0].split()]
    hand, laid = here.options.get("hand", ""), here.options.get("trick", "")
    if not here.config[RUNTIME]:
        message = _("the engine cannot run in this page, since conf.py sets no {setting}").format(setting=RUNTIME)
        here.warn(LoadError.of("try.runtime", message, hint=_("the hand is judged as the page is built")))
        return rulesets[0].name, describe_still(Engine(rulesets[0]), hand, laid)
    here.depends_on(*here.library.paths("option"))
    parts = here.options.get("parts", "legal").split()
    blocks = describe_try(here.library, rulesets, hand, laid, parts)
    for ruleset in rulesets if "play" in parts else ():
        domain_of(here.env).note_object(PLAYED, ruleset.id, here.env.docname, "", "", ruleset.title)
    return rulesets[0].name, blocks


def exercise(here: TarotDirective) -> Content:
    """``.. tarot:exercise:: going-over 2``: the questions of an example; or, with ``:kind:`` or another option, generated questions about a ruleset.

    Endings are solved in Python, so that a page never waits for code to be compiled.

    Raises LoadError or RecordError for an example without the question.
    """
    name, *number = here.arguments
    if {"kind", "level", "seed", "count", "theme"} & set(here.options):
        if number:
            message, hint = _("questions that are made up have no numbers"), _("leave out the number, or the options")
            raise NotationError.of("exercise.number", message, hint=hint)
        ruleset = here.ruleset(name)
        quiz = Quiz(Engine(ruleset), advice_for(here.library, ruleset), here.options.get("seed", 0), compiled=False)
        if "theme" in here.options:
            return ruleset.name, [_of_theme(quiz, here.options["theme"])]
        numbers = range(here.options.get("count", 1))
        kind, level = here.options.get("kind"), here.options.get("level")
        return ruleset.name, [quiz.exercise(number, kind, level and int(level)) for number in numbers]
    done = here.replayed(name)
    exercises = exercises_of(done)
    if not exercises:
        message, hint = _("{arguments} asks nothing"), _("give it `asks`, or name a ruleset and a :kind:")
        raise LoadError.of("exercise.none", message, hint=hint, arguments=name)
    chosen = [asked for asked in exercises if not number or asked.id.rpartition("-")[2] == number[0]]
    if not chosen:
        message = _("{arguments} has no question {wanted}").format(arguments=name, wanted=number[0])
        hint = _("it has questions 1 to {number}").format(number=len(exercises))
        raise LoadError.of("exercise.number", message, None, hint)
    return done.engine.ruleset.name, chosen


def _of_theme(quiz: Quiz, theme: str) -> Exercise:
    """A question of a theme of tactics, chosen by the seed. Raises LoadError for a theme of which the package has none about the ruleset."""
    made = quiz.by_id(THEME_PREFIX + theme)
    if made is None:
        message, hint = _("there are no tactics of the theme {theme!r} of {name}"), suggest(theme, THEMES, _("themes"))
        raise LoadError.of("tactics.none", message, None, hint, theme=theme, name=quiz.engine.ruleset.name)
    return made


def questions(here: TarotDirective) -> Content:
    """``.. tarot:questions:: fft-4``: some 40 questions made of random deals, one at a time; those that were missed come back."""
    ruleset = here.ruleset(here.arguments[0])
    quiz = Quiz(Engine(ruleset), advice_for(here.library, ruleset), here.options.get("seed", 1), compiled=False)
    pool = quiz.pool(here.options.get("count", POOL))
    title = Heading(1, say(_("Questions: {title}"), title=ruleset.title), f"questions-{ruleset.name}")
    asked = len({rule for exercise in pool.blocks for rule in exercise.rules})
    about = _(
        "{number} questions made of random deals, the easy ones first. What was missed comes back: in the same sitting, the next day, and "
        "after 3, 7 and 21 days. They ask about {asked} of the {rules} rules; the others are to be read."
    )
    facts = {"number": len(pool.blocks), "asked": asked, "rules": len(pool.rules)}
    return ruleset.name, [title, Paragraph(say(about, **facts), "lead"), pool]


def tactics(here: TarotDirective) -> Content:
    """``.. tarot:tactics:: fft-4``: cards to play with one's own eyes, one question at a time; a theme that was missed comes back in another deal.

    Raises LoadError for a ruleset about which the package has none.
    """
    ruleset = here.ruleset(here.arguments[0])
    quiz = Quiz(Engine(ruleset), advice_for(here.library, ruleset), here.options.get("seed", 1), compiled=False)
    pool = quiz.tactics_pool(here.options.get("count", TACTICS))
    if pool is None:
        message, hint = _("the package has no tactics of {name}"), _("take one of {names}")
        raise LoadError.of(
            "tactics.none", message, None, hint.format(names=", ".join(rulesets_with_puzzles())), name=ruleset.name
        )
    title = Heading(1, say(_("Tactics: {title}"), title=ruleset.title), f"tactics-{ruleset.name}")
    about = _(
        "One card, with your own eyes: touch the one that you would play. It is best in nearly all deals that fit what you have seen. What it is about is told "
        "after the answer; a theme that you missed comes back in another deal, the next day, and after 3, 7 and 21 days. There are {themes} themes."
    )
    return ruleset.name, [title, Paragraph(say(about, themes=len(pool.rules)), "lead"), pool]


def class_results(here: TarotDirective) -> Content:
    """``.. tarot:class-results:: ID …``: a place where the codes of a class are put together, about the questions of these worked examples, and of
    pages and packages that are dropped there."""
    paths = [here.record_path("example", name) for argument in here.arguments for name in argument.split()]
    sets = []
    for done in map(here.replayed, map(str, paths)):
        file, ruleset = done.record.file, done.engine.ruleset
        sets.append(set_data(exercises_of(done), file.title, ruleset, here.library, file.id))
    root = "/".join([".."] * here.env.docname.count("/")) or "."
    pages = {
        folder: sorted(page.partition("/")[2] for page in here.env.found_docs if page.startswith(f"{folder}/"))
        for folder in ("rules", "questions", "examples")
    }
    return "", [for_teachers(sets, root, pages)]


# ---------------------------------------------------------------------------------------------------- the table


def _directive(
    describe: Callable[[TarotDirective], Content],
    options: dict[str, Any],
    required: int = 0,
    optional: int = 0,
    *,
    several: bool = False,
    content: bool = False,
) -> type[TarotDirective]:
    """A class for docutils, with numbers of arguments; ``several`` lets blanks stand in the last one."""

    class Described(TarotDirective):
        required_arguments, optional_arguments, final_argument_whitespace = required, optional, several
        option_spec, has_content = options, content

    Described.describe = staticmethod(describe)
    return Described


def _question(question: type[Question[Report]], options: dict[str, Any]) -> type[TarotDirective]:
    """A class for docutils that asks a question."""
    return _directive(content_of(question), {**options, **options_of(question)}, int(bool(question.argument)))


_COMPARE = {
    **dict.fromkeys(("all", "matrix", "in-short"), flag),
    **dict.fromkeys(("rule", "hand", "policy", "figures"), words),
}
_QUIZ = {
    "kind": partial(laid_cards.one_of, KINDS),
    "level": partial(laid_cards.one_of, tuple(map(str, range(1, HIGHEST + 1)))),
    "seed": nonnegative_int,
    "count": positive_int,
    "theme": words,
}

DIRECTIVES: dict[str, type[TarotDirective]] = {
    "rules": _directive(rules, {**TITLED, **dict.fromkeys(("step", "rule", "beside", "above"), words)}, 1),
    "option": _directive(option, TITLED, 1),
    "example": _directive(example, {**TITLED, "tricks": words, "step": nonnegative_int}, 0, 1, content=True),
    "best-play": _directive(best_play, TITLED, 1),
    "session": _directive(session, {**TITLED, **options_of(SessionQuestion)}, 1),
    "glossary": _directive(glossary, TITLED),
    "sources": _directive(sources, TITLED),
    "advice": _directive(advice, TITLED, 1, several=True),
    "counting": _directive(laid_cards.counting, {**TITLED, **laid_cards.COUNTING}, 1, several=True, content=True),
    "coverage": _directive(partial(_of_all_files, "coverage", describe_coverage), TITLED),
    "errata": _directive(partial(_of_all_files, "errata", describe_errata), TITLED),
    "games": _directive(games, TITLED),
    "timeline": _directive(partial(_of_all_files, "history", describe_timeline), TITLED),
    "errors": _directive(lambda _here: ("", rulebook.describe_errors()), TITLED),
    "mechanisms": _directive(mechanisms, TITLED),
    "overview": _directive(partial(_each, _about_ruleset), NAMED, 1, several=True),
    "examples": _directive(examples, NAMED, 1, several=True),
    "house-rules": _directive(partial(_each, _about_house_rule), NAMED, 1, several=True),
    "compare": _directive(compare, {**TITLED, **_COMPARE}, 1, several=True),
    "family": _directive(family, TITLED, 0, 1, several=True),
    "features": _directive(content_of(FeaturesQuestion), TITLED, 0, 1, several=True),
    "if-you-know": _directive(content_of(ForPlayersQuestion), TITLED, 2),
    "admits": _directive(admits, {**TITLED, **options_of(AdmitsQuestion)}, 1),
    "which-rules": _directive(which_rules, TITLED, 1, several=True),
    "odds": _question(OddsQuestion, TITLED),
    "legal": _directive(content_of(LegalQuestion), {**NAMED, **options_of(LegalQuestion)}, 1, several=True),
    "count": _question(CountQuestion, NAMED),
    "deck": _question(DeckQuestion, TITLED),
    "evaluate": _directive(asking.evaluate, {**TITLED, **options_of(EvaluateQuestion), "ask": flag}, 1, content=True),
    "hand": _directive(laid_cards.hand, {**NAMED, **laid_cards.HAND}, 1, several=True, content=True),
    "trick": _directive(laid_cards.trick, {**NAMED, **laid_cards.TRICK}, 1, several=True, content=True),
    "try": _directive(try_it, {**NAMED, **dict.fromkeys(("hand", "trick", "parts"), words)}, 1, several=True),
    "score": _directive(asking.score, {**NAMED, **options_of(ScoreQuestion), "ask": unchanged}, 1, content=True),
    "play": _directive(asking.play, {**NAMED, **asking.PLAY}, 1, content=True),
    "questions": _directive(questions, {**TITLED, "seed": nonnegative_int, "count": positive_int}, 1),
    "tactics": _directive(tactics, {**TITLED, "seed": nonnegative_int, "count": positive_int}, 1),
    "class-results": _directive(class_results, NAMED, 0, 1, several=True),
    "exercise": _directive(exercise, {**NAMED, **_QUIZ}, 1, 1),
}
"""The directives by name."""
