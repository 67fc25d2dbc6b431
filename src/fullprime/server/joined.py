"""Many ES modules in few files, so that a page needs few requests.

What the first module needs is in one file, together with what the start page and the page of a
match share with other pages; what only others share is in a second one, and what only one page
needs is in a file of its own, which has the name and the exports of the module of that page. Inside
a file each module is a function: it first shows its exports, then, when all have done so, it runs.
So modules that need each other find each other's functions, as the browser does it.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from fullprime.server.javascript import BadScript, Token
from fullprime.server.module import Module, read_module

MAIN: Final = "main.js"
QUICKEST: Final = ("pages/match.js", "pages/start.js")
"""The pages that most visits begin with: they must not wait for what they do not need."""
SHARED: Final = "shared.js"
"""The file of what several other pages need."""


def joined(sources: Mapping[str, str], first: str = MAIN) -> dict[str, str]:
    """The files by the names of their modules; the modules are given by their paths."""
    return Joiner(sources, first).files()


class Joiner:
    """The modules that are reached from the first one."""

    def __init__(self, sources: Mapping[str, str], first: str = MAIN) -> None:
        self._sources = sources
        self._first = first
        self._modules: dict[str, Module] = {}
        self._load(first)
        self._short = {name: f"$m{n}" for n, name in enumerate(sorted(self._modules))}

    def _load(self, name: str) -> None:
        if name in self._modules:
            return
        if name not in self._sources:
            raise BadScript(f"there is no module {name}")
        module = self._modules[name] = read_module(name, self._sources[name])
        for needed in (*module.needs, *module.later):
            self._load(needed)

    def files(self) -> dict[str, str]:
        """All of them."""
        entries = sorted({name for each in self._modules.values() for name in each.later})
        closures = {name: self._closure(name) for name in entries}
        counted = Counter(name for closure in closures.values() for name in closure)
        common = [*self._closure(self._first), *(name for name in counted if counted[name] > 1)]
        shared = list(dict.fromkeys(each for name in common for each in self._closure(name)))
        own = {
            entry: [name for name in closure if name not in shared]
            for entry, closure in closures.items()
        }
        quickest = [page for page in QUICKEST if page in closures]
        quick = {name for page in (self._first, *quickest) for name in self._closure(page)}
        if not quickest:
            quick.update(shared)
        parts = {self._first: [name for name in shared if name in quick]}
        if others := [name for name in shared if name not in quick]:
            parts[SHARED] = others
        return {
            **{place: self._common(place, parts) for place in parts},
            **{entry: self._page(entry, names, parts) for entry, names in own.items()},
        }

    def _closure(self, name: str, seen: dict[str, None] | None = None) -> list[str]:
        """What must have run before a module, and the module, in the order in which they run."""
        order: list[str] = []
        seen = {} if seen is None else seen
        seen[name] = None
        for needed in self._modules[name].needs:
            if needed not in seen:
                order += self._closure(needed, seen)
        return [*order, name]

    # Files -----------------------------------------------------------------------------------

    def _common(self, place: str, parts: Mapping[str, Sequence[str]]) -> str:
        shown = ",".join(self._short[name] for name in parts[place])
        head = "" if place == self._first else self._imports(place, parts[place], parts)
        return f"{head}{self._run(parts[place], place)}export{{{shown}}};\n"

    def _page(self, entry: str, names: Sequence[str], parts: Mapping[str, Sequence[str]]) -> str:
        """A file that takes the place of the module: it exports the same."""
        exports = sorted(self._exports(entry))
        if changing := self._modules[entry].changing:
            raise BadScript(f"{entry} is imported while others run, but {changing} can change")
        tail = f"export const{{{','.join(exports)}}}={self._short[entry]};\n" if exports else ""
        head = self._imports(entry, [*names, entry], parts)
        return f"{head}{self._run(names, entry)}{tail}"

    def _imports(self, place: str, names: Iterable[str], parts: Mapping[str, Sequence[str]]) -> str:
        """What the modules of a file need of other files; the first file has always run."""
        needed = {*names, *(each for name in names for each in self._modules[name].needs)}
        lines = []
        for source, there in parts.items():
            found = ",".join(self._short[name] for name in there if name in needed)
            if source != place and (found or source == self._first):
                lines.append(f'import{{{found}}}from"{relative(place, source)}";\n')
        return "".join(lines)

    def _run(self, names: Sequence[str], place: str) -> str:
        functions = "".join(self._function(name, place) for name in names)
        shown = "".join(
            f"const {short}r={short}f(),{short}={short}r.next().value;\n"
            for short in (self._short[name] for name in names)
        )
        return functions + shown + "".join(f"{self._short[name]}r.next();\n" for name in names)

    def _function(self, name: str, place: str) -> str:
        module, short = self._modules[name], self._short[name]
        own = "".join(f"get {out}(){{return {here}}}," for out, here in module.exports.items())
        passed = "".join(f"get {out}(){{return {there}}}," for out, there in self._passed(module))
        imports = "".join(self._import(module))
        body = "".join(self._written(module, place))
        return (
            f"function*{short}f(){{\nyield{{__proto__:null,{own}{passed}}};\n{imports}{body}\n}}\n"
        )

    def _passed(self, module: Module) -> Iterator[tuple[str, str]]:
        for each in module.passed_on:
            there = self._short[each.source]
            names = each.names
            if each.whole:
                names = {name: name for name in self._exports(each.source)}
            yield from ((out, f"{there}.{name}") for out, name in names.items())

    def _exports(self, name: str) -> set[str]:
        module = self._modules[name]
        return {*module.exports, *(out for out, _ in self._passed(module))}

    def _import(self, module: Module) -> Iterator[str]:
        for each in module.imports:
            there, source = self._short[each.source], self._modules[each.source]
            if missing := set(each.names.values()) - self._exports(each.source):
                raise BadScript(f"{module.name}: {each.source} does not export {missing}")
            if each.whole:
                yield f"const {each.whole}={there};\n"
            fixed = [
                out if out == here else f"{out}:{here}"
                for here, out in each.names.items()
                if out not in source.changing
            ]
            if fixed:
                yield f"const{{{','.join(fixed)}}}={there};\n"

    def _changing(self, module: Module) -> dict[str, str]:
        """Where to look for an imported name whose value can change."""
        return {
            here: f"{self._short[each.source]}.{out}"
            for each in module.imports
            for here, out in each.names.items()
            if out in self._modules[each.source].changing
        }

    # Bodies ----------------------------------------------------------------------------------

    def _written(self, module: Module, place: str) -> Iterator[str]:
        """The body as it stands in the file of another module."""
        changing = self._changing(module)
        for before, token, after in _with_neighbors(module.body):
            if token.kind == "load":
                yield f'"{relative(place, token.text)}"'
            elif token.kind == "meta":
                yield f'({{url:new URL("{relative(place, module.name)}",import.meta.url).href}})'
            elif token.kind == "word" and token.text in changing:
                yield _looked_up(token.text, changing[token.text], before, after)
            else:
                yield token.text


def relative(place: str, name: str) -> str:
    """How a file names another one."""
    path = posixpath.relpath(name, posixpath.dirname(place) or ".")
    return path if path.startswith("..") else f"./{path}"


def _with_neighbors(body: Sequence[Token]) -> Iterator[tuple[str, Token, str]]:
    """Every token between the last and the next one that is no space."""
    following = [""] * len(body)
    for n in range(len(body) - 2, -1, -1):
        following[n] = following[n + 1] if body[n + 1].kind == "space" else body[n + 1].text
    before = ""
    for token, after in zip(body, following, strict=True):
        yield before, token, after
        if token.kind != "space":
            before = token.text


def _looked_up(name: str, place: str, before: str, after: str) -> str:
    """An imported name that can change, where it stands: as a value, or as a name of something."""
    if before in (".", "?."):
        return name
    in_list = before in ("{", ",")
    if in_list and after == ":":
        return name
    if before == "{" and after in (",", "}"):
        return f"{name}:{place}"
    if before == "," and after == "}":
        return f"{name}:{place}"
    return place
