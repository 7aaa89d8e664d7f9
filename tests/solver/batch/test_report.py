"""The report in a real browser, without a network: charts, sorting, filtering, replays, print."""

from __future__ import annotations

import base64
import gzip
import json
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from levels.files import read, shipped_packs
from solver.__main__ import main
from solver.batch.finding import Finding
from solver.batch.report import report_of
from solver.batch.results import ResultsFile, Spot
from solver.batch.subject import subject_of
from solver.messages import Limits, Metric
from solver.result import Verdict
from solver.solving import open_search, result_of

pytestmark = pytest.mark.xdist_group("report")
"""In one process: it takes seconds to start a browser."""

LEVELS = read(shipped_packs()[0]).levels
NASTY = '<img src=x onerror="document.title=1">'

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two files of results for the first pack; the second has given one level up."""
    folder = tmp_path_factory.mktemp("results")
    found = []
    for number, level in enumerate(LEVELS, start=1):
        subject, layout = subject_of(level)
        search = open_search(subject.level(), Limits(), Metric.PUSHES)
        while search.advance(1.0).name == "RUNNING":
            pass
        result = result_of(search)
        assert result.solution is not None
        title = NASTY if number == 2 else level.title
        finding = Finding(
            Metric.PUSHES, result.status, lurd=result.solution.lurd, bound=result.lower_bound,
            nodes=result.nodes, seconds=result.seconds,
        )  # fmt: skip
        found.append((Spot("first.xsb", number, title, layout), subject, finding))
    paths = [folder / "one.sqlite", folder / "two.sqlite"]
    for path in paths:
        with ResultsFile(path, writes=True) as file:
            file.place("first.xsb", [(spot, subject) for spot, subject, _ in found])
            file.record((subject, finding) for _, subject, finding in found)
    with ResultsFile(paths[1], writes=True) as file:
        _, subject, finding = found[-1]
        worse = replace(finding, status=Verdict.GAVE_UP, cause="time", bound=1, lurd=None)
        file.record([(subject, worse)])
    return paths


@pytest.fixture(scope="module")
def page(results: list[Path]) -> Iterator[Page]:
    """The page of both files, open; it must say nothing on the console."""
    if BROWSER is None:
        pytest.skip("needs Chromium")
    path = results[0].with_name("report.html")
    assert main(["report", *map(str, results), "--html", str(path)]) == 0
    assert path.stat().st_size < 2 << 20
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page(color_scheme="dark")
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.route("http*://**", lambda route: said.append(f"asked {route.request.url}"))
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready=yes]", state="attached")
        yield page
        browser.close()
        assert not said


def _column(page: Page, number: int) -> list[str]:
    return page.locator(f"#levels tbody td:nth-child({number})").all_inner_texts()


def test_all_charts_are_drawn_in_the_scheme_of_the_system(page: Page) -> None:
    assert page.locator("#charts figure svg").count() == 5
    assert page.locator("#charts svg path").count() > 50
    assert page.evaluate("document.documentElement.dataset.scheme") == "dark"
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("#scheme")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark
    assert page.locator("#counts tbody tr").count() == 2


def test_the_table_sorts_by_click_and_by_key(page: Page) -> None:
    page.click("th[data-key=pushes] button")
    pushes = [int(each) for each in _column(page, 5) if each != "-"]
    assert pushes == sorted(pushes) and _column(page, 5)[-1] == "-"
    page.focus("th[data-key=pushes] button")
    page.keyboard.press("Enter")
    pushes = [int(each) for each in _column(page, 5) if each != "-"]
    assert pushes == sorted(pushes, reverse=True)
    assert page.get_attribute("th[data-key=pushes]", "aria-sort") == "descending"


def test_the_table_filters(page: Page) -> None:
    page.select_option("#status", "gave-up")
    assert _column(page, 4) == ["gave-up"] and page.inner_text("#shown") == "1 of 24 rows"
    page.select_option("#status", "")
    page.fill("#find", "first 1 ")
    assert len(_column(page, 2)) == 2
    page.fill("#find", "")


def test_names_are_text_and_nothing_more(page: Page) -> None:
    assert page.locator("#levels img").count() == 0
    assert any(NASTY in name for name in _column(page, 2))


def test_a_solution_is_replayed_by_keys(page: Page) -> None:
    page.click("th[data-key=pushes] button")
    page.focus("#levels tbody tr:first-child .replay")
    page.keyboard.press("Enter")
    assert page.locator("#replay").get_attribute("open") is not None
    assert page.locator("#board .home").count() == 0
    last = int(page.get_attribute("#time", "max") or 0)
    page.focus("#time")
    page.keyboard.press("End")
    assert page.inner_text("#steps") == f"Step {last} of {last}"
    assert page.locator("#board .box").count() == 0, "every box is on a goal"
    page.keyboard.press("Escape")
    assert page.locator("#replay").get_attribute("open") is None


def test_what_differs_stands_there(page: Page) -> None:
    (row,) = page.locator("#differences tbody tr").all_inner_texts()
    assert "first 12" in row and "gave-up, at least 1" in row


def test_printing_leaves_out_what_can_only_be_clicked(page: Page) -> None:
    page.emulate_media(media="print")
    assert not page.is_visible("#filters") and page.is_visible("#levels")
    assert page.locator("#charts figure svg").count() == 5
    style = page.add_style_tag(content="body { width: 400px; }")  # as paper may be narrower
    widths = "charts => charts.map(chart => chart.getBoundingClientRect().width)"
    assert max(page.locator("#charts svg").evaluate_all(widths)) <= 400
    style.evaluate("style => style.remove()")
    page.emulate_media(media="screen")


def test_another_solvers_table_is_compared(
    results: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "other.csv"
    table.write_text("level,pushes,status\n1,3,proved optimal\n2,99,best known\n3,,open\n77,1,\n")
    with ResultsFile(results[0]) as file:
        page = report_of([file], [table])
    packed = page.partition('id="content">')[2].partition("<")[0]
    content = json.loads(gzip.decompress(base64.b64decode(packed)))
    theirs = [row for row in content["rows"] if row["source"] == "other"]
    assert [row["status"] for row in theirs] == ["optimal", "solved", "gave-up"]
    assert [row[0].split()[1] for row in content["differences"]] == ["2", "3"]
    titles = [chart["title"] for chart in content["charts"]]
    assert len(titles) == 3 and "Seconds in both files" not in titles, "nothing is drawn empty"
    table.write_text("name,score\n1,3\n")
    assert main(["report", str(results[0]), str(table), "--html", str(tmp_path / "p.html")]) == 2
    assert "it needs the columns level and pushes" in capsys.readouterr().err


def test_without_its_library_a_report_says_what_to_install(
    results: list[Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    command = ["report", str(results[0]), "--html", str(tmp_path / "page.html")]
    assert main(command) == 2
    assert 'pip install "pushwise[report]"' in capsys.readouterr().err
    assert main(["report", str(tmp_path / "none"), "--html", str(tmp_path / "page.html")]) == 2
    assert not list(tmp_path.iterdir())
