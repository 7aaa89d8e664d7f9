"""The language that everything is said in: English, until another one is chosen.

Messages are marked where they stand, as in GNU gettext: ``_("Nothing was lost.")``, and
``ngettext("{n} level", "{n} levels", number)`` where something is counted. Tables that are made
before a language is chosen mark theirs with ``N_`` and are translated where they are shown.
Values go in by name, so that a translation can place them freely; a name without a value, such as
``{undo}``, is left for others to fill in.

A message remembers how it was made: if it is kept while the player chooses another language,
`retold` says it again in that one.
"""

from __future__ import annotations

import gettext as catalogues
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import ParamSpec

LANGUAGES = {
    "en": "English", "de": "Deutsch", "fr": "Français", "hu": "Magyar", "sl": "Slovenščina",
}  # fmt: skip
"""What can be chosen, each by its own name: the languages whose catalogues are complete."""

FOLDER = Path(__file__).parent / "languages"
"""The compiled catalogues, as `assets/languages/update.py` makes them."""

DOMAIN = "pushwise"
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Of the environment: the first one that is not empty counts."""
_AFTER_CONTEXT = "\x04"

Given = ParamSpec("Given")

_log = logging.getLogger(__name__)


class _Chosen:
    """What messages are looked up in."""

    code = "en"
    catalogue = catalogues.NullTranslations()


class _Values(dict[str, object]):
    """Leaves a name that it does not know as it is."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


# --- which language --------------------------------------------------------------------------


def choose(code: str) -> tuple[str, str] | None:
    """Say everything in a language from now on. Returns, in two sentences, why that fails.

    One that is not offered, or cannot be read, becomes English. One already chosen is not reread.
    """
    if code == _Chosen.code:
        return None
    _Chosen.code, _Chosen.catalogue = "en", catalogues.NullTranslations()
    if code == "en" or code not in LANGUAGES:
        return None
    path = FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.mo"
    try:
        with path.open("rb") as file:
            catalogue = catalogues.GNUTranslations(file)
        _check(catalogue)
    except Exception as error:  # what a damaged catalogue raises is not documented
        # The caller informs the player; this is for whoever looks for the cause.
        _log.info("%s: %s: %s", path, type(error).__name__, error)
        lead = f"{LANGUAGES[code]} cannot be read: {_trouble_with(path, error)}."
        return lead, "Install Pushwise again."
    _Chosen.code, _Chosen.catalogue = code, catalogue
    return None


def _trouble_with(path: Path, error: Exception) -> str:
    """What is wrong with a catalogue, in English: there may be no other language."""
    if isinstance(error, FileNotFoundError):
        return f"{path} is missing"
    if isinstance(error, OSError) and error.errno:  # `gettext` raises some without a number
        return f"{path}: {error.strerror}"
    return f"{path} is damaged"


def _check(catalogue: catalogues.GNUTranslations) -> None:
    """Raise an error now, rather than when something is said, if the catalogue is not ours, its
    rule for plurals fails, or the values of a message cannot be filled in."""
    if "Pushwise" not in catalogue.info().get("project-id-version", ""):
        raise ValueError("a catalogue of another program")
    parts = vars(catalogue)
    parts["plural"](1)
    nothing = _Values()
    for text in parts["_catalog"].values():
        if "{" in text or "}" in text:  # nothing else can fail, and most have neither
            text.format_map(nothing)


def chosen() -> str:
    """The code of the language that everything is said in."""
    return _Chosen.code


def asked_of_system(environment: Mapping[str, str] = os.environ) -> Sequence[str]:
    """What the environment asks for, most preferred first, such as ``de_AT.UTF-8``."""
    found = filter(None, (environment.get(name) for name in _VARIABLES))
    return next((locales.split(":") for locales in found), [])


def offered(locales: Sequence[str]) -> str:
    """The code of the first language among some locales that can be chosen; English if none."""
    codes = (locale.replace("-", "_").partition("_")[0].lower() for locale in locales)
    return next((code for code in codes if code in LANGUAGES), "en")


