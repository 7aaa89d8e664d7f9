"""The charts of a report, in the language of Vega-Lite, over rows as `solver.batch.report` has."""

from __future__ import annotations

from typing import Any, TypeAlias

Chart: TypeAlias = dict[str, Any]

_IS_DECIDED = "indexof(['optimal', 'solved', 'unsolvable'], datum.status) >= 0"
_LEGEND = {"orient": "bottom", "columns": 2, "labelLimit": 0}
_WHO = {"field": "who", "type": "nominal", "title": None, "legend": _LEGEND}
_NAMES = [{"field": name} for name in ("name", "metric", "status", "source", "nodes", "seconds")]
_STATUSES = ["optimal", "solved", "unsolvable", "gave-up"]
_SECONDS = {"type": "log", "domainMin": 0.001, "nice": True, "clamp": True}


def charts_of(sources: int) -> list[dict[str, Any]]:
    """The charts of so many files of results, each with its title."""
    charts = [
        _titled("Solved and proved over time", _cactus()),
        _titled("Bound and best of what is not decided", _gaps()),
        _titled("Nodes against size", _against_size("nodes")),
        _titled("Seconds against size", _against_size("seconds")),
    ]
    if sources == 2:
        charts.append(_titled("Seconds in both files", _both()))
    return charts


def _titled(title: str, spec: Chart) -> dict[str, Any]:
    common = {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "data": {"name": "rows"},
        "width": "container",
        "height": 260,
    }
    return {"title": title, "spec": {**common, **spec}}


def _cactus() -> Chart:
    """How many levels were solved, and proved, within so many seconds each."""
    layers = []
    for what, condition, dash in (
        ("proved", _IS_DECIDED, [1, 0]),
        ("solved", "datum.best !== null", [4, 3]),
    ):
        layers.append(
            {
                "transform": [
                    {"filter": condition},
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
    """For each level that is open, what is proved and what was done, the widest gap first."""
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
    y = {"field": "bound", "type": "quantitative", "title": "bound to best"}
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
    """Nodes or seconds by the squares of the room."""
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
    """What a level took in one file against what it took in the other."""
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
            {"filter": "datum.first !== datum.last"},
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
