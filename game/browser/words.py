"""What is said about an import: one sentence, and for many files or faults a list."""

from __future__ import annotations

from collections.abc import Sequence

from game.browser.importing import PASTED, Report
from game.language.words import Words, count
from levels.collection import Collection
from levels.level import LevelError

NOTHING = "Nothing was added."


def needs_list(reports: Sequence[Report]) -> bool:
    """Whether there is more to tell than a sentence holds."""
    faults = sum(len(report.faults) for report in reports)
    return faults > 1


def report_words(reports: Sequence[Report]) -> Words:
    """The import as one sentence."""
    done = [report for report in reports if not report.is_stopped]
    if len(done) < len(reports):
        lead = report_words(done)[0] if done else NOTHING
        return f"Stopped. {lead}", _left(reports)
    full = next((report for report in reports if report.left), None)
    if full is not None:
        added = sum(report.added for report in reports)
        what = _done(added, is_opened=False) if added else NOTHING
        reason, advice = _reason_and_advice(full.faults[-1])
        return f"{full.name} {reason}.", f"{what} {_left(reports)} {advice}"
    if len(reports) == 1:
        return _file_words(reports[0])
    faults = sum(len(report.faults) for report in reports if not report.is_empty)
    rest = f"{count(faults, 'error')}." if faults else ""
    usable = [report for report in reports if report.usable]
    if usable:
        levels = sum(report.usable for report in usable)
        lead = _done(levels, is_opened=not any(report.added for report in usable))
        return f"{lead[:-1]} from {count(len(usable), 'file')}.", rest or _solutions(reports)
    if any(report.records is not None for report in reports):
        levels = sum(report.records or 0 for report in reports)
        return f"{_records(levels)}.".capitalize(), f"{rest} {_foreign(reports)}".strip()
    if any(report.is_known for report in reports):
        return "All of these levels are already in your library.", _solutions(reports) or NOTHING
    return f"No levels in {count(len(reports), 'file')}.", NOTHING


def _left(reports: Sequence[Report]) -> str:
    """How many files of an import were not read."""
    left = sum(report.left for report in reports)
    return f"{count(left, 'file')} {'was' if left == 1 else 'were'} not read." if left else ""


def _file_words(report: Report) -> Words:
    name = "" if report.name == PASTED else f"{report.name}: "
    if report.records is not None:
        return _records_words(name, report)
    if len(report.faults) == 1:
        return _fault_words(report)
    if report.faults:
        done = _usable(report) if report.usable else NOTHING
        return _sentence(name, done.rstrip(".")), f"{count(len(report.faults), 'error')}."
    if report.is_known:
        where = " and ".join(title for title, _ in report.copies[:2])
        return _sentence(name, f"already in {where}"), _solutions([report]) or NOTHING
    to = "" if name else f" to {PASTED}"
    lead = f"{name}{_usable(report)[:-1]}{to}."
    if report.solutions or report.copies:
        return lead, _solutions([report]) or _copies(report)
    which = "it" if report.usable == 1 else "the selected level"
    if report.opened:
        what = "it" if report.opened == 1 else "them"
        return lead, f"{{play_chosen}} plays {which}, {{keep}} keeps {what} in your library."
    return lead, f"{{play_chosen}} plays {which}."


def _records_words(name: str, report: Report) -> Words:
    lead = f"{name}{_records(report.records or 0)}."
    new = f"{count(report.solutions, 'new solution')}. {_foreign([report])}".strip()
    if not report.faults:
        return lead, new
    return lead, f"{new} {len(report.faults)} could not be imported: {report.faults[0]}."


def _fault_words(report: Report) -> Words:
    fault = report.faults[0]
    joint = ", " if fault.startswith("line ") else ": "
    lead = _sentence("" if report.name == PASTED else f"{report.name}{joint}", fault)
    if not report.usable:
        advice = _reason_and_advice(fault)[1]
        return lead, _solutions([report]) or f"{NOTHING} {advice}".strip()
    if not report.lost:  # a game was at fault, and its level can be played all the same
        return lead, _usable(report)
    return lead, _others(report.usable, is_opened=bool(report.opened))


