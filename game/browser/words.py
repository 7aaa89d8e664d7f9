"""What is said about an import: one sentence, and for many files or faults a list."""

from __future__ import annotations

import re
from collections.abc import Sequence

from game.browser.importing import Report
from game.language.words import Words, capitalized, joined, listed
from game.storage.made_here import PASTED
from levels.collection import Collection
from levels.language import N_, _, ngettext, retellable, said_of
from levels.level import LevelError

NOTHING = N_("Nothing was added.")


def needs_list(reports: Sequence[Report]) -> bool:
    """Whether there is more to tell than a sentence holds."""
    faults = sum(len(report.faults) for report in reports)
    return faults > 1


def report_words(reports: Sequence[Report]) -> Words:
    """The import as one sentence."""
    done = [report for report in reports if not report.is_stopped]
    if len(done) < len(reports):
        lead = report_words(done)[0] if done else _(NOTHING)
        return joined(_("Stopped."), lead), _left(reports)
    full = next((report for report in reports if report.left), None)
    if full is not None:
        added = sum(report.added for report in reports)
        what = _done(added, is_opened=False) if added else _(NOTHING)
        fault = full.faults[-1]
        return _full(full.name, fault), joined(what, _left(reports), _advice(fault))
    if len(reports) == 1:
        return _file_words(reports[0])
    faults = sum(len(report.faults) for report in reports if not report.is_empty)
    rest = ngettext("{n} error.", "{n} errors.", faults) if faults else ""
    usable = [report for report in reports if report.usable]
    if usable:
        levels = sum(report.usable for report in usable)
        is_opened = not any(report.added for report in usable)
        return _done_from(levels, len(usable), is_opened=is_opened), rest or _solutions(reports)
    if any(report.records is not None for report in reports):
        levels = sum(report.records or 0 for report in reports)
        return _records("", levels), joined(rest, _foreign(reports))
    if any(report.is_known for report in reports):
        known = _("All of these levels are already in your library.")
        return known, _solutions(reports) or _(NOTHING)
    return ngettext("No levels in {n} file.", "No levels in {n} files.", len(reports)), _(NOTHING)


def _left(reports: Sequence[Report]) -> str:
    """How many files of an import were not read."""
    left = sum(report.left for report in reports)
    return ngettext("{n} file was not read.", "{n} files were not read.", left) if left else ""


def _file_words(report: Report) -> Words:
    name = "" if report.name == PASTED else report.name
    if report.records is not None:
        return _records_words(name, report)
    if len(report.faults) == 1:
        return _fault_words(report)
    if report.faults:
        done = _usable(report) if report.usable else _(NOTHING)
        errors = ngettext("{n} error.", "{n} errors.", len(report.faults))
        return _sentence(name, done), errors
    if report.is_known:
        where = listed([title for title, _number in report.copies[:2]])
        known = _("already in {collections}", collections=where)
        return _sentence(name, known), _solutions([report]) or _(NOTHING)
    lead = said_of(name, _usable(report)) if name else _pasted(report)
    if report.solutions or report.copies:
        return lead, _solutions([report]) or _copies(report)
    if report.opened:
        return lead, ngettext(
            "{play_chosen} plays it, {keep} keeps it in your library.",
            "{play_chosen} plays the selected level, {keep} keeps them in your library.",
            report.opened,
        )
    if report.usable == 1:
        return lead, _("{play_chosen} plays it.")
    return lead, _("{play_chosen} plays the selected level.")


def _keeps(opened: int) -> str:
    return ngettext(
        "{keep} keeps it in your library.", "{keep} keeps them in your library.", opened
    )


def _pasted(report: Report) -> str:
    if report.opened:
        return _usable(report)
    return ngettext(
        "{n} level was added to “{collection}”.", "{n} levels were added to “{collection}”.",
        report.usable, collection=_(PASTED),
    )  # fmt: skip


def _records_words(name: str, report: Report) -> Words:
    lead = _records(name, report.records or 0)
    new = ngettext("{n} new solution.", "{n} new solutions.", report.solutions)
    new = joined(new, _foreign([report]))
    if not report.faults:
        return lead, new
    unread = ngettext(
        "{n} could not be imported: {fault}.",
        "{n} could not be imported: {fault}.",
        len(report.faults),
        fault=report.faults[0],
    )
    return lead, joined(new, unread)


def _fault_words(report: Report) -> Words:
    fault = report.faults[0]
    lead = _sentence("" if report.name == PASTED else report.name, fault)
    if not report.usable:
        return lead, _solutions([report]) or joined(_(NOTHING), _advice(fault))
    if not report.lost:  # a game was at fault, and its level can be played all the same
        return lead, _usable(report)
    return lead, _others(report.usable, is_opened=bool(report.opened))


def report_lines(reports: Sequence[Report]) -> list[tuple[str, str]]:
    """An import file by file, those with faults first: names and words; the faults have no name.

    What is said about a single file above the list is not repeated in it.
    """
    ranked = sorted(reports, key=lambda each: (each.is_empty, not each.faults, each.name))
    lines: list[tuple[str, str]] = []
    heading = " ".join(report_words(reports))
    for report in ranked:
        if report.is_stopped:
            continue
        name = _(PASTED) if report.name == PASTED else report.name
        if report.is_empty:
            lines.append((name, _empty(report)))
            continue
        outcome = _outcome(report)
        if len(reports) > 1 or outcome not in heading:
            lines.append((name, outcome))
        lines += [("", fault) for fault in report.faults]
    return lines


