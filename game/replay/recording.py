"""A replay on its way out: copied as LURD, or saved as a file while the player goes on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from game.input.actions import Action
from game.input.clipboard import write_clipboard
from game.language.words import Words, translated
from game.replay.export import Form, Recording, ReplayExport, progress_words
from game.scene.base import Actions, each
from game.widgets.buttons import Clickable, ToolButton
from game.widgets.sentence import Sentence
from levels.language import _, ngettext
from levels.lurd import run_length

_FORMS = {Action.SAVE_MOVING: Form.GIF, Action.SAVE_STRIP: Form.STRIP}


@dataclass(frozen=True)
class SaveStopping(Clickable):
    """Saves nothing after all."""


class RecordingDesk:
    """What a replay can be made into. It says what it did until the next thing happens."""

    def __init__(self, export: ReplayExport, recording: Recording) -> None:
        self._export = export
        self._recording = recording
        self._said: Words | None = None

    @property
    def actions(self) -> Actions:
        """What keys make of the replay."""
        return {
            **each(_FORMS, self._save),
            Action.COPY: partial(self._copy, is_counted=False),
            Action.COPY_COUNTED: partial(self._copy, is_counted=True),
        }

    def _save(self, form: Form) -> None:
        self._said = self._export.begin(self._recording, form)

    def say(self, words: Words) -> None:
        """Say something else."""
        self._said = words

    def _copy(self, *, is_counted: bool) -> None:
        lurd = self._recording.lurd
        is_done = write_clipboard(run_length(lurd) if is_counted else lurd)
        done = ngettext("Copied as LURD: {n} move.", "Copied as LURD: {n} moves.", len(lurd))
        self._said = (done if is_done else _("Could not copy to the clipboard.")), ""

    def stop(self) -> None:
        """Save nothing after all."""
        self._said = stop_saving(self._export) or self._said

    def update(self) -> bool:
        """Hear what became of a file; whether there is anything new to see."""
        said = self._export.poll()
        self._said = said or self._said
        return said is not None

    def sentence(self) -> Sentence | None:
        """What to say about it."""
        said = Sentence(*translated(self._said)) if self._said else None
        return saving_sentence(self._export) or said


def saving_sentence(export: ReplayExport) -> Sentence | None:
    """How much of a file is done, and a button to stop it; None if none is being saved."""
    if export.progress is None:
        return None
    done, total = export.progress
    stop = ToolButton(SaveStopping(), "stop", _("Stop"))
    return Sentence(*progress_words(export.progress), "plain", stop, share=done / max(1, total))


def stop_saving(export: ReplayExport) -> Words | None:
    """Save nothing after all; what to say about it."""
    return (_("Stopped: nothing was saved."), "") if export.stop() else None
