"""Turns what a command prints into rows, with the columns that its JSON schema defines."""

from __future__ import annotations

import json
from typing import Any

from ._command import PACKAGE

Schema = dict[str, Any]


class Rows(list[dict[str, Any]]):
    """The rows of a result where pandas is not installed; `attrs` as pandas frames have it."""

    attrs: dict[str, Any]


def schema(name: str) -> Schema:
    """Returns one of the schemas in docs/schema of the package. Raises ValueError for another name."""
    folder = PACKAGE / "docs" / "schema"
    known = sorted(file.name.removesuffix(".schema.json") for file in folder.glob("*.schema.json"))
    if name not in known:
        raise ValueError(f"there is no schema {name}; schemas: {', '.join(known)}")
    return json.loads((folder / f"{name}.schema.json").read_text(encoding="utf-8"))


def tables(name: str) -> dict[str, Schema]:
    """Returns the schema of a row of each table that a result has, by the table's name."""
    found: dict[str, Schema] = {}
    for each in _alternatives(schema(name)):
        for key, field in each.get("properties", {}).items():
            for form in _alternatives(field):
                rows = _alternatives(form.get("items") or {})
                if form.get("type") == "array" and any("properties" in row for row in rows):
                    found[key] = form["items"]
    return found


def row_schema(name: str, table: str) -> Schema:
    """Returns the schema of a row of a table. Raises ValueError for a table that the result does not have."""
    known = tables(name)
    if table not in known:
        raise ValueError(f"there is no table {table}; tables: {', '.join(known)}")
    return known[table]


def columns(row: Schema, prefix: str = "") -> dict[str, str]:
    """Returns the columns of a table with their descriptions.

    A field of an object is `object.field`; an interval is `low` and `high` beside the number it belongs to. Lists and objects
    without fixed fields are one column.
    """
    found: dict[str, str] = {}
    for form in _alternatives(row):
        for key, field in form.get("properties", {}).items():
            about = field.get("description", "")
            inner = [each for each in _alternatives(field) if "properties" in each]
            if any("prefixItems" in each for each in _alternatives(field)) and key in _INTERVALS:
                name = prefix if key == "interval" else f"{prefix}{key}."
                found.update({f"{name}low": about, f"{name}high": about})
            elif inner:
                for each in inner:
                    for name, more in columns(each, f"{prefix}{key}.").items():
                        found.setdefault(name, more or about)
            else:
                found.setdefault(f"{prefix}{key}", about)
    return found


_INTERVALS = ("interval", "bounds", "range")


def frame(result: dict[str, Any], name: str, table: str) -> Any:
    """Returns a table of a result as a pandas frame, or as Rows without pandas.

    `attrs["json"]` is the whole result, `attrs["columns"]` the description of each column.
    """
    described = columns(row_schema(name, table))
    listed = [{column: _value(row, column) for column in described} for row in result.get(table) or []]
    attrs = {"json": result, "columns": described}
    try:
        import pandas
    except ImportError:
        rows = Rows(listed)
        rows.attrs = attrs
        return rows
    made = pandas.DataFrame(listed, columns=list(described))
    made.attrs = attrs
    return made


def _value(row: Any, column: str) -> Any:
    *path, last = column.split(".")
    for key in path:
        if isinstance(row, dict):
            row = row.get(key)
    if last in ("low", "high") and not (isinstance(row, dict) and last in row):
        bounds = row.get("interval") if isinstance(row, dict) else row
        return None if bounds is None else bounds[last == "high"]
    return row.get(last) if isinstance(row, dict) else None


def _alternatives(node: Schema) -> list[Schema]:
    """Returns a schema, or the schemas of which one holds; without null."""
    forms = node.get("anyOf") or node.get("oneOf")
    inner = [node] if forms is None else [each for form in forms for each in _alternatives(form)]
    return [each for each in inner if each.get("type") != "null"]