def _outcome(report: Report) -> str:
    solutions = _solutions([report])
    if report.records is not None:
        done = _records("", report.records)
        return joined(done, solutions, _foreign([report]))
    if report.is_known:
        where = ", ".join(title for title, _number in report.copies)
        known = _("Already in {collections}.", collections=where)
        return joined(known, solutions)
    if not report.usable:
        return solutions or _(NOTHING)
    return joined(_usable(report), _copies(report), solutions)


def _empty(report: Report) -> str:
    return _sentence("", report.faults[0])


def _copies(report: Report) -> str:
    if not report.copies:
        return ""
    title, number = report.copies[0]
    return ngettext(
        "{n} of them is also in “{collection}”.",
        "{n} of them are also in “{collection}”.",
        number,
        collection=title,
    )


def _solutions(reports: Sequence[Report]) -> str:
    """The solutions that came along, if there are new ones."""
    number = sum(report.solutions for report in reports)
    if not number:
        return ""
    return ngettext("{n} solution was kept.", "{n} solutions were kept.", number)


def _foreign(reports: Sequence[Report]) -> str:
    """What was left out because nobody can check it, if there is any."""
    number = sum(report.foreign for report in reports)
    if not number:
        return ""
    return ngettext(
        "Proofs for {n} level left out: not from your Pushwise.",
        "Proofs for {n} levels left out: not from your Pushwise.",
        number,
    )


def _records(name: str, levels: int) -> str:
    """After the name of a file, or as a sentence of its own."""
    if name:
        done = ngettext(
            "the records of {n} level were imported.",
            "the records of {n} levels were imported.",
            levels,
        )
        return said_of(name, done)
    return ngettext(
        "The records of {n} level were imported.",
        "The records of {n} levels were imported.",
        levels,
    )


def _usable(report: Report) -> str:
    return _done(report.usable, is_opened=bool(report.opened))


def _done(number: int, *, is_opened: bool) -> str:
    if is_opened:
        return ngettext("{n} level was opened.", "{n} levels were opened.", number)
    return ngettext("{n} level was added.", "{n} levels were added.", number)


def _done_from(number: int, files: int, *, is_opened: bool) -> str:
    # Translators: {files} is a number of files: "3 files"; {number} is that number alone.
    source = {"files": ngettext("{n} file", "{n} files", files), "number": files}
    if is_opened:
        return ngettext(
            "{n} level was opened from {files}.",
            "{n} levels were opened from {files}.",
            number,
            **source,
        )
    # Translators: {files} is a number of files: "3 files"; {number} is that number alone.
    return ngettext(
        "{n} level was added from {files}.", "{n} levels were added from {files}.", number, **source
    )


def _others(number: int, *, is_opened: bool) -> str:
    """The levels of a file besides those that cannot be played."""
    if is_opened:
        return ngettext("The other level was opened.", "The other {n} levels were opened.", number)
    return ngettext("The other level was added.", "The other {n} levels were added.", number)


@retellable
def _sentence(name: str, words: str) -> str:
    """What is wrong, after the name of the file, without advice."""
    reason = _reason(words)
    if not name:
        return f"{capitalized(reason)}."
    # What begins with a line is read after a comma: mine.xsb, line 14: ...
    line = re.escape(_("line {line}", line=0)).replace("0", r"\d+")
    return f"{name}, {reason}." if re.match(line, reason) else f"{said_of(name, reason)}."


@retellable
def _full(name: str, fault: str) -> str:
    return f"{name} {_reason(fault)}."


def _reason(fault: str) -> str:
    return fault.partition(". ")[0].rstrip(".")


@retellable
def _advice(fault: str) -> str:
    """What can be done about a fault, as a sentence, if its words go on to say that."""
    advice = fault.partition(". ")[2]
    return f"{advice.rstrip('.')}." if advice else ""


@retellable
def _ended(words: str) -> str:
    return words if words.endswith(".") else f"{words}."


def fault_words(file: str, fault: LevelError) -> str:
    """``levels.xsb, line 14: row has no closing wall.``"""
    return _ended(str(LevelError(fault.reason, file=file, line=fault.line, column=fault.column)))


def opened_words(file: str, collection: Collection) -> Words:
    """What to say about a file that the game starts with: its errors, or that it is open."""
    faults, levels = collection.faults, collection.levels
    if not faults:
        return said_of(file, _done(len(levels), is_opened=True)), _keeps(len(levels))
    lead = fault_words(file, faults[0])
    lost = [entry for entry in collection.entries if isinstance(entry, LevelError)]
    if not lost:  # a saved game was at fault, and its level can be played all the same
        return lead, _done(len(levels), is_opened=True)
    further = len(lost) - (faults[0] in lost)
    others = _others(len(levels), is_opened=True)
    if not further:
        return lead, others
    unplayable = ngettext(
        "{n} more level cannot be played.", "{n} more levels cannot be played.", further
    )
    return lead, joined(unplayable, others)
