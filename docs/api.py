"""Writes `docs/api.md`, the reference of the Python library. Run by `make api`.

Everything comes from the source: the names that a module offers, their signatures and the first
paragraph of their docstrings.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

SOURCE: Final = Path(__file__).parents[1] / "src"
PAGE: Final = Path(__file__).parent / "api.md"
MODULES: Final = (
    "fullprime",
    "fullprime.analysis",
    "fullprime.analysis.reasons",
    "fullprime.analysis.review",
    "fullprime.analysis.tutor",
    "fullprime.arrays",
    "fullprime.engine",
    "fullprime.formats.ids",
    "fullprime.formats.saved",
    "fullprime.formats.match_equity",
    "fullprime.render.text",
    "fullprime.render.svg",
    "fullprime.protocols.jsonl",
)
TOP: Final = """# Python reference

Every public name, with its signature. `make api` writes this page from the source; the
[index](README.md) leads to pages that explain.

"""
Node = ast.ClassDef | ast.FunctionDef | ast.Assign | ast.AnnAssign
Members = list[ast.stmt]


class Named(NamedTuple):
    """A definition, and the docstring of one that cannot hold its own."""

    node: Node
    doc: str


def page() -> str:
    contents = "".join(f"- [{name}](#{anchor(name)})\n" for name in MODULES)
    return f"{TOP}{contents}\n" + "\n".join(map(section, MODULES))


def anchor(heading: str) -> str:
    return heading.replace(".", "")


def section(module: str) -> str:
    tree = parsed(module)
    names = sorted(public(tree), key=str.lower)
    listed = (described(name, found(module, name)) for name in names)
    return f"## {module}\n\n{first_paragraph(ast.get_docstring(tree))}\n\n" + "\n".join(listed)


# Finding names -----------------------------------------------------------------------------------


def parsed(module: str) -> ast.Module:
    path = SOURCE / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8"))


def public(tree: ast.Module) -> list[str]:
    """What `__all__` lists or, without it, what the module defines."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name("__all__")], value=value):
                return list(ast.literal_eval(value))
    definitions = (node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef))
    return [node.name for node in definitions if not node.name.startswith("_")]


def found(module: str, name: str) -> Named:
    """Where it is defined, however many modules hand it on."""
    tree = parsed(module)
    for named, definition in definitions(tree.body):
        if named == name:
            return definition
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(origin), names=names):
                if name in {alias.name for alias in names}:
                    return found(origin, name)
    raise LookupError(f"{module} does not say where {name} comes from")


def definitions(body: Members) -> Iterator[tuple[str, Named]]:
    """With the sentence that stands behind an assignment."""
    for node, following in zip(body, [*body[1:], ast.Pass()], strict=True):
        match node:
            case ast.ClassDef() | ast.FunctionDef():
                yield node.name, Named(node, ast.get_docstring(node) or "")
            case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
                yield name, Named(node, sentence_of(following))


def sentence_of(node: ast.stmt) -> str:
    match node:
        case ast.Expr(ast.Constant(str(text))):
            return text
    return ""


# Describing them ---------------------------------------------------------------------------------


def described(name: str, named: Named) -> str:
    node, text = named.node, first_paragraph(named.doc)
    match node:
        case ast.ClassDef():
            members = "".join(member(*each) for each in definitions(node.body))
            return "\n\n".join(filter(None, (f"### `{name}`", text, members.rstrip()))) + "\n"
        case ast.FunctionDef():
            return f"### `{name}`\n\n`{call(name, node)}`\n\n{text}\n"
        case _:
            return f"### `{name}`\n\n" + (f"{text}\n" if text else f"`{ast.unparse(node)}`\n")


def member(name: str, named: Named) -> str:
    """A line, unless it is private."""
    if name.startswith("_") or "overload" in decorators(named.node):
        return ""
    match named.node:
        case ast.FunctionDef() as node if {"property", "cached_property"} & decorators(node):
            shown = f"{name}: {ast.unparse(node.returns)}" if node.returns else name
        case ast.FunctionDef() as node:
            shown = call(name, node, method="staticmethod" not in decorators(node))
        case ast.AnnAssign(annotation=kind, value=value):
            shown = f"{name}: {ast.unparse(kind)}" + (f" = {ast.unparse(value)}" if value else "")
        case _:
            shown = name
    text = first_paragraph(named.doc)
    return f"- `{shown}`" + (f": {text}" if text else "") + "\n"


def decorators(node: Node) -> set[str]:
    if not isinstance(node, ast.FunctionDef):
        return set()
    return {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}


def call(name: str, node: ast.FunctionDef, method: bool = False) -> str:
    """The signature; a method is shown as it is called, without `self` or `cls`."""
    arguments = re.sub(r"(: [^=]+)=", r"\1 = ", ast.unparse(node.args))
    if method:
        arguments = re.sub(r"^(self|cls)(, )?(/(, )?)?", "", arguments)
    answer = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{name}({arguments}){answer}"


def first_paragraph(text: str | None) -> str:
    """On one line."""
    return " ".join((text or "").strip().partition("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
