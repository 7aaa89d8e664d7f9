"""The language of the system."""

from __future__ import annotations

from pygame.system import get_pref_locales

from levels.language import asked_of_system, offered


def language_of_system() -> str:
    """The code of the first language that the system asks for and the game has."""
    asked = asked_of_system()
    if asked:
        return offered(asked)
    # Where the environment does not say, as on Windows and on macOS, SDL asks the system.
    return offered([locale["language"] for locale in get_pref_locales()])
