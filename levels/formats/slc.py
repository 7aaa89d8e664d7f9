"""`.slc`, levels as XML. Only the elements and attributes that everybody writes are read.

The file comes from strangers: entities are not expanded, nothing is fetched, and the size and the
depth are limited.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from io import StringIO
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler, ErrorHandler, feature_external_ges
from xml.sax.xmlreader import AttributesImpl, InputSource, Locator

from levels.collection import Collection
from levels.formats.amount import check_amount
from levels.formats.board import Row, format_board, parse_board
from levels.language import _, figures
from levels.level import LARGEST_SIDE, Level, LevelError

LARGEST_TEXT = 16 * 1024 * 1024
"""Characters. The largest collection in this format has a twentieth as many."""
DEEPEST = 20
"""Elements nested in each other; the format has four."""
MOST_ELEMENTS = 1_000_000
"""Per file: as many as rows of text."""
_LONGEST_TAG = 64 * 1024
"""Characters. An XML parser gathers all attributes of an element before we see it."""
_LONG_TAG = re.compile(rf"<[^!?<>][^<>]{{{_LONGEST_TAG}}}")


@dataclass
class _SlcLevel:
    """A level that has not been read completely yet."""

    line: int
    title: str
    author: str
    rows: list[Row] = field(default_factory=list)

    def entry(self, file: str | None) -> Level | LevelError:
        if not any(row.text.strip() for row in self.rows):
            return LevelError(_("a level without rows"), file=file, line=self.line)
        try:
            level = parse_board(self.rows, file)
        except LevelError as fault:
            return fault.with_traceback(None)
        return replace(level, title=self.title, author=self.author)


_ILLEGAL = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Reader(ContentHandler):
    """Gathers what the elements say, in the order of the file."""

    def __init__(self, file: str | None) -> None:
        super().__init__()
        self.file = file
        self.drafts: list[_SlcLevel] = []
        self.values = {"Title": "", "Description": "", "Email": "", "Url": ""}
        self.author = ""
        self._locator: Locator | None = None
        self._open: list[str] = []
        self._elements = 0
        self._text: list[str] = []

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802, the library's name
        self._locator = locator

    @property
    def line(self) -> int | None:
        """The line that is being read."""
        return self._locator.getLineNumber() if self._locator else None

    def _error(self, reason: str) -> LevelError:
        return LevelError(reason, file=self.file, line=self.line)

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        self._open.append(name)
        self._text = []
        self._elements += 1
        if len(self._open) > DEEPEST:
            raise self._error(
                _("elements are nested more than {most} deep: not a level file", most=DEEPEST)
            )
        if self._elements > MOST_ELEMENTS:
            raise self._error(
                _(
                    "more than {most} elements. Split it into smaller files",
                    most=figures(MOST_ELEMENTS),
                )
            )
        if name == "LevelCollection":
            self.author = attrs.get("Copyright", "")
        elif name == "Level":
            title, author = attrs.get("Id", ""), attrs.get("Copyright", "")
            self.drafts.append(_SlcLevel(self.line or 1, title, author))

    def characters(self, content: str) -> None:
        self._text.append(content)

    def endElement(self, name: str) -> None:  # noqa: N802
        self._open.pop()
        text = "".join(self._text)
        self._text = []
        if name == "L" and self.drafts:
            rows = self.drafts[-1].rows
            # One row more than any board has is enough to see that there are too many.
            if len(rows) <= LARGEST_SIDE:
                rows.append(Row(self.line or 1, text.rstrip("\r\n") or "-"))
        elif name in self.values and "Level" not in self._open:
            self.values[name] = _trimmed(text)


def parse_slc(text: str, file: str | None = None) -> Collection:
    """The levels of an `.slc` text; raises LevelError if it is not XML that can be trusted."""
    if len(text) > LARGEST_TEXT:
        raise LevelError(_("too much XML for a level file. Split it into smaller files"), file=file)
    if _LONG_TAG.search(text):
        raise LevelError(_("an element with too many attributes: not a level file"), file=file)
    reader = _Reader(file)
    _read(text, reader)
    check_amount((draft.rows for draft in reader.drafts), file)
    contacts = [f"{key}: {reader.values[key]}" for key in ("Email", "Url") if reader.values[key]]
    return Collection(
        title=" ".join(reader.values["Title"].split()),
        author=reader.author,
        notes="\n".join(filter(None, [reader.values["Description"], *contacts])),
        entries=tuple(draft.entry(file) for draft in reader.drafts),
    )


def _read(text: str, reader: _Reader) -> None:
    # Few files are XML: the start of the game need not wait for the parser, which loads a lot.
    from defusedxml.common import DefusedXmlException
    from defusedxml.sax import make_parser

    parser = make_parser()
    # The usual DOCTYPE names a file that nobody has. It is ignored: neither it nor any entity
    # is ever fetched, because the parser is told not to and no entity may be declared.
    parser.forbid_external = False
    parser.setFeature(feature_external_ges, False)
    parser.setContentHandler(reader)
    parser.setErrorHandler(ErrorHandler())
    source = InputSource()
    source.setCharacterStream(StringIO(text))
    try:
        parser.parse(source)
    except DefusedXmlException as error:
        reason = _("it declares entities, which level files do not need. Remove them")
        raise LevelError(reason, file=reader.file, line=reader.line) from error
    except SAXParseException as error:
        raise LevelError(
            _("not well-formed XML: {reason}", reason=error.getMessage()),
            file=reader.file,
            line=error.getLineNumber(),
            column=(error.getColumnNumber() or 0) + 1,
        ) from error
    except (ValueError, RecursionError) as error:
        if isinstance(error, LevelError):
            raise
        raise LevelError(
            _("XML that cannot be read"), file=reader.file, line=reader.line
        ) from error


def _trimmed(text: str) -> str:
    """The text without the spaces around its lines, as XML is written with indents."""
    return "\n".join(line.strip() for line in text.strip().splitlines())


# --- collection -> text ----------------------------------------------------------------------


def format_slc(collection: Collection) -> str:
    """The collection as `.slc`. It has no place for notes and games of a level."""
    levels = collection.levels
    width = max((level.width for level in levels), default=0)
    height = max((level.height for level in levels), default=0)
    attributes = _attributes(Copyright=collection.author, MaxWidth=width, MaxHeight=height)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<SokobanLevels>",
        f"  <Title>{_text(collection.title)}</Title>",
        f"  <Description>{_text(collection.notes)}</Description>",
        f"  <LevelCollection{attributes}>",
        *(line for level in levels for line in _level_lines(level)),
        "  </LevelCollection>",
        "</SokobanLevels>",
    ]
    return "\n".join(lines) + "\n"


def _level_lines(level: Level) -> list[str]:
    author = {"Copyright": level.author} if level.author else {}
    attributes = _attributes(Id=level.title, Width=level.width, Height=level.height, **author)
    rows = [f"      <L>{row}</L>" for row in format_board(level)]
    return [f"    <Level{attributes}>", *rows, "    </Level>"]


def _attributes(**values: object) -> str:
    from xml.sax.saxutils import quoteattr  # loads HTTP code: not at the start of the game

    return "".join(f" {name}={quoteattr(_legal(str(value)))}" for name, value in values.items())


def _text(value: str) -> str:
    from xml.sax.saxutils import escape

    return escape(_legal(value))


def _legal(value: str) -> str:
    """The text without the characters that XML 1.0, section 2.2, has no place for."""
    return _ILLEGAL.sub("", value)
