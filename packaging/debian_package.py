"""The package for Debian and its relatives: the bundle, a desktop entry, icons and file types."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
from email.utils import formatdate
from pathlib import Path
from tempfile import TemporaryDirectory

from levels.version import __version__

LINUX = Path(__file__).with_name("linux")
ROOT = LINUX.parents[1]

CONTROL = """\
Package: pushwise
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: libc6 (>= {libc}), libx11-6 | libwayland-client0, libxext6 | libwayland-client0
Recommends: libgl1, libxcursor1, libxfixes3, libxi6, libxrandr2
Section: games
Priority: optional
Description: Sokoban with a solver that proves its answers
 Push boxes onto goals, and when you want to know how well a level can be
 solved, press Solve: the solver finds a shortest solution and proves that
 there is none shorter.
 .
 This package contains everything it needs, also Python.
"""

CHANGELOG = """\
pushwise ({version}) unstable; urgency=low

  * See CHANGELOG.md.

 -- {maintainer}  {date}
"""


def make_package(bundle: Path, icons: Path, folder: Path) -> Path:
    """Make the package in a folder; raises CalledProcessError if dpkg-deb or the
    program in it fails."""
    with TemporaryDirectory() as work:
        tree = Path(work)
        tree.chmod(0o755)
        _lay_out(tree, bundle, icons)
        _try_out(tree / "usr/lib/pushwise")
        architecture = _asked("dpkg", "--print-architecture")
        control = CONTROL.format(
            version=__version__,
            architecture=architecture,
            size=_kibibytes(tree),
            libc=_libc(),
            maintainer=_maintainer(),
        )
        _write(tree / "DEBIAN" / "control", control.encode())
        package = folder / f"pushwise_{__version__}_{architecture}.deb"
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", tree, package], check=True
        )
    return package


def _lay_out(tree: Path, bundle: Path, icons: Path) -> None:
    shutil.copytree(bundle, tree / "usr/lib/pushwise", symlinks=True)
    _strip(tree / "usr/lib/pushwise/_internal")
    share = tree / "usr/share"
    manual = gzip.compress((LINUX / "pushwise.6").read_bytes(), mtime=0)
    for name, folder in (("pushwise", "usr/games"), ("pushwise-solver", "usr/bin")):
        (tree / folder).mkdir()
        (tree / folder / name).symlink_to(f"../lib/pushwise/{name}")
        _write(share / f"man/man6/{name}.6.gz", manual)
    _write(share / "applications/pushwise.desktop", (LINUX / "pushwise.desktop").read_bytes())
    _write(share / "mime/packages/pushwise.xml", (LINUX / "pushwise.xml").read_bytes())
    _write(share / "lintian/overrides/pushwise", (LINUX / "overrides").read_bytes())
    for icon in icons.glob("*.png"):
        size = f"{icon.stem}x{icon.stem}"
        _write(share / f"icons/hicolor/{size}/apps/pushwise.png", icon.read_bytes())
    about = share / "doc/pushwise"
    changes = CHANGELOG.format(
        version=__version__, date=formatdate(localtime=True), maintainer=_maintainer()
    )
    _write(about / "changelog.gz", gzip.compress(changes.encode(), mtime=0))
    _write(about / "copyright", (LINUX / "copyright").read_bytes() + _license())
    for path in (tree / "usr").rglob("*"):
        if not path.is_symlink():
            is_program = path.is_dir() or path.parent == tree / "usr/lib/pushwise"
            path.chmod(0o755 if is_program else 0o644)


def _license() -> bytes:
    """The license as the file format requires it: indented, and dots for empty lines."""
    lines = (ROOT / "LICENSE").read_text().strip().split("\n")
    return "\n".join(["License: MIT", *(f" {line or '.'}" for line in lines), ""]).encode()


def _strip(folder: Path) -> None:
    """Drop from Python's own libraries what only debuggers read. The libraries in wheels
    were rewritten when the wheels were built, and some can no longer be loaded once stripped."""
    for pattern in ("libpython*.so*", "python*/lib-dynload/*.so"):
        for path in folder.glob(pattern):
            subprocess.run(["strip", "--strip-unneeded", path], check=True)


def _try_out(bundle: Path) -> None:
    """Solve a level with what goes into the package; raises CalledProcessError if that fails."""
    level = ROOT / "levels" / "packs" / "first-steps.xsb"
    with TemporaryDirectory() as home:
        subprocess.run(
            [bundle / "pushwise-solver", "solve", "--level", "1", level],
            check=True, capture_output=True, env={"HOME": home, "PATH": os.defpath},
        )  # fmt: skip


def _libc() -> str:
    """The version of the C library that the bundle was made with: older ones will not do."""
    return _asked("getconf", "GNU_LIBC_VERSION").rpartition(" ")[2]


def _maintainer() -> str:
    """Who makes the package, as known to Debian's tools and git."""
    try:
        name = os.environ.get("DEBFULLNAME") or _asked("git", "config", "user.name")
        address = os.environ.get("DEBEMAIL") or _asked("git", "config", "user.email")
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit(
            "No package for Debian: it has to name a maintainer, and git knows none.\n"
            "Set DEBFULLNAME and DEBEMAIL, or user.name and user.email of git."
        ) from None
    return f"{name} <{address}>"


def _asked(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _kibibytes(tree: Path) -> int:
    return sum(path.lstat().st_size for path in tree.rglob("*")) // 1024


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
