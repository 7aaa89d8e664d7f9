"""Boxes and goals, drawn on a canvas whose unit is one square."""

from __future__ import annotations

from dataclasses import dataclass

from game.looks.theme import Color, Theme, mix, with_alpha
from game.widgets.canvas import Canvas, Point

DETAIL_FROM = 22
"""Pixels per square: below this, pieces lose planks, posts, hands and shadows."""

BOX_LEFT, BOX_TOP, BOX_WIDTH, BOX_LID, BOX_HEIGHT = 0.08, 0.05, 0.84, 0.75, 0.14
BOX_RADIUS, BOX_RIM, POST, PLANKS = 0.10, 0.105, 0.13, 3
SEAT_CUT, SEAT_RIM, SEAT_DIAMOND = 0.20, 0.075, 0.235
GOAL_HALF, GOAL_HALF_STOOD_ON, GOAL_STROKE, GOAL_CORE = 0.36, 0.47, 0.065, 0.085
FLASH_GROWTH = 0.35
FLAT_STROKE = 1 / 16
WHITE: Color = (255, 255, 255)
BLACK: Color = (0, 0, 0)


@dataclass(frozen=True)
class _Body:
    """A box's measures on whole pixels, so that its long edges are sharp."""

    x: float
    y: float
    width: float
    lid: float
    height: float

    @classmethod
    def fitted(cls, canvas: Canvas, flat: bool) -> _Body:
        unit = canvas.unit

        def snap(part: float) -> float:
            return round(part * unit) / unit

        left, top = snap(BOX_LEFT), snap(BOX_TOP)
        foot = snap(BOX_TOP + BOX_LID + BOX_HEIGHT)
        lid = foot - top if flat else snap(BOX_TOP + BOX_LID) - top
        return cls(left, top, snap(1 - BOX_LEFT) - left, lid, foot - top - lid)

    @property
    def whole(self) -> tuple[float, float, float, float]:
        return self.x, self.y, self.width, self.lid + self.height


def paint_goal(canvas: Canvas, theme: Theme, stood_on: bool = False) -> None:
    """A hollow diamond; wider while the pusher stands on it, so that its four tips show."""
    half = GOAL_HALF_STOOD_ON if stood_on else GOAL_HALF
    stroke = canvas.thick(GOAL_STROKE)
    canvas.diamond((0.5, 0.5), half, theme.goal_fill)
    canvas.diamond((0.5, 0.5), half - stroke / 2, theme.goal, stroke)
    if canvas.unit >= DETAIL_FROM:
        canvas.diamond((0.5, 0.5), GOAL_CORE, theme.goal)


def paint_box(canvas: Canvas, theme: Theme) -> None:
    """A square lid with planks and a brace, and a front face at its foot."""
    body = _Body.fitted(canvas, theme.is_flat)
    if theme.is_flat:
        _flat_box(canvas, theme, body)
        return
    detailed = canvas.unit >= DETAIL_FROM
    if detailed:
        _shadow(canvas, theme, body)
    canvas.rect(*body.whole, theme.box_front, BOX_RADIUS)
    if detailed:
        _front(canvas, theme, body)
    canvas.rect(body.x, body.y, body.width, body.lid, theme.box_rim, BOX_RADIUS)
    _planks(canvas, theme, body, detailed)
    if detailed:
        lit = body.y + 0.018
        ends = ((body.x + 0.08, lit), (body.x + body.width - 0.08, lit))
        canvas.path(ends, mix(theme.box_rim, WHITE, 0.38), 0.026)
    if theme.box_edge:
        canvas.ring(body.whole, theme.box_edge, BOX_RADIUS, canvas.thick(1 / 48, 0.8))


def _shadow(canvas: Canvas, theme: Theme, body: _Body) -> None:
    x, y, width, height = body.whole
    dark = with_alpha(theme.shadow, 1.15)
    canvas.soft((x + 0.03, y + 0.12, width, height - 0.05), dark, 0.12, 0.055)


def _front(canvas: Canvas, theme: Theme, body: _Body) -> None:
    """Two corner posts, and the shadow of the lid on the face."""
    post = mix(theme.box_front, theme.box_top, 0.28)
    canvas.rect(*body.whole, post, BOX_RADIUS)
    between = body.width - 2 * POST
    canvas.rect(body.x + POST, body.y, between, body.lid + body.height, theme.box_front)
    seam = mix(theme.box_front, BLACK, 0.28)
    canvas.rect(body.x, body.y + body.lid, body.width, 0.03, seam)


