"""The charts of a report as Vega-Lite specifications, over the rows that `solver.batch.report`
makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

Chart: TypeAlias = dict[str, Any]

_DECIDED = ["optimal", "solved", "unsolvable"]
_IS_DECIDED = f"indexof({_DECIDED}, datum.status) >= 0"
_LEGEND = {"orient": "bottom", "columns": 2, "labelLimit": 0}
_WHO = {"field": "who", "type": "nominal", "title": None, "legend": _LEGEND}
_NAMES = [{"field": name} for name in ("name", "metric", "status", "source", "nodes", "seconds")]
_STATUSES = [*_DECIDED, "gave-up"]
_SECONDS = {"type": "log", "domainMin": 0.001, "nice": True, "clamp": True}


def charts_of(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The charts that have any data, each with its title."""
    timed = [row for row in rows if row["seconds"]]
    is_open = any(row["status"] not in _DECIDED and row["bound"] is not None for row in rows)
    places: dict[int, set[int]] = {}
    for row in timed:
        places.setdefault(row["search"], set()).add(row["place"])
    charts: list[tuple[bool, str, Callable[[], Chart]]] = [
        (bool(timed), "Solved and proved over time", _cactus),
        (is_open, "Bound and best of open levels", _gaps),
        (any(row["nodes"] for row in rows), "Nodes against size", partial(_against_size, "nodes")),
        (bool(timed), "Seconds against size", partial(_against_size, "seconds")),
        ({0, 1} in places.values(), "Seconds in both files", _both),
    ]
    return [_titled(title, spec()) for is_of_use, title, spec in charts if is_of_use]


def _titled(title: str, spec: Chart) -> dict[str, Any]:
    common = {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "data": {"name": "rows"},
        "width": "container",
        "height": 260,
    }
    return {"title": title, "spec": {**common, **spec}}


def _cactus() -> Chart:
    """The number of levels solved, and proved, against the seconds each of them took."""
    layers = []
    for what, condition, dash in (
        ("proved", _IS_DECIDED, [1, 0]),
        ("solved", "datum.best !== null", [4, 3]),
    ):
        layers.append(
            {
                "transform": [
                    {"filter": f"{condition} && datum.seconds !== null"},
                    {"calculate": f"datum.source + ', ' + datum.metric + ', {what}'", "as": "who"},
                    {
                        "window": [{"op": "row_number", "as": "levels"}],
                        "sort": [{"field": "seconds"}],
                        "groupby": ["who"],
                    },
                ],
                "mark": {"type": "line", "interpolate": "step-after", "strokeDash": dash},
                "encoding": {
                    "x": {
                        "field": "seconds", "type": "quantitative", "scale": _SECONDS,
                        "title": "seconds for a level",
                    },
                    "y": {"field": "levels", "type": "quantitative", "title": "levels"},
                    "color": _WHO,
                },
            }
        )  # fmt: skip
    return {"layer": layers}


def _gaps() -> Chart:
    """For each open level, the gap between its lower bound and its best solution."""
    transform = [
        {"filter": f"!({_IS_DECIDED}) && datum.bound !== null"},
        {"calculate": "datum.best === null ? datum.bound : datum.best", "as": "end"},
        {
            "window": [{"op": "row_number", "as": "rank"}],
            "sort": [{"field": "bound"}],
            "groupby": ["source", "metric"],
        },
    ]
    x = {"field": "rank", "type": "quantitative", "title": "open levels, by their bound"}
    y = {"field": "bound", "type": "quantitative", "title": "from bound to best"}
    who = {**_WHO, "field": "metric"}
    tips = [*_NAMES, {"field": "bound"}, {"field": "best"}]
    return {
        "transform": transform,
        "encoding": {"x": x, "color": who, "tooltip": tips},
        "layer": [
            {
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {"y": y, "y2": {"field": "end"}},
            },
            {"mark": {"type": "point", "filled": True, "size": 18}, "encoding": {"y": y}},
        ],
    }


def _against_size(field: str) -> Chart:
    """Nodes or seconds against the number of squares in the room."""
    least = 1 if field == "nodes" else 0.001
    return {
        "transform": [{"filter": f"datum.{field} > 0"}],
        "mark": {"type": "point", "size": 22, "opacity": 0.6},
        "encoding": {
            "x": {
                "field": "squares", "type": "quantitative", "title": "squares of the room",
                "scale": {"type": "log", "nice": False},
            },
            "y": {
                "field": field, "type": "quantitative",
                "scale": {"type": "log", "domainMin": least, "clamp": True},
            },
            "color": {**_WHO, "field": "status", "scale": {"domain": _STATUSES}},
            "shape": {**_WHO, "field": "metric"},
            "tooltip": [*_NAMES, {"field": "squares"}, {"field": "boxes"}],
        },
    }  # fmt: skip


def _both() -> Chart:
    """Seconds for each level in one file against those in the other."""
    axis = {"type": "quantitative", "scale": _SECONDS}
    return {
        "transform": [
            {
                "joinaggregate": [
                    {"op": "min", "field": "place", "as": "first"},
                    {"op": "max", "field": "place", "as": "last"},
                ],
                "groupby": ["search"],
            },
            {"filter": "datum.first !== datum.last && datum.seconds !== null"},
            {"calculate": "datum.place === 0 ? 'one' : 'other'", "as": "which"},
            {"pivot": "which", "value": "seconds", "groupby": ["search", "name", "metric"]},
        ],
        "layer": [
            {
                "data": {"values": [{"one": 0.001, "other": 0.001}, {"one": 1000, "other": 1000}]},
                "transform": [],
                "mark": {"type": "line", "strokeDash": [4, 4], "opacity": 0.5},
                "encoding": {"x": {"field": "one", **axis}, "y": {"field": "other", **axis}},
            },
            {
                "mark": {"type": "point", "size": 22, "opacity": 0.6},
                "encoding": {
                    "x": {"field": "one", **axis, "title": "seconds in the first file"},
                    "y": {"field": "other", **axis, "title": "seconds in the second file"},
                    "color": {**_WHO, "field": "metric"},
                    "tooltip": [{"field": "name"}, {"field": "one"}, {"field": "other"}],
                },
            },
        ],
    }
