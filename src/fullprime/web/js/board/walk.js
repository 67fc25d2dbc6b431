/**
 * A play while it is being made. It walks the graph of legal plays that the server has sent; nothing
 * here knows the rules. Drafts are values: every step makes a new one.
 */

/** @typedef {import("./types.js").BoardShape} BoardShape */
/** @typedef {import("./types.js").Edge} Edge */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Walk} Walk */
/**
 * @typedef {object} Draft
 * @property {BoardShape} board
 * @property {Walk} walk
 * @property {Seat} seat
 * @property {[Row, Row]} start
 * @property {[Row, Row]} rows  With the steps so far.
 * @property {Edge[]} path
 */

/**
 * @param {BoardShape} board
 * @param {[Row, Row]} rows
 * @param {Seat} seat
 * @param {Walk} walk
 * @returns {Draft}
 */
export function begin(board, rows, seat, walk) {
  return { board, walk, seat, start: rows, rows, path: [] };
}

/** @param {Draft} draft */
export function nodeOf(draft) {
  return draft.walk.nodes[draft.path.at(-1)?.[4] ?? 0];
}

/**
 * @param {Draft} draft
 * @param {Edge[]} edges
 * @returns {Draft}
 */
export function advance(draft, edges) {
  const rows = edges.reduce((now, edge) => moved(draft.board, now, draft.seat, edge), draft.rows);
  return { ...draft, rows, path: [...draft.path, ...edges] };
}

/**
 * Takes the last step back.
 * @param {Draft} draft
 * @returns {Draft}
 */
export function undo(draft) {
  return advance({ ...draft, rows: draft.start, path: [] }, draft.path.slice(0, -1));
}

/** @param {Draft} draft @returns {Step[]} */
export function stepsOf(draft) {
  return draft.path.map(([source, target]) => [source, target]);
}

/**
 * The numbers that are not played yet.
 * @param {Draft} draft
 * @param {number[]} numbers
 */
export function leftOf(draft, numbers) {
  const left = [...numbers];
  for (const [, , die] of draft.path) {
    const at = left.indexOf(die);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** @param {Draft} draft @returns {Place[]} */
export function sources(draft) {
  return [...new Set(nodeOf(draft).next.map(([source]) => source))];
}

/**
 * Where the checker in `source` can go, by one number or by several, and the steps that lead there.
 * Of several ways the shortest is taken, then the one that hits least on its way: who wants a hit
 * that is not at the end makes the steps one by one. Then the smaller number, which wastes less.
 * @param {Draft} draft
 * @param {Place} source
 * @returns {Map<Place, Edge[]>}
 */
export function targets(draft, source) {
  /** @type {Map<Place, Edge[]>} */
  const found = new Map();
  /** @type {{from: Place, node: number, edges: Edge[]}[]} */
  let ways = [{ from: source, node: draft.path.at(-1)?.[4] ?? 0, edges: [] }];
  const seen = new Set();
  while (ways.length) {
    const longer = [];
    for (const { from, node, edges } of ways) {
      for (const edge of draft.walk.nodes[node].next) {
        if (edge[0] !== from) continue;
        const way = [...edges, edge];
        const known = found.get(edge[1]);
        if (!known || better(way, known)) found.set(edge[1], way);
        const state = `${edge[1]} ${edge[4]} ${events(way)}`;
        if (!seen.has(state)) longer.push({ from: edge[1], node: edge[4], edges: way });
        seen.add(state);
      }
    }
    ways = longer;
  }
  found.delete(source);
  return found;
}

/** @param {Edge[]} way @param {Edge[]} known */
function better(way, known) {
  return (
    way.length - known.length || events(way) - events(known) || way[0][2] - known[0][2]
  ) < 0;
}

/** How often it hits or pins. @param {Edge[]} way */
function events(way) {
  return way.filter((edge) => edge[3]).length;
}

/**
 * The step of one click: the first number that this checker can play.
 * @param {Draft} draft
 * @param {Place} source
 * @param {number[]} order  The numbers, the preferred one first.
 * @returns {Edge | null}
 */
export function oneStep(draft, source, order) {
  const edges = nodeOf(draft).next.filter((edge) => edge[0] === source);
  /** @param {Edge} edge */
  const rank = (edge) => (order.includes(edge[2]) ? order.indexOf(edge[2]) : order.length);
  return edges.sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

/**
 * The steps that nobody can avoid from here: a single way on, or several to one and the same end.
 * @param {Draft} draft
 * @returns {Edge[]}
 */
export function forced(draft) {
  const { nodes } = draft.walk;
  /** @type {Edge[]} */
  const edges = [];
  const from = draft.path.at(-1)?.[4] ?? 0;
  const ends = reachable(draft.walk, from).filter((node) => nodes[node].done);
  const single = ends.length === 1;
  for (let node = from; !nodes[node].done || (single && node !== ends[0]); ) {
    const { next } = nodes[node];
    if (!next.length || (next.length > 1 && !single)) break;
    edges.push(next[0]);
    node = next[0][4];
  }
  return edges;
}

/** @param {Walk} walk @param {number} from */
function reachable(walk, from) {
  const seen = new Set([from]);
  for (const node of seen) for (const edge of walk.nodes[node].next) seen.add(edge[4]);
  return [...seen];
}

/**
 * One checker moves; that is drawing, and the server has said what happens.
 * @param {BoardShape} board
 * @param {[Row, Row]} rows
 * @param {Seat} seat
 * @param {Edge | [Place, Place, number, import("./types.js").Event]} edge
 * @returns {[Row, Row]}
 */
export function moved(board, rows, seat, [source, target, , event]) {
  const mine = copy(rows[seat]);
  const theirs = copy(rows[1 - seat]);
  add(mine, source, -1);
  add(mine, target, 1);
  if (typeof source === "number" && !mine.points[source - 1]) {
    const there = board.across[source - 1];
    theirs.pinned = theirs.pinned.filter((point) => point !== there);
  }
  if (event && typeof target === "number") {
    const there = board.across[target - 1];
    if (event === "pin") theirs.pinned = [...new Set([...theirs.pinned, there])];
    else {
      add(theirs, there, -1);
      add(theirs, "bar", 1);
    }
  }
  return seat === 0 ? [mine, theirs] : [theirs, mine];
}

/** @param {Row} row @returns {Row} */
export function copy(row) {
  return { ...row, points: [...row.points], pinned: [...row.pinned] };
}

/**
 * What is out of the game for good is counted with what is borne off.
 * @param {Row} row
 * @param {Place} place
 * @param {number} change
 */
export function add(row, place, change) {
  if (typeof place === "number") row.points[place - 1] += change;
  else row[place === "lost" ? "off" : place] += change;
}
