/** The states that tests/web/fixtures.py prints: a random game of every variant. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { begin } from "../../../src/fullprime/web/js/board/walk.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Of so many plays that follow each other two are taken. @param {number} every */
export function fixtures(every) {
  const own = join(ROOT, ".venv/bin/python");
  const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
  const folder = mkdtempSync(join(tmpdir(), "fullprime-"));
  const file = join(folder, "states.jsonl");
  const run = spawnSync(python, ["tests/web/fixtures.py", String(every), "6"], {
    cwd: ROOT,
    stdio: ["ignore", openSync(file, "w"), "inherit"],
  });
  if (run.status !== 0) throw new Error(`${python} could not print the states`);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  rmSync(folder, { recursive: true });
  return lines.map((line) => JSON.parse(line));
}

/** Every state with a draft that has just begun. */
export function* draftsOf(lines) {
  for (const line of lines) {
    const { board, rows, actor, walk } = line.state;
    yield { ...line, draft: begin(board, rows, actor, walk) };
  }
}

/** Picks from lists, always in the same way. @param {number} seed */
export function random(seed) {
  let now = seed;
  return (list) => {
    now = (now * 48271) % 2147483647;
    return list[now % list.length];
  };
}
