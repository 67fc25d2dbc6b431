"""What the routes are, for programs: `/openapi.json`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from inspect import getdoc
from typing import Any

import msgspec

import fullprime
from fullprime.server.door import Way

Json = dict[str, Any]


def described(ways: Iterable[Way]) -> Json:
    """All routes and the shapes of their bodies."""
    ways = list(ways)
    bodies = [way.shape for way in ways if way.has_body]
    _, shapes = msgspec.json.schema_components(bodies, ref_template="#/components/schemas/{name}")
    paths: dict[str, Json] = {}
    for way in ways:
        paths.setdefault(way.path, {})[way.method.lower()] = _operation(way)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Fullprime", "version": fullprime.__version__},
        "paths": paths,
        "components": {"schemas": shapes},
    }


def _operation(way: Way) -> Json:
    found: Json = {
        "summary": way.handler.__name__.replace("_", " ").capitalize(),
        "description": getdoc(way.handler),
        "responses": {str(way.status): {"description": HTTPStatus(way.status).phrase}},
    }
    if parameters := list(_parameters(way)):
        found["parameters"] = parameters
    if way.raw:
        file = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
        found["requestBody"] = {"required": True, "content": file}
    if way.has_body and way.shape:
        schema = {"$ref": f"#/components/schemas/{way.shape.__name__}"}
        found["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema}},
        }
    return found


def _parameters(way: Way) -> Iterator[Json]:
    fields = {}
    if way.shape and not way.has_body:
        fields = msgspec.json.schema_components([way.shape])[1][way.shape.__name__]["properties"]
    in_path = re.findall(r"{(\w+)}", way.path)
    for name in [*in_path, *(name for name in fields if name not in in_path)]:
        schema = dict(fields.get(name, {"type": "string"}))
        yield {
            "name": name,
            "in": "path" if name in in_path else "query",
            "required": name in in_path or "default" not in schema,
            "schema": schema,
        }
