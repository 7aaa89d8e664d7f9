"""All sittings for what is on no picture of the docs."""

from __future__ import annotations

from docs.screenshots import (
    day_tours,
    library_tours,
    making_tours,
    menu_tours,
    play_tours,
    review_tours,
)
from docs.screenshots.tour import TOURS

ROOMS = menu_tours, play_tours, review_tours, library_tours, making_tours, day_tours
"""The modules that enter them in the list."""

__all__ = ["ROOMS", "TOURS"]
