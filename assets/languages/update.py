"""Brings the catalogues of messages up to date: python3 assets/languages/update.py [CODE].

Collects every message of the program and its packs in `pushwise.pot`, merges them into the
catalogue of each language (a new one with CODE), and compiles those to `levels/languages/`, which
the program reads. Says how many messages still need a translation.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCES = Path(__file__).parent
ROOT = SOURCES.parent.parent
TEMPLATE = SOURCES / "pushwise.pot"
COMPILED = ROOT / "levels" / "languages"
PACKAGES = ("game", "solver", "levels")
KEYWORDS = {
    "_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2), "NP_": ((1, "c"), 2),
    "Control": (4,),
}  # fmt: skip
"""The calls that mark messages, and which of their arguments the messages are."""
NOTE = "Translators:"
"""What a comment meant for translators begins with."""
PACK_LINE = re.compile(r"(?:Title:|;) (.+)")
_UNDATED = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands where Babel would put the time of compiling."""
_DATES = re.compile(r'^"(POT-Creation-Date|PO-Revision-Date|Generated-By):.*\n', re.MULTILINE)
_GENERATOR = re.compile("^Generated-By:.*\n", re.MULTILINE)

sys.path.insert(0, str(ROOT))


def extracted() -> Catalog:
    """Every message of the program, with where it stands."""
    catalog = Catalog(project="Pushwise", charset="utf-8", header_comment="")
    for path in python_files():
        for line, message, notes, context in extract_from_file(
            "python", path, KEYWORDS, (NOTE,), strip_comment_tags=True
        ):
            catalog.add(message, None, [(_place(path), line)], (), notes, context=context)
    for path in sorted((ROOT / "solver" / "commands").glob("*.py")):
        for paragraph in help_paragraphs(path):
            note = "A paragraph of --help; break its lines at 100 characters."
            catalog.add(paragraph, None, [(_place(path), 1)], (), [note])
    for path, line, message in pack_lines():
        note = "A title or a note of a pack of levels; {names} stand for keys."
        catalog.add(message, None, [(_place(path), line)], (), [note], context="pack")
    return catalog


def python_files() -> Iterator[Path]:
    """The sources with messages, in their order."""
    yield SOURCES / "argparse_words.py"
    for name in PACKAGES:
        yield from sorted((ROOT / name).rglob("*.py"))


def help_paragraphs(path: Path) -> list[str]:
    """The text of a command's --help; none for a module that is not a command."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    is_command = any(isinstance(node, ast.FunctionDef) and node.name == "run" for node in tree.body)
    text = ast.get_docstring(tree, clean=False) if is_command else None
    return text.strip().split("\n\n") if text else []


def pack_lines() -> Iterator[tuple[Path, int, str]]:
    """The titles and notes of the packs that ship."""
    from levels.files import shipped_packs

    for path in shipped_packs():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            found = PACK_LINE.fullmatch(line)
            if found:
                yield path, number, found[1]


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def catalogue_text(catalog: Catalog) -> str:
    """The text of a catalogue, without what would differ from day to day."""
    text = BytesIO()
    write_po(text, catalog, width=96, sort_by_file=True, include_lineno=False)
    return _DATES.sub("", text.getvalue().decode()).strip() + "\n"


def sources() -> dict[str, Path]:
    """The catalogue of each language."""
    return {path.stem: path for path in sorted(SOURCES.glob("*.po"))}


def read(path: Path, code: str) -> Catalog:
    """A catalogue from its file."""
    with path.open("rb") as file:
        return read_po(file, locale=code)


def merged(path: Path, code: str, template: Catalog) -> Catalog:
    """The catalogue of a language with all messages of the template and no others."""
    catalog = read(path, code) if path.exists() else Catalog(code, project="Pushwise")
    catalog.update(template, no_fuzzy_matching=True)
    return catalog


class _Unsigned(Catalog):
    """A catalogue whose header does not name the version of Babel."""

    def __init__(self, catalog: Catalog) -> None:
        vars(self).update(vars(catalog))

    def __iter__(self) -> Iterator[Message]:
        header, *messages = super().__iter__()
        header.string = _GENERATOR.sub("", str(header.string))
        yield from (header, *messages)


def compiled(catalog: Catalog) -> bytes:
    """What the program reads, the same every day and by every version of Babel."""
    catalog.creation_date = _UNDATED
    content = BytesIO()
    write_mo(content, _Unsigned(catalog))
    return content.getvalue()


def compiled_path(code: str) -> Path:
    """Where the program finds it."""
    return COMPILED / code / "LC_MESSAGES" / "pushwise.mo"


def missing(catalog: Catalog) -> list[str]:
    """The messages without a translation, or with one that is fuzzy and so not compiled."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalog
        if message.id and (message.fuzzy or not (message.string and all(_forms(message.string))))
    ]


def _forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def main(codes: list[str]) -> None:
    """Update all catalogues, and begin those of further languages."""
    for code in codes:
        try:
            Locale.parse(code)
        except (ValueError, UnknownLocaleError):
            sys.exit(f"{code}: no code of a language, such as sl")
    template = extracted()
    TEMPLATE.write_text(catalogue_text(template), encoding="utf-8")
    print(f"{TEMPLATE.name}: {len(template)} messages")
    for code in sorted({*sources(), *codes}):
        path = SOURCES / f"{code}.po"
        catalog = merged(path, code, template)
        path.write_text(catalogue_text(catalog), encoding="utf-8")
        place = compiled_path(code)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(compiled(catalog))
        print(f"{path.name}: {len(missing(catalog))} to translate")


if __name__ == "__main__":
    main(sys.argv[1:])
