import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const PYTHON = process.env.PYTHON ?? "python3";
const JOIN = `
import json, sys
from fullprime.server.joined import joined
print(json.dumps(joined(json.load(sys.stdin))))
`;
const JOIN_PAGES = `
import json
from fullprime.server.pages import WEB
from fullprime.server.site import built
files = built(WEB).files
print(json.dumps({name: asset.body.decode() for name, asset in files.items() if name.endswith(".js")}))
`;

function python(script, input) {
  const answer = execFileSync(PYTHON, ["-c", script], { input, maxBuffer: 1e8 });
  return JSON.parse(answer.toString());
}

/** Writes the files and gives the address of each. */
function written(files) {
  const folder = mkdtempSync(join(tmpdir(), "joined-"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return (name) => pathToFileURL(join(folder, name)).href;
}

/** The modules, joined; the first is main.js, which says in `globalThis.said` what it finds. */
async function run(sources) {
  globalThis.said = [];
  const files = python(JOIN, JSON.stringify(sources));
  await import(written(files)("main.js"));
  return { files, said: globalThis.said };
}

test("a value that changes is seen by those who import it", async () => {
  const { said } = await run({
    "main.js": `import { count, more as grow } from "./count.js";
      const own = { count, other: count, "count": 1 };
      grow();
      said.push(own.other, count, \`\${count}\`, { count }.count, "count", own?.count, /count/.source);`,
    "count.js": `export let count = 1; /** counts */ export function more() { count += 1; }`,
  });
  assert.deepEqual(said, [1, 2, "2", 2, "count", 1, "count"]);
});

test("modules that need each other find each other's functions", async () => {
  const { said } = await run({
    "main.js": `import { even } from "./even.js"; said.push(even(4), even(5));`,
    "even.js": `import { odd } from "./odd.js"; export function even(n) { return n ? odd(n - 1) : true; }`,
    "odd.js": `import { even } from "./even.js"; export function odd(n) { return n ? even(n - 1) : false; }`,
  });
  assert.deepEqual(said, [true, false]);
});

test("they run in the order of their imports, each once", async () => {
  const { said } = await run({
    "main.js": `import "./b.js"; import "./a.js"; said.push("main");`,
    "a.js": `import "./c.js"; said.push("a");`,
    "b.js": `import "./c.js"; said.push("b");`,
    "c.js": `said.push("c");`,
  });
  assert.deepEqual(said, ["c", "b", "a", "main"]);
});

test("a page has a file of its own, and what two pages need is there once", async () => {
  const { files, said } = await run({
    "main.js": `import { shared } from "./shared.js";
      globalThis.pages = Promise.all([import("./pages/a.js"), import("./pages/b.js")]);
      said.push(shared);`,
    "shared.js": `export const shared = { n: 0 };`,
    "board.js": `import { shared } from "./shared.js"; shared.n++; export class Board {}`,
    "pages/a.js": `import { Board } from "../board.js"; import { only } from "./only.js";
      export const show = () => [Board, only];`,
    "pages/b.js": `import { Board as It } from "/static/js/board.js"; export function show() { return [It]; }`,
    "pages/only.js": `export const only = "a";`,
    "unused.js": `syntax error (`,
  });
  assert.deepEqual(Object.keys(files).sort(), ["main.js", "pages/a.js", "pages/b.js"]);
  assert.ok(files["main.js"].includes("class Board"));
  assert.ok(!files["main.js"].includes("only"));
  const [a, b] = await globalThis.pages;
  assert.equal(a.show()[0], b.show()[0]);
  assert.equal(a.show()[1], "a");
  assert.deepEqual(said, [{ n: 1 }]);
});

test("everything that can be exported comes out", async () => {
  const { said } = await run({
    "main.js": `import * as all from "./all.js"; import { renamed, deep } from "./all.js";
      said.push(Object.keys(all).sort().join(), renamed(), deep, new all.Thing().n, all.list.join());`,
    "all.js": `export * from "./deep.js"; export { value as given } from "./deep.js";
      function inner() { return "inner"; }
      export { inner as renamed };
      export async function later() {}
      export class Thing { n = 5; }
      export const list = [1, 2];`,
    "deep.js": `export const deep = "deep"; export const value = 1;`,
  });
  assert.deepEqual(said, ["Thing,deep,given,later,list,renamed,value", "inner", "deep", 5, "1,2"]);
});

test("comments go, and nothing that only looks like one", async () => {
  const { files, said } = await run({
    "main.js": `// one
      const address = "http://x/*y*/"; /* two
      three */
      const pattern = /[/*]\\/\\/ "/g, half = 8 / 2 / 2; // four
      const text = \`// \${ "/*" + \`\${1}}\` } */ import { a } from "b"\`;
      said.push(address, pattern.test("/// \\""), half, text)`,
  });
  assert.deepEqual(said, ["http://x/*y*/", true, 2, '// /*1} */ import { a } from "b"']);
  assert.doesNotMatch(files["main.js"], /one|two|three|four/);
});

test("a module knows where it is", async () => {
  const { said } = await run({
    "main.js": `import { here } from "./deep/here.js"; said.push(here.split("/").slice(-2).join("/"));`,
    "deep/here.js": `export const here = new URL("../words/en.json", import.meta.url).href;`,
  });
  assert.deepEqual(said, ["words/en.json"]);
});

for (const [name, sources] of Object.entries({
  "a module that is not there": { "main.js": `import "./gone.js";` },
  "a name that is not exported": { "main.js": `import { b } from "./a.js";`, "a.js": `` },
  "a module of others": { "main.js": `import "lodash";` },
  "a default export": { "main.js": `export default 1;` },
  "an import that is computed": { "main.js": `const a = "./a.js"; import(a);`, "a.js": `` },
  "an open brace": { "main.js": `{` },
})) {
  test(`${name} is refused`, () => {
    const input = JSON.stringify(sources);
    const ask = () => execFileSync(PYTHON, ["-c", JOIN], { input, stdio: "pipe" });
    assert.throws(ask, /BadScript/);
  });
}

test("the files of our pages can be read", () => {
  const files = python(JOIN_PAGES, "");
  const at = written(files);
  assert.ok(files["js/main.js"] && files["js/pages/match.js"]);
  for (const name of Object.keys(files)) {
    execFileSync(process.execPath, ["--check", new URL(at(name)).pathname], { stdio: "pipe" });
  }
});
