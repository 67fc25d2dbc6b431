/** The states that tests/web/fixtures.py prints, made once for all tests. */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** @param {number} games @param {number} seed */
export function fixtures(games, seed) {
  const own = `${ROOT}.venv/bin/python`;
  const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
  const args = ["tests/web/fixtures.py", String(games), String(seed)];
  const run = spawnSync(python, args, { cwd: ROOT, maxBuffer: 2 ** 30, encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout.trim().split("\n").map((line) => JSON.parse(line));
}
