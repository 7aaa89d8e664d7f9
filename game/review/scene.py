"""The player's own game, with what each push has cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from pygame import Rect

from game.board.picture import BoardPicture, SquareMark, still
from game.board.square_marks import journey_marks, mistake_marks
from game.input.actions import Action
from game.input.controls import Scope
from game.language.words import Words, translated
from game.proof.reviewer import Reviewer
from game.proof.words import PREPARING
from game.replay.aside import Aside, draw_aside
from game.replay.compare_scene import CompareScene
from game.replay.rivals import Rival
from game.review.reasons import Mistake, mistake_of
from game.review.words import better_words, loss_words, progress_words, summary_words
from game.scene.base import Actions, Scene
from game.scene.board_scene import Motion
from game.scene.overlay import Overlay
from game.scene.page import Page
from game.scene.stage import Stage
from game.scene.watching import WatchScene
from game.session.playback import Playback
from game.widgets.bars import BottomBar, TopBar, bottom_parts, top_parts
from game.widgets.buttons import ENABLED, Attention, Hit, Hits, ToolButton, ToolState
from game.widgets.sentence import Sentence, Tone
from game.widgets.timeline import REVIEW_TRACK, LossMark, Timeline, step_at
from game.work.slices import advance
from levels.language import _, grouped
from levels.level import Level
from levels.position import Position
from levels.solution import Solution
from solver.messages import Metric
from solver.review import Loss, Review

NEAR = 0.012
"""How close to a loss a click on the timeline has to be, as a share of the timeline."""


@dataclass(frozen=True)
class Chance:
    """Where in a game the player is to find a better way alone, and what there is to find."""

    line: tuple[Position, ...]
    """the whole game"""
    start: int
    """the step before which it has not been lost yet"""
    saved: int | None
    """None if the next push made the level unsolvable: it is enough to keep it solvable"""
    best: int
    """the least that it takes from there"""
    metric: Metric
    better: tuple[Position, ...]
    """a way on from there that is proved to take no more"""


AT_ONCE = 0.002
"""Seconds of each turn spent on working out what to show of a loss."""

Find: TypeAlias = Callable[[Scene, Chance], Scene]


class ReviewScene(Overlay, WatchScene):
    """The review of one game; the solver keeps working while it is looked at."""

    scope = Scope.REVIEW

    def __init__(
        self, stage: Stage, reviewer: Reviewer, below: Scene, name: str,
        playback: Playback, find: Find,
    ) -> None:  # fmt: skip
        """``playback`` is of the whole game; ``find`` makes the scene in which the player looks for
        the better way."""
        Overlay.__init__(self, below)
        WatchScene.__init__(self, stage)
        self._reviewer = reviewer
        self._name = name
        self._line = playback.positions
        self._find = find
        self._metric = (
            Metric.MOVES if stage.settings.search_metric == Metric.MOVES else Metric.PUSHES
        )
        self._playback = playback
        self._playback.go_to(self._playback.length)
        self._chosen: Loss | None = None
        self._mistake: Mistake | None = None
        """what the board shows of the chosen loss, once that is worked out"""
        self._seeing: Iterator[None] = iter(())
        """the rest of that work"""
        self._answers = 0
        """how many answers the review had when it was chosen"""
        self._better: Playback | None = None
        """the better way, while it is shown"""
        self._found: tuple[Review, int, tuple[Loss, ...]] | None = None
        """the losses of a review as of that many answers"""
        reviewer.begin(self._line, self._metric)

    @property
    def _review(self) -> Review | None:
        return self._reviewer.review

    @property
    def _losses(self) -> tuple[Loss, ...]:
        """As they are known so far; the push that made the level unsolvable comes last."""
        review, found = self._review, self._found
        if review is None:
            return ()
        if found is None or found[0] is not review or found[1] != review.answers:
            fatal = () if review.fatal is None else (review.fatal,)
            found = self._found = review, review.answers, review.losses + fatal
        return found[2]

    # --- what the player asks for --------------------------------------------------------------

    @cached_property
    def actions(self) -> Actions:
        return {
            **self._looking.actions,
            Action.STEP_BACK: lambda: self._go_to(self._playback.index - 1),
            Action.STEP_FORWARD: lambda: self._go_to(self._playback.index + 1),
            Action.GO_FIRST: lambda: self._go_to(0),
            Action.GO_LAST: lambda: self._go_to(self._playback.length),
            Action.NEXT_LOSS: lambda: self._go_to_loss(1),
            Action.PREVIOUS_LOSS: lambda: self._go_to_loss(-1),
            Action.SHOW_BETTER: self._show_better,
            Action.FIND_BETTER: self._find_better,
            Action.NEXT_METRIC: self._change_metric,
            Action.COMPARE: self._compare,
            Action.BACK: self._go_back,
        }

    def drag(self, hit: Hit, track: Rect, x: int) -> bool:
        if hit != REVIEW_TRACK:
            return False
        step, reach = step_at(track, self._playback.length, x), NEAR * self._playback.length
        near = [each for each in self._losses if abs(self._step_of(each) - step) <= reach]
        if near:
            self._choose(min(near, key=lambda each: abs(self._step_of(each) - step)))
        else:
            self._go_to(step)
        return True

    def _step_of(self, loss: Loss) -> int:
        assert self._review is not None
        return self._review.steps[loss.upto]

    def _go_to_loss(self, way: int) -> Words | None:
        """The next loss after the chosen one, or after where the game is shown."""
        losses = self._losses
        if not losses:
            return None
        if self._chosen in losses:
            number = (losses.index(self._chosen) + way) % len(losses)
        else:
            later = [n for n, each in enumerate(losses) if self._step_of(each) > self._index]
            number = (later[0] if later else 0) - (way < 0)
        self._choose(losses[number])
        return None

    @property
    def _index(self) -> int:
        return self._playback.index

    def _choose(self, loss: Loss) -> None:
        """Show the position before a loss, and the push that caused it."""
        review = self._review
        assert review is not None
        self._mistake = self._better = None
        self._move_to(review.steps[loss.after])
        self._chosen, self._answers = loss, review.answers
        self._seeing = self._see(review, loss)
        advance(self._seeing, AT_ONCE)

    def _see(self, review: Review, loss: Loss) -> Iterator[None]:
        """Work out what to show of the chosen loss, in small pieces."""
        self._mistake = yield from mistake_of(review, loss)
        if self._mistake is not None:  # the pusher stands where it pushed the box
            self._move_to(review.steps[loss.upto] - 1)

    def _show_better(self) -> Words | None:
        if self._mistake is None:
            return self._nothing_chosen()
        if self._better is not None:
            self._better = None
            return None
        self._better = Playback(self._mistake.better)
        self._better.go_to(self._better.next_push(forward=True) - 1)
        return None

    def _nothing_chosen(self) -> Words:
        if self._chosen is not None:
            return _("No better way is proved here."), _(
                "The solver could not decide this position."
            )
        return _("Choose a loss first."), _("{next_loss} goes to the next.")

    def _find_better(self) -> Scene | Words:
        review, loss, mistake = self._review, self._chosen, self._mistake
        if review is None or loss is None or mistake is None:
            return self._nothing_chosen()
        start, best = review.steps[loss.after], review.at_least(loss.after)
        saved = None if loss.is_fatal else loss.at_most
        chance = Chance(self._line, start, saved, best, self._metric, mistake.better)
        return self._find(self, chance)

    def _compare(self) -> Scene | Words:
        """The game beside a better one: a better way on from the chosen loss, or the first."""
        review, losses = self._review, self._losses
        after = self._chosen.after if self._chosen else losses[0].after if losses else None
        way = review.way_on(after) if review is not None and after is not None else None
        if review is None or after is None or way is None:
            return _("No better way is known yet."), _("Wait until a loss has been found.")
        step, start = review.steps[after], self._line[0]
        better = Solution(review.lurd[:step] + way.lurd)
        cost = self._metric.cost(better)[0]
        is_shortest = review.is_exact(0) and cost == review.at_least(0)
        rival = Rival(better.lurd, is_shortest, self._metric)
        return CompareScene(self._stage, self, self._name, start, review.lurd, rival)

    def _change_metric(self) -> None:
        """Count moves instead of pushes, or pushes again."""
        is_pushes = self._metric is Metric.PUSHES
        self._metric = Metric.MOVES if is_pushes else Metric.PUSHES
        self._forget_choice()
        self._reviewer.begin(self._line, self._metric)

    def _go_back(self) -> Scene | None:
        """Put away what is shown of a loss, then leave."""
        if self._better is not None:
            self._better = None
            return None
        return self._leave()

    def _go_to(self, index: int) -> None:
        self._forget_choice()
        self._move_to(index)

    def _move_to(self, index: int) -> None:
        before, playback = self._playback.position, self._playback
        playback.go_to(index)
        if before == playback.position:
            return
        is_near = abs(before.pusher - playback.position.pusher) in (1, before.level.width)
        if is_near:
            self._motion.show(before, playback.position, playback.facing)
        else:
            self._motion = Motion(self._stage)

    def _forget_choice(self) -> None:
        self._chosen = self._mistake = self._better = None
        self._seeing = iter(())

    # --- time passes ---------------------------------------------------------------------------

    def resume(self, notice: Words | None) -> Scene:
        self._notice = notice if notice and notice[0] else None
        return self

    def update(self, now: float) -> tuple[Scene, bool]:
        reviewer = self._reviewer
        if not reviewer.is_about(self._line, self._metric):
            reviewer.begin(self._line, self._metric)
        is_seen, chosen, review = self._mistake is not None, self._chosen, self._review
        if chosen is not None and review is not None and review.answers != self._answers:
            self._answers = review.answers
            self._look_again(chosen)
        advance(self._seeing, AT_ONCE)
        return self, is_seen != (self._mistake is not None)

    def _look_again(self, chosen: Loss) -> None:
        """More has been proved of the chosen loss: what is left of it stays chosen."""
        within = [each for each in self._losses if each.upto > chosen.after]
        within = [each for each in within if each.after < chosen.upto]
        if chosen in within and self._mistake is not None:
            return
        if within:
            self._choose(within[-1])
        else:
            self._forget_choice()

    # --- what is seen --------------------------------------------------------------------------

    @property
    def level(self) -> Level | None:
        return self._below.level

    @property
    def is_shipped(self) -> bool:
        return self._below.is_shipped

    @property
    def _by(self) -> str:
        """What is reviewed, and what is counted."""
        if self._metric.counts == "moves":
            return _("{name} · by moves", name=self._name)
        return _("{name} · by pushes", name=self._name)

    @property
    def title(self) -> str:
        return _("{name} - review", name=self._name)

    def _show_parts(self, page: Page, attention: Attention) -> Hits:
        layout = page.layout
        parts = top_parts(layout, self._top_bar()) + bottom_parts(layout, self._tools())
        hits = self._show_bars(page, parts, attention)
        aside = Aside(self._laid(self.sentence))
        return hits | page.show(draw_aside, layout.aside, aside, attention)

    @property
    def picture(self) -> BoardPicture:
        playback, better = self._playback, self._better
        picture = self._motion.picture(playback.position, playback.facing)
        if better is not None:
            picture = still(better.position, better.facing)
        return replace(picture, marks=picture.marks + self._marks())

    def _marks(self) -> tuple[SquareMark, ...]:
        mistake, level = self._mistake, self._line[0].level
        if mistake is None:
            return ()
        if self._better is not None:
            return journey_marks(level, self._better.way_ahead)
        return mistake_marks(level, (mistake.own.box, mistake.own.to))

    def _top_bar(self) -> TopBar:
        review, playback = self._review, self._playback
        total = "–"
        if review is not None and review.end >= 0 and not self._reviewer.is_running:
            loss = review.total
            total = grouped(loss.at_most)
            if loss.at_least < loss.at_most:
                total = f"{grouped(loss.at_least)} – {total}"
        return TopBar(
            _("Review"),
            self._by,
            (
                (_("Moves"), grouped(playback.index)),
                (_("Pushes"), grouped(playback.pushes)),
                (_("Lost"), total),
            ),
            back=True,
            arrows=False,
        )

    def _tools(self) -> BottomBar:
        is_seen, move = self._mistake is not None, ENABLED[bool(self._losses)]
        better: ToolState = "active" if self._better is not None else ENABLED[is_seen]
        find: ToolState = "primary" if is_seen else "disabled"
        return BottomBar(
            (
                self._tool(Action.PREVIOUS_LOSS, "left", _("Previous"), move),
                self._tool(Action.NEXT_LOSS, "right", _("Next"), move),
            ),
            (
                self._tool(Action.SHOW_BETTER, "solve", _("Better"), better),
                self._tool(Action.FIND_BETTER, "search", _("Find it"), find),
                self._tool(Action.COMPARE, "compare", _("Compare"), move),
            ),
            self._timeline(),
        )

    def _tool(self, action: Action, icon: str, words: str, state: ToolState) -> ToolButton:
        return ToolButton(action, icon, words, self._label(action), state)

    def _label(self, action: Action) -> str:
        return self._stage.label(action, self.scope)

    def _timeline(self) -> Timeline:
        playback, review = self._playback, self._review
        losses: tuple[LossMark, ...] = ()
        stuck_from = None
        if review is not None:
            losses = tuple(self._mark_of(review, each) for each in self._losses)
            downfall = review.downfall
            if downfall is not None and downfall.is_exact:
                stuck_from = review.steps[downfall.upto]
        return Timeline(
            playback.length, playback.index, playback.push_marks,
            left_label=_("Step {step}", step=grouped(playback.index)),
            right_label=grouped(playback.length),
            stuck_from=stuck_from, losses=losses, track=REVIEW_TRACK,
        )  # fmt: skip

    def _mark_of(self, review: Review, loss: Loss) -> LossMark:
        end = review.steps[loss.upto]
        start = end if loss.upto == loss.after + 1 else review.steps[loss.after]
        is_sure = loss.at_least > 0
        return LossMark(start, end, loss.at_most, is_sure, loss == self._chosen)

    @property
    def sentence(self) -> Sentence:
        """What is said of the game, or of the loss that is shown."""
        review, reviewer = self._review, self._reviewer
        if self._notice is not None:
            return Sentence(*self._stage.spell_both(self._notice, self.scope))
        if review is None:
            return Sentence(_("Reading your game."))
        if self._chosen is not None:
            return self._loss_sentence(review, self._chosen)
        if reviewer.is_preparing:
            return Sentence(*translated(PREPARING))
        if reviewer.is_running:
            lead, rest = progress_words(review)
            return Sentence(lead, rest, share=1 - self._doubtful / max(1, review.pushes))
        lead, rest = summary_words(review)
        tone: Tone = "danger" if review.downfall is not None else "plain"
        if review.pushes and review.is_solved and review.total.at_most == 0:
            tone = "proof"
        button = None
        if review.fatal is not None:  # the last, and the one that is spoken of
            button = self._tool(Action.PREVIOUS_LOSS, "", _("Show it"), "primary")
        elif self._losses:
            words = _("Show the first") if len(self._losses) > 1 else _("Show it")
            button = self._tool(Action.NEXT_LOSS, "", words, "primary")
        return Sentence(lead, rest, tone, button)

    @property
    def _doubtful(self) -> int:
        """The last push before which something is still to be found out."""
        review = self._review
        assert review is not None
        if review.downfall is None and review.end < review.pushes:
            return review.pushes
        first = review.weighed[0] if review.weighed else review.pushes
        return max([first, *(loss.upto for loss in self._losses if not loss.is_exact)])

    def _loss_sentence(self, review: Review, loss: Loss) -> Sentence:
        mistake = self._mistake
        if self._better is not None and mistake is not None:
            return Sentence(*better_words(review, loss), tone="proof")
        return Sentence(*loss_words(review, loss, mistake))
