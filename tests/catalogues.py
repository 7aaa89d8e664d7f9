"""The script that keeps the catalogues of messages, as the tests use it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "assets" / "languages" / "update.py"


def _loaded() -> Any:
    spec = importlib.util.spec_from_file_location("catalogue_update", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


update = _loaded()