def _planks(canvas: Canvas, theme: Theme, body: _Body, detailed: bool) -> None:
    """The sunk middle of the lid: three planks with one brace across."""
    x, y = body.x + BOX_RIM, body.y + BOX_RIM
    width, height = body.width - 2 * BOX_RIM, body.lid - 2 * BOX_RIM
    canvas.rect(x, y, width, height, theme.box_line, 0.035)
    sunk = 0.03 if detailed else 0.0
    canvas.rect(x, y + sunk, width, height - sunk, theme.box_top, 0.03)
    if not detailed:
        return
    for number in range(1, PLANKS):
        gap = x + width * number / PLANKS
        canvas.rect(gap - 0.009, y + sunk, 0.018, height - sunk, theme.box_line)
    right, bottom, brace = x + width, y + height, 0.088
    canvas.polygon(
        [
            (x, bottom),
            (x, bottom - brace),
            (right - brace, y + sunk),
            (right, y + sunk),
            (right, y + sunk + brace),
            (x + brace, bottom),
        ],
        theme.box_rim,
    )
    canvas.path([(x + brace, bottom), (right, y + sunk + brace)], theme.box_line, 0.016)


def _flat_box(canvas: Canvas, theme: Theme, body: _Body) -> None:
    """High contrast: an outlined square with a cross."""
    canvas.rect(*body.whole, theme.box_top, BOX_RADIUS)
    if theme.box_edge:
        canvas.ring(body.whole, theme.box_edge, BOX_RADIUS, canvas.thick(FLAT_STROKE))
    left, top, inset = body.x, body.y, 0.24
    right, bottom = left + body.width, top + body.lid
    stroke = canvas.thick(1 / 11)
    for start, end in (((left, top), (right, bottom)), ((right, top), (left, bottom))):
        way = (inset if start[0] < end[0] else -inset, inset)
        canvas.path(
            [(start[0] + way[0], start[1] + way[1]), (end[0] - way[0], end[1] - way[1])],
            theme.box_mark,
            stroke,
        )


def paint_seat(canvas: Canvas, theme: Theme, turned: float = 1.0) -> None:
    """A box on its goal: corners cut, the goal's diamond filled in.

    While it turns, the corners get cut and the diamond grows.
    """
    body = _Body.fitted(canvas, theme.is_flat)
    detailed = canvas.unit >= DETAIL_FROM and not theme.is_flat
    front, rim, top = (
        mix(getattr(theme, f"box_{part}"), getattr(theme, f"seat_{part}"), turned)
        for part in ("front", "rim", "top")
    )
    cut = BOX_RADIUS * 0.5 + (SEAT_CUT - BOX_RADIUS * 0.5) * turned
    if detailed:
        _shadow(canvas, theme, body)
    x, y, width, lid = body.x, body.y, body.width, body.lid
    canvas.polygon(_cut_square(x, y, width, lid + body.height, cut), front)
    canvas.polygon(_cut_square(x, y, width, lid, cut), rim)
    canvas.polygon(_inside_rim(body, cut), top)
    if theme.seat_edge:
        stroke = canvas.thick(FLAT_STROKE if theme.is_flat else 1 / 36, 1.0)
        inset = stroke / 2
        outline = _cut_square(
            x + inset, y + inset, width - stroke, lid + body.height - stroke, cut - inset * 0.4
        )
        canvas.path(outline, theme.seat_edge, stroke, closed=True)
    center = (x + width / 2, y + lid / 2)
    if detailed:
        canvas.diamond((center[0], center[1] + 0.03), SEAT_DIAMOND * turned, theme.seat_line)
    canvas.diamond(center, SEAT_DIAMOND * turned, theme.seat_mark)


def paint_flash(canvas: Canvas, theme: Theme, strength: float) -> None:
    """The light that goes over a box on its goal when the level is solved: 1 is the brightest."""
    if theme.characters:
        canvas.ring((0, 0, 1, 1), with_alpha(theme.seat_rim, strength), 0.2, canvas.thick(0.07))
        return
    body = _Body.fitted(canvas, theme.is_flat)
    canvas.polygon(_inside_rim(body, SEAT_CUT), with_alpha(theme.seat_rim, 0.8 * strength))
    grown = SEAT_DIAMOND * (1 + FLASH_GROWTH * strength)
    center = (body.x + body.width / 2, body.y + body.lid / 2)
    canvas.diamond(center, grown, theme.seat_mark)


def _inside_rim(body: _Body, cut: float) -> list[Point]:
    """The lid of a box with cut corners, without its rim."""
    width, height = body.width - 2 * SEAT_RIM, body.lid - 2 * SEAT_RIM
    cut = max(0.0, cut - SEAT_RIM * 0.55)
    return _cut_square(body.x + SEAT_RIM, body.y + SEAT_RIM, width, height, cut)


def _cut_square(x: float, y: float, width: float, height: float, cut: float) -> list[Point]:
    """A rectangle without its corners."""
    right, bottom = x + width, y + height
    return [
        (x + cut, y),
        (right - cut, y),
        (right, y + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (x + cut, bottom),
        (x, bottom - cut),
        (x, y + cut),
    ]