def report_lines(reports: Sequence[Report]) -> list[tuple[str, str]]:
    """The import file by file, those with faults first: a name, or none below it, and words.

    What is said about a single file above the list is not said in it again.
    """
    ranked = sorted(reports, key=lambda each: (each.is_empty, not each.faults, each.name))
    lines: list[tuple[str, str]] = []
    heading = " ".join(report_words(reports))
    for report in ranked:
        if report.is_stopped:
            continue
        if report.is_empty:
            lines.append((report.name, _empty(report)))
            continue
        outcome = _outcome(report)
        if len(reports) > 1 or outcome not in heading:
            lines.append((report.name, outcome))
        lines += [("", fault) for fault in report.faults]
    return lines


def _outcome(report: Report) -> str:
    solutions = _solutions([report])
    if report.records is not None:
        done = f"{_records(report.records)}.".capitalize()
        return " ".join(filter(None, (done, solutions, _foreign([report]))))
    if report.is_known:
        return f"Already in {', '.join(title for title, _ in report.copies)}. {solutions}".strip()
    if not report.usable:
        return solutions or NOTHING
    return " ".join(filter(None, (_usable(report), _copies(report), solutions)))


def _empty(report: Report) -> str:
    return _sentence("", report.faults[0])


def _copies(report: Report) -> str:
    if not report.copies:
        return ""
    title, number = report.copies[0]
    return f"{number} of them {'is' if number == 1 else 'are'} also in {title}."


def _solutions(reports: Sequence[Report]) -> str:
    """The solutions that came along, if there are new ones."""
    number = sum(report.solutions for report in reports)
    is_one = number == 1
    return f"{count(number, 'solution')} {'was' if is_one else 'were'} kept." if number else ""


def _foreign(reports: Sequence[Report]) -> str:
    """What was left out because nobody can check it, if there is any."""
    number = sum(report.foreign for report in reports)
    return (
        f"Proofs for {count(number, 'level')} left out: not from your Pushwise." if number else ""
    )


def _records(levels: int) -> str:
    return f"the records of {count(levels, 'level')} were imported"


def _usable(report: Report) -> str:
    return _done(report.usable, is_opened=bool(report.opened))


def _done(number: int, *, is_opened: bool) -> str:
    verb = "opened" if is_opened else "added"
    return f"{count(number, 'level')} {'was' if number == 1 else 'were'} {verb}."


def _others(number: int, *, is_opened: bool) -> str:
    """The levels of a file beside those that cannot be played."""
    verb = "opened" if is_opened else "added"
    return f"The other {'level was' if number == 1 else f'{number} levels were'} {verb}."


def _sentence(name: str, words: str) -> str:
    """What is wrong, after the name that it is about, without advice."""
    reason = _reason_and_advice(words)[0]
    return f"{name}{reason}." if name else f"{reason[:1].upper()}{reason[1:]}."


def _reason_and_advice(fault: str) -> Words:
    """What is wrong, and as a sentence what can be done about it if that is said behind it."""
    reason, _, advice = fault.partition(". ")
    return reason.rstrip("."), f"{advice.rstrip('.')}." if advice else ""


def fault_words(file: str, fault: LevelError) -> str:
    """``levels.xsb, line 14: row has no closing wall.``"""
    text = str(LevelError(fault.reason, file=file, line=fault.line, column=fault.column))
    return text if text.endswith(".") else f"{text}."


def opened_words(file: str, collection: Collection) -> Words:
    """What to say about a file that the game starts with: its errors, or that it is open."""
    faults, levels = collection.faults, collection.levels
    if not faults:
        what = "it" if len(levels) == 1 else "them"
        opened = _done(len(levels), is_opened=True)
        return f"{file}: {opened}", f"{{keep}} keeps {what} in your library."
    lead = fault_words(file, faults[0])
    lost = [entry for entry in collection.entries if isinstance(entry, LevelError)]
    if not lost:  # a saved game was at fault, and its level can be played all the same
        return lead, _done(len(levels), is_opened=True)
    further = len(lost) - (faults[0] in lost)
    more = f"{count(further, 'more level')} cannot be played. " if further else ""
    return lead, more + _others(len(levels), is_opened=True)
