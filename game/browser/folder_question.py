"""The question before a folder is added: how much it holds, and whether all of that is wanted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pygame import Surface

from game.browser.counting import MOST_FILES, Counting
from game.browser.importing import Files
from game.input.actions import Action
from game.input.controls import Scope
from game.language.words import Words
from game.scene.base import Actions, Scene
from game.scene.overlay import Overlay
from game.scene.stage import Stage
from game.widgets.buttons import Attention, Hits, ToolButton
from game.widgets.question import draw_question
from levels.language import _, ngettext, retold


class FolderQuestionScene(Overlay):
    """Asks over the browser. Nothing is added unless the player says so."""

    scope = Scope.BROWSER

    def __init__(
        self, stage: Stage, below: Scene, folders: tuple[Path, ...], add: Callable[[Files], Scene]
    ) -> None:
        """``add``: what the answer yes does. Raises OSError if nothing can be counted."""
        super().__init__(below)
        self._stage = stage
        self._add = add
        name = folders[0].name or str(folders[0])
        self._called = (
            # Translators: the name of a folder in quotation marks.
            _("“{name}”", name=name)
            if len(folders) == 1
            else ngettext("{n} folder", "{n} folders", len(folders))
        )
        self._counting = Counting(folders)

    @property
    def _name(self) -> str:
        return retold(self._called)

    @property
    def title(self) -> str:
        return _("Add {name}", name=self._name)

    @property
    def sentence(self) -> Words:
        """What is asked, or how far the counting is."""
        found, so_far = self._counting.found, self._counting.count
        # Translators: {files} and {levels} are numbers of them: 3 level files with 40 levels.
        what = _(
            "{files} with {levels}",
            files=ngettext("{n} level file", "{n} level files", so_far.files),
            levels=ngettext("{n} level", "{n} levels", so_far.levels),
        )
        if found is None:
            return _("Looking through {name}…", name=self._name), ngettext(
                "{n} file so far: {what}.", "{n} files so far: {what}.", so_far.looked_at, what=what
            )
        if found.files:
            question = _("Add {name} to your library?", name=self._name)
            return question, _("{what}, including subfolders.", what=what)
        if found.are_too_many:
            return ngettext(
                "More than {n} level file is in {name}.",
                "More than {n} level files are in {name}.",
                MOST_FILES,
                name=self._name,
            ), _("Choose a folder inside it: nothing was added.")
        if found.reason:
            return _("Nothing in {name} can be read.", name=self._name), f"{retold(found.reason)}."
        return _("There are no levels in {name}.", name=self._name), ngettext(
            "{n} file checked.", "{n} files checked.", so_far.looked_at
        )

    @property
    def actions(self) -> Actions:
        is_counted = self._counting.found is not None
        return {Action.PLAY_CHOSEN: self._take if is_counted else None, Action.BACK: self._leave}

    def _take(self) -> Scene:
        found = self._counting.found
        self._counting.stop()
        return self._add(Files(found.files)) if found and found.files else self._below

    def _leave(self) -> Scene:
        found = self._counting.found
        self._counting.stop()
        stopped = _("Nothing was added."), ""
        return self._below.resume(stopped if found is None or found.files else None)

    def drop(self, paths: tuple[Path, ...]) -> Scene:
        """What is dropped now takes the place of what is asked for."""
        self._counting.stop()
        return super().drop(paths)

    def update(self, now: float) -> tuple[Scene, bool]:
        return self, self._counting.poll()

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        self._below.draw(surface, Attention())
        return draw_question(surface, self._stage.theme, self.sentence, self._buttons, attention)

    @property
    def _buttons(self) -> tuple[ToolButton, ...]:
        """From the right: what is likely to be wanted comes first."""
        found = self._counting.found
        back = self._stage.label(Action.BACK, self.scope)
        if found is None:
            return (ToolButton(Action.BACK, "", _("Stop"), back),)
        if not found.files:
            return (ToolButton(Action.BACK, "", _("Close"), back),)
        key = self._stage.label(Action.PLAY_CHOSEN, self.scope)
        add = ngettext("Add {n} file", "Add {n} files", len(found.files))
        return (
            ToolButton(Action.PLAY_CHOSEN, "", add, key, "primary"),
            ToolButton(Action.BACK, "", _("Cancel"), back),
        )
