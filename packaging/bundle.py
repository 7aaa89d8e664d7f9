"""Makes bundles for people without Python: python3 packaging/bundle.py.

They are made with PyInstaller for the system that this runs on, in dist/: a folder, an archive of
it, and on Linux a package for Debian. Needs the extra ``bundle``.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import pygame  # noqa: E402

from game.looks.theme import load_theme  # noqa: E402
from game.shell.app_icon import app_icon  # noqa: E402
from levels.version import __version__  # noqa: E402

DIST = ROOT / "dist"
BUNDLE = DIST / "pushwise"
ICON_SIZES = (32, 64, 128, 256)


def draw_icons() -> None:
    """Draw the icons that stand for the program on a desktop."""
    folder = DIST / "icons"
    folder.mkdir(parents=True, exist_ok=True)
    for size in ICON_SIZES:
        pygame.image.save(app_icon(load_theme("dusk"), size), folder / f"{size}.png")


def freeze() -> None:
    """Have PyInstaller make the folder."""
    with TemporaryDirectory() as work:
        subprocess.run(
            [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
             "--distpath", DIST, "--workpath", work, ROOT / "packaging" / "pushwise.spec"],
            check=True,
        )  # fmt: skip


def compile_kernels() -> None:
    """Let the bundle compile its kernels for any processor, and put them where it looks."""
    program = BUNDLE / ("pushwise-solver.exe" if os.name == "nt" else "pushwise-solver")
    with TemporaryDirectory() as caches:
        # Each system finds its caches by a different one of these.
        homes = dict.fromkeys(("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"), caches)
        with subprocess.Popen(
            [program, "-m", "solver.second_process"], stdin=subprocess.PIPE,
            env={**os.environ, **homes, "NUMBA_CPU_NAME": "generic", "PUSHWISE_COMPILES_ALL": "1"},
        ) as compiler:  # fmt: skip
            if compiler.wait() != 0:
                raise SystemExit("the kernels could not be compiled")
        (kernels,) = Path(caches).rglob("kernels")
        shutil.move(kernels, BUNDLE / "_internal" / "solver" / "machine_code")


def main() -> None:
    """Make everything that can be made on this system."""
    draw_icons()
    freeze()
    compile_kernels()
    kind = "zip" if os.name == "nt" else "gztar"
    name = f"pushwise-{__version__}-{sys.platform}-{platform.machine()}"
    made = [shutil.make_archive(str(DIST / name), kind, DIST, BUNDLE.name)]
    if sys.platform == "linux" and shutil.which("dpkg-deb"):
        from debian_package import make_package

        made.append(str(make_package(BUNDLE, DIST / "icons", DIST)))
    print(*made, sep="\n")


if __name__ == "__main__":
    main()
