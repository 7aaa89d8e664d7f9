"""What a scene says to the player, as one text."""

from __future__ import annotations

from game.scene.base import Scene
from game.widgets.sentence import Sentence


def sentence_of(scene: Scene) -> str:
    """The sentence that is drawn, or what stands on an empty page; "" if there is neither."""
    words = getattr(scene, "empty", None) or getattr(scene, "sentence", None) or ("", "")
    both = (words.lead, words.rest) if isinstance(words, Sentence) else words
    return " ".join(filter(None, both))