# --- what was said ---------------------------------------------------------------------------


class Said(str):
    """A text in some language, which remembers what it was made of."""

    code: str
    """of the language"""
    made_by: Callable[..., str]
    made_of: tuple[Sequence[object], Mapping[str, object]]


def retellable(say: Callable[Given, str]) -> Callable[Given, str]:
    """Have what a function says remember how, for `retold`."""

    @wraps(say)
    def saying(*given: Given.args, **named: Given.kwargs) -> Said:
        said = Said(say(*given, **named))
        said.code, said.made_by = _Chosen.code, saying
        said.made_of = [*map(_part, given)], {key: _part(each) for key, each in named.items()}
        return said

    return saying


def _part(value: object) -> object:
    """What is kept of a value: an error would keep alive everything in its traceback."""
    if isinstance(value, (str, int, float)):
        return value
    words = str(value)
    arguments = value.args if isinstance(value, Exception) else ()
    return next((each for each in arguments if each == words), words)


def retold(text: str) -> str:
    """A text in the chosen language, even if it was said when another one was chosen."""
    if not isinstance(text, Said) or text.code == _Chosen.code:
        return text
    given, named = text.made_of
    return text.made_by(*map(_retold, given), **{key: _retold(each) for key, each in named.items()})


def _retold(value: object) -> object:
    return retold(value) if isinstance(value, str) else value


# --- what is said ----------------------------------------------------------------------------


@retellable
def gettext(message: str, /, **values: object) -> str:
    """A message in the chosen language, with its values."""
    if isinstance(message, Said):
        return retold(message)
    if not message:
        return ""  # its translation would be the header of the catalogue
    found = _Chosen.catalogue.gettext(message)
    return _filled(found.rpartition(_AFTER_CONTEXT)[2], values)


_ = gettext


@retellable
def ngettext(singular: str, plural: str, number: int, /, **values: object) -> str:
    """A message about a number of things, which ``{n}`` stands for."""
    found = _Chosen.catalogue.ngettext(singular, plural, number)
    return _filled(found, {"n": grouped(number), **values})


@retellable
def pgettext(context: str, message: str, /, **values: object) -> str:
    """A message with several meanings, and which of them is meant."""
    return _filled(_Chosen.catalogue.pgettext(context, message), values)


@retellable
def said_of(what: object, words: object) -> str:
    """``mine.xsb: no levels``: what is said of something, after its name."""
    # Translators: what is said of something, after its name: mine.xsb: no levels.
    return pgettext("said of something", "{what}: {words}", what=what, words=words)


def marked(message: str) -> str:
    """A message that is translated later, where it is shown."""
    return message


N_ = marked


def marked_in(context: str, message: str) -> str:
    """The same for one with several meanings; only `gettext` understands it."""
    return f"{context}{_AFTER_CONTEXT}{message}"


NP_ = marked_in


def _filled(text: str, values: Mapping[str, object]) -> str:
    if not values:
        return text
    return text.format_map(_Values({name: _retold(value) for name, value in values.items()}))


# --- figures ---------------------------------------------------------------------------------


def grouped(number: int) -> str:
    """``9213``, ``12 345``: thin spaces in numbers of more than four digits."""
    return f"{number:,}".replace(",", "\u2009") if abs(number) >= 10_000 else str(number)


def figures(number: int) -> str:
    """``12,345``: for tables in a terminal, where thin spaces are wide."""
    # Translators: what stands between thousands in a terminal: 12,345.
    return f"{number:,}".replace(",", pgettext("thousands separator", ","))


@retellable
def decimal(number: float, places: int | None = None) -> str:
    """``4.2``: a number with some decimal places, or only those that it needs."""
    text = f"{number:g}" if places is None else f"{number:.{places}f}"
    # Translators: what stands before the decimal places of a number: 4.2.
    return text.replace(".", pgettext("decimal separator", "."))
