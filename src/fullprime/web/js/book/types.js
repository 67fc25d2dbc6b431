/**
 * What the server says about the opening book, as types. This file holds no code.
 *
 * @typedef {import("../types.js").Step} Step
 *
 * @typedef {object} Candidate a play, seen by who makes it
 * @property {string} play
 * @property {Step[]} steps
 * @property {string} position
 * @property {number} equity
 * @property {number} error what it loses against the best
 * @property {number} trials 0: evaluated
 * @property {number | null} standard_error
 * @property {number | null} joint_error of what it loses
 * @property {number[] | null} [outcome]
 * @property {number | null} [cubeless]
 *
 * @typedef {object} Rolled what a roll and a decision have in common
 * @property {string} roll
 * @property {[number, number]} dice
 * @property {number} weight
 * @property {number | null} plies null: rolled out
 * @property {number} plays how many are legal
 *
 * @typedef {Rolled & {best: Candidate, second: Candidate | null}} BookRoll
 * @typedef {Rolled & {position: string, seed: number | null, candidates: Candidate[]}} Decision
 *
 * @typedef {object} Made how it was rolled out
 * @property {string} net
 * @property {string} date
 * @property {number} truncate
 * @property {number} truncation_plies
 *
 * @typedef {object} Opened the book where it is opened
 * @property {string} variant
 * @property {string} name
 * @property {number} most that a game counts
 * @property {string | null} first
 * @property {string | null} play
 * @property {string | null} reply
 * @property {Made | null} rolled_out
 * @property {Decision | null} decision
 * @property {BookRoll[]} rolls
 * @property {import("../types.js").Shape} board
 * @property {import("../types.js").Row[]} rows
 * @property {import("../types.js").Row[] | null} rows_before_reply
 *
 * @typedef {object} Place where the book is opened, as an address says it
 * @property {string} game
 * @property {string} [first]
 * @property {string} [play]
 * @property {string} [reply]
 */
export {};
