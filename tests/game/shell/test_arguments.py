"""What the game can be called with, and what it says when it cannot use it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.shell.arguments import (
    LevelAddress,
    UnusableError,
    open_place,
    parse_arguments,
    split_place,
)

ROOT = Path(__file__).resolve().parents[3]

GOOD = "#####\n#@$.#\n#####\n"
BAD = "#####\n#@$ #\n#####\n"


def called_with(
    *words: str, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The real program, on no display: it must not come as far as opening a window."""
    command = [sys.executable, "main.py", *words]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
        env=environment,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("levels.xsb", LevelAddress(Path("levels.xsb"))),
        ("levels.xsb:12", LevelAddress(Path("levels.xsb"), 12)),
        ("C:\\levels.xsb", LevelAddress(Path("C:\\levels.xsb"))),
        ("C:\\levels.xsb:3", LevelAddress(Path("C:\\levels.xsb"), 3)),
        ("levels.xsb:", LevelAddress(Path("levels.xsb:"))),
        ("a:b", LevelAddress(Path("a:b"))),
        (":3", LevelAddress(Path(":3"))),
        ("l" * 300 + ":3", LevelAddress(Path("l" * 300), 3)),
    ],
)
def test_a_file_and_the_number_of_a_level(text: str, place: LevelAddress) -> None:
    assert split_place(text) == place


def test_a_file_may_be_called_like_a_level(tmp_path: Path) -> None:
    file = tmp_path / "levels:2"
    file.write_text(GOOD)
    assert split_place(str(file)) == LevelAddress(file)
    assert split_place(f"{file}:1") == LevelAddress(file, 1)


def test_without_a_file_the_first_pack_is_opened() -> None:
    file, collection, number = open_place(None)
    assert (file.name, collection.title, number) == ("first-steps.xsb", "First Steps", 1)
    assert len(collection.levels) == 12


def test_the_first_level_that_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "mixed.xsb"
    file.write_text(f"{BAD}\n{GOOD}")
    assert open_place(LevelAddress(file))[2] == 2


@pytest.mark.parametrize(
    ("content", "number", "message"),
    [
        (None, None, "no such file"),
        ("", None, "no level"),
        (BAD, None, "line"),
        (GOOD, 2, "there is no level 2, only 1 to 1"),
        (GOOD, 0, "there is no level 0"),
        (f"{GOOD}\n{BAD}", 2, "level 2: "),
    ],
)
def test_what_cannot_be_opened(
    tmp_path: Path, content: str | None, number: int | None, message: str
) -> None:
    file = tmp_path / "levels.xsb"
    if content is not None:
        file.write_text(content)
    with pytest.raises(UnusableError) as caught:
        open_place(LevelAddress(file, number))
    assert message in str(caught.value)
    assert "levels.xsb" in str(caught.value)


def test_themes_are_those_that_ship() -> None:
    assert parse_arguments([]).theme is None
    assert parse_arguments(["--theme", "paper"]).theme == "paper"
    with pytest.raises(SystemExit):
        parse_arguments(["--theme", "plaid"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nothing-here.xsb"], "nothing-here.xsb"),
        (["--theme", "plaid"], "plaid"),
        (["--unknown"], "--unknown"),
        (["main.py"], "main.py"),
        (["tests"], "tests"),
    ],
)
def test_the_program_ends_with_code_2_and_a_reason(words: list[str], message: str) -> None:
    done = called_with(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_help_and_version_load_no_pygame() -> None:
    for word in ("--help", "--version"):
        program = (
            "import sys, runpy; sys.argv = ['main.py', sys.argv[1]]\n"
            "try: runpy.run_path('main.py', run_name='__main__')\n"
            "except SystemExit: print('pygame' in sys.modules)\n"
        )
        command = [sys.executable, "-c", program, word]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.endswith("False\n")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
def test_without_a_display_the_game_says_so_instead_of_running_unseen() -> None:
    unset = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    done = called_with(environment=environment)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        2,
        "pushwise: there is no display to open a window on",
    )
