"""What is installed: the wheel, and what it needs."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

from levels.files import shipped_packs
from levels.version import __version__

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def requirements(name: str) -> list[str]:
    return (ROOT / name).read_text().split("\n")[:-1]


def test_requirements_are_those_of_the_package() -> None:
    assert requirements("requirements.txt") == PROJECT["project"]["dependencies"]


def test_the_build_backend_is_installed_for_tests() -> None:
    assert set(PROJECT["build-system"]["requires"]) <= set(requirements("requirements-dev.txt"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_game_and_all_that_it_shows(wheel: Path) -> None:
    assert wheel.name == f"pushwise-{__version__}-py3-none-any.whl"
    names = set(zipfile.ZipFile(wheel).namelist())
    for kind in ("fonts", "sounds", "themes"):
        shipped = {path.name for path in (ROOT / "assets" / kind).iterdir()}
        assert {f"game/assets/{kind}/{name}" for name in shipped} <= names
    assert {f"levels/packs/{path.name}" for path in shipped_packs()} <= names
    for package in ("levels", "solver"):
        assert f"{package}/py.typed" in names
    for package in ("levels", "solver", "game"):
        for path in (ROOT / package).rglob("*.py"):
            assert path.relative_to(ROOT).as_posix() in names
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"levels", "solver", "game", f"pushwise-{__version__}.dist-info"}


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """A folder with what pip unpacks; what the package needs is taken from this environment."""
    folder = wheel.parent / "site"
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); sys.argv[1:] = {list(words[1:])}"
    return subprocess.run(
        [sys.executable, "-c", f"{code}\n{words[0]}"], cwd=folder.parent, text=True,
        capture_output=True,
    )  # fmt: skip


def test_installed_files_are_found(installed: Path) -> None:
    ran = run(
        installed,
        "from game.looks.assets import asset\n"
        "from game.looks.theme import THEME_NAMES, load_theme\n"
        "from levels.files import shipped_packs\n"
        "from solver.compare.chart import _font\n"
        "[load_theme(name) for name in THEME_NAMES]\n"
        "from levels.book import shipped_book\n"
        "print(asset('fonts'), shipped_packs()[0], *_font('Bold', 20).getname())\n"
        "print(len(shipped_book()) > 92)",
    )
    expected = f"{installed / 'game/assets/fonts'} {installed / 'levels/packs/first-steps.xsb'}"
    assert (ran.stdout.strip(), ran.stderr) == (f"{expected} Manrope Bold\nTrue", "")


@pytest.mark.parametrize("gone", ["assets/sounds", "assets"])
def test_an_installation_without_its_files_says_which_are_missing(
    gone: str, installed: Path, tmp_path: Path
) -> None:
    folder = installed / "game" / gone
    folder.rename(tmp_path / "gone")
    try:
        ran = run(installed, "from game.__main__ import main; sys.exit(main())", "--theme", "dusk")
    finally:
        (tmp_path / "gone").rename(folder)
    parts = [folder / each for each in ("fonts", "sounds", "themes")]
    named = ", ".join(map(str, parts)) if gone == "assets" else folder
    assert ran.returncode == 2
    assert ran.stderr == f"pushwise: files are missing from {named}. Install Pushwise again\n"


SCRIPT = """
import levels, solver
level = levels.read(sys.argv[1])[0]
proof = solver.solve(level, seconds=60)
assert proof.status == "optimal", proof
end = levels.replay_lurd(levels.Position.start(level), proof.solution.lurd)[-1]
assert end.is_solved
print(level)
print(proof.solution.lurd, proof.lower_bound)
print(solver.__file__)
"""


def test_a_script_solves_a_level_with_what_is_installed(installed: Path) -> None:
    drawing = "#######\n#. $@ #\n#######"
    (installed.parent / "mine.xsb").write_text(drawing)
    ran = run(installed, SCRIPT, "mine.xsb")
    expected = f"{drawing}\nLL 2\n{installed / 'solver' / '__init__.py'}\n"
    assert (ran.stdout, ran.stderr) == (expected, "")


def test_the_installed_command_solves_a_file(installed: Path) -> None:
    (installed.parent / "mine.xsb").write_text("#####\n#@$.#\n#####")
    command = "from solver.__main__ import main; sys.exit(main())"
    ran = run(installed, command, "solve", "mine.xsb", "--json")
    assert ran.returncode == 0 and '"status": "optimal"' in ran.stdout, ran.stderr


def test_commands_are_functions_that_there_are() -> None:
    project = PROJECT["project"]
    for place in (project["scripts"] | project["gui-scripts"]).values():
        module, _, name = place.partition(":")
        assert callable(getattr(import_module(module), name))
