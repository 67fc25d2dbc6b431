/**
 * A play while it is being made. It walks the graph of legal plays that the server has sent, and
 * knows no rules. Drafts are values: every step makes a new one.
 */

/** @import {Draft, Edge, Event, Place, Row, Seat, Shape, State, Step, Walk} from "./types.js" */

/** @param {Shape} board @param {Row[]} rows @param {Seat} seat @param {Walk} walk
 * @returns {Draft} */
export function begin(board, rows, seat, walk) {
  return { board, walk, seat, start: rows, rows, path: [], gestures: [] };
}

/** @param {Draft} draft */
function at(draft) {
  return draft.path.at(-1)?.[4] ?? 0;
}

/** @param {Draft} draft */
export function nodeOf(draft) {
  return draft.walk.nodes[at(draft)];
}

/** Makes the steps of one gesture. @param {Draft} draft @param {Edge[]} edges @returns {Draft} */
export function advance(draft, edges) {
  const rows = edges.reduce((now, edge) => moved(draft.board, now, draft.seat, edge), draft.rows);
  const gestures = [...draft.gestures, edges];
  return { ...draft, rows, path: gestures.flat(), gestures };
}

/** The way that makes these steps from the beginning; null if the graph has none.
 * @param {Walk} walk @param {Step[]} steps @returns {Edge[] | null} */
export function wayOf(walk, steps, node = 0) {
  const [first, ...rest] = steps;
  if (!first) return walk.nodes[node].done ? [] : null;
  for (const edge of walk.nodes[node].next) {
    if (edge[0] !== first[0] || edge[1] !== first[1]) continue;
    const way = wayOf(walk, rest, edge[4]);
    if (way) return [edge, ...way];
  }
  return null;
}

/** Takes the last gesture back, however many numbers it played. @param {Draft} draft */
export function undo(draft) {
  const { board, start, seat, walk, gestures } = draft;
  return gestures.slice(0, -1).reduce(advance, begin(board, start, seat, walk));
}

/** @param {Draft} draft @returns {Step[]} */
export function stepsOf(draft) {
  return draft.path.map(([source, target]) => [source, target]);
}

/** The numbers that are not played yet. @param {Draft} draft @param {number[]} numbers */
export function leftOf(draft, numbers) {
  const left = [...numbers];
  for (const [, , die] of draft.path) {
    const found = left.indexOf(die);
    if (found >= 0) left.splice(found, 1);
  }
  return left;
}

/** @param {Draft} draft */
export function sources(draft) {
  return [...new Set(nodeOf(draft).next.map(([source]) => source))];
}

/** Where the checker in `source` can go, by one number or several, and the steps that lead there.
 * Of several ways the shortest is taken, then the one that hits least on its way: who wants a hit
 * that is not at the end makes the steps one by one. Then the smaller number, which wastes less.
 * @param {Draft} draft @param {Place} source */
export function targets(draft, source) {
  /** @type {Map<Place, Edge[]>} */
  const found = new Map();
  const seen = new Set();
  /** @type {{from: Place, node: number, edges: Edge[]}[]} */
  const ways = [{ from: source, node: at(draft), edges: [] }];
  for (const { from, node, edges } of ways) {
    for (const edge of draft.walk.nodes[node].next) {
      if (edge[0] !== from) continue;
      const [, target, , , next] = edge;
      const way = [...edges, edge];
      const known = found.get(target);
      if (!known || better(way, known)) found.set(target, way);
      const state = `${target} ${next} ${events(way)}`;
      if (!seen.has(state)) ways.push({ from: target, node: next, edges: way });
      seen.add(state);
    }
  }
  found.delete(source);
  return found;
}

/** @param {Edge[]} a @param {Edge[]} b */
function better(a, b) {
  return (a.length - b.length || events(a) - events(b) || a[0][2] - b[0][2]) < 0;
}

/** How often it hits or pins. @param {Edge[]} way */
function events(way) {
  return way.filter((edge) => edge[3]).length;
}

/** The numbers in the order in which one click plays them: the larger first unless swapped.
 * @param {State | null} state @param {boolean} swapped */
export function clickOrder(state, swapped) {
  const numbers = new Set([...(state?.dice ?? []), ...(state?.left ?? [])]);
  return [...numbers].sort((a, b) => (swapped ? a - b : b - a));
}

/** The step of one click: the first number that this checker can play.
 * @param {Draft} draft @param {Place} source
 * @param {number[]} order  The numbers, the preferred one first.
 * @returns {Edge | undefined} */
export function oneStep(draft, source, order) {
  const edges = nodeOf(draft).next.filter((edge) => edge[0] === source);
  /** @param {Edge} edge */
  const rank = (edge) => (order.includes(edge[2]) ? order.indexOf(edge[2]) : order.length);
  return edges.sort((a, b) => rank(a) - rank(b))[0];
}

/** The steps that cannot be avoided from here: a single way on, or several to one and the same end.
 * @param {Draft} draft */
export function forced(draft) {
  const { nodes } = draft.walk;
  const ends = new Set();
  const reached = new Map([[at(draft), draft.rows]]);
  for (const [node, rows] of reached) {
    if (nodes[node].done) ends.add(JSON.stringify(rows));
    if (ends.size > 1) break;
    for (const edge of nodes[node].next) {
      if (!reached.has(edge[4])) reached.set(edge[4], moved(draft.board, rows, draft.seat, edge));
    }
  }
  /** @type {Edge[]} */
  const edges = [];
  for (let node = nodes[at(draft)]; !node.done; node = nodes[node.next[0][4]]) {
    if (node.next.length > 1 && ends.size > 1) break;
    edges.push(node.next[0]);
  }
  return edges;
}

/** One checker moves; that is drawing, and the server has said what happens.
 * @param {Shape} board @param {Row[]} rows @param {Seat} seat
 * @param {Edge | [Place, Place, number, Event]} edge */
export function moved(board, rows, seat, [source, target, , event]) {
  const after = rows.map((row) => ({ ...row, points: [...row.points], pinned: [...row.pinned] }));
  const [mine, theirs] = [after[seat], after[1 - seat]];
  add(mine, source, -1);
  add(mine, target, 1);
  if (typeof source === "number" && !mine.points[source - 1]) {
    const there = board.across[source - 1];
    theirs.pinned = theirs.pinned.filter((point) => point !== there);
  }
  const there = typeof target === "number" ? board.across[target - 1] : 0;
  if (event === "pin" && !theirs.pinned.includes(there)) theirs.pinned.push(there);
  theirs.pinned.sort((a, b) => a - b); // as the server lists them
  if (event === "hit") {
    add(theirs, there, -1);
    theirs.bar++;
  }
  return after;
}

/** How far a seat's checkers are from the end of their way: by their own count, so in every game.
 * @param {Row} row */
export function pipsOf({ points, bar, hand }) {
  const begin = points.length + 1;
  return points.reduce((sum, count, at) => sum + count * (at + 1), begin * (bar + hand));
}

/** What is out of the game for good is counted with what is borne off.
 * @param {Row} row @param {Place} place @param {number} change */
function add(row, place, change) {
  if (typeof place === "number") row.points[place - 1] += change;
  else row[place === "lost" ? "off" : place] += change;
}
