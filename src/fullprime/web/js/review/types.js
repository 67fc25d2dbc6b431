/**
 * A review as the server sends it. This file holds no code.
 *
 * @typedef {"checker" | "double" | "take"} Kind
 * @typedef {"doubtful" | "error" | "blunder"} Size
 *
 * @typedef {object} Candidate
 * @property {string} play
 * @property {number} equity
 * @property {number} error against the best
 * @property {number} plies
 * @property {number[] | null} outcome
 * @property {import("../types.js").Step[]} steps
 * @property {string} position after it
 *
 * @typedef {{name: string, equity: number, standard_errors: {equity: number | null}}} Line of a
 *   rollout
 *
 * @typedef {object} Reason a sentence about a play
 * @property {"+" | "-"} sign
 * @property {string} key of its words
 * @property {Record<string, any>} args
 * @property {string} text the same in English
 * @property {{best: [number, number][], played: [number, number][]}} [rolls] that it counts
 *
 * @typedef {object} Decision
 * @property {number} turn
 * @property {number} player
 * @property {Kind} kind
 * @property {string} played
 * @property {string} best
 * @property {number} error
 * @property {number} luck of the roll before it
 * @property {number} plies
 * @property {{trials: number, seed: number, plies: number, lines: Line[]} | null} [rollout] by which
 *   it was found
 * @property {number} action which action of the game it is
 * @property {boolean} counts for the PR
 * @property {Size | null} size
 * @property {number} equity
 * @property {number | null} chance to win the match
 * @property {number | null} mwc_error
 * @property {[number, number] | null} dice
 * @property {Candidate[]} [candidates] the best first
 * @property {number | null} [at] which of them was played
 * @property {import("../game/outcome.js").CubeAdvice | null} [cube] seen by the side on roll
 * @property {Reason[]} [reasons]
 *
 * @typedef {{turn: number, player: number, action: number, dice: [number, number],
 *   luck: number | null}} Roll
 * @typedef {{turn: number, action: number, value: number}} CurvePoint for seat 0: the chance to win
 *   the match, or the points to expect from the game
 *
 * @typedef {object} Game
 * @property {string} variant
 * @property {[number, number]} score before it
 * @property {number | null} winner
 * @property {number | null} points
 * @property {Decision[]} decisions
 * @property {Roll[]} rolls
 * @property {CurvePoint[]} curve
 *
 * @typedef {{error: number, count: number}} Tally
 * @typedef {object} Rated a player
 * @property {string} name
 * @property {number | null} pr
 * @property {number | null} interval
 * @property {number} decisions
 * @property {Tally} checker
 * @property {Tally} doubling
 * @property {Tally} taking
 * @property {number} luck
 * @property {number} luck_value
 * @property {number} result
 * @property {number} luck_adjusted
 * @property {number | null} snowie
 * @property {number | null} gnu
 * @property {number} doubtful
 * @property {number} errors
 * @property {number} blunders
 *
 * @typedef {object} Report
 * @property {[Rated, Rated]} players
 * @property {Game[]} games
 * @property {{plies: number, close?: {plies: number, within: number} | null, doubtful: number, error: number, blunder: number,
 *   depths?: Record<string, number>,
 *   evaluators: Record<string, string>}} settings
 * @property {{line: number, text: string}[]} faults
 *
 * @typedef {object} Rolling the rollout of a decision
 * @property {string} id
 * @property {string} address of the decision
 * @property {"waiting" | "running" | "failed"} state
 * @property {{trials: number, expected: number, seconds_left: number} | null} progress
 * @property {import("../words.js").Message | null} error
 *
 * @typedef {{done: number, total: number, plies: number}} Progress
 *
 * @typedef {object} Review
 * @property {"none" | "waiting" | "running" | "done" | "failed"} state
 * @property {Progress | null} progress
 * @property {Report | null} report
 * @property {{state: "waiting" | "running" | "failed", progress: Progress | null} | null} deepening
 *   what is close is looked at again
 * @property {Rolling[]} rollouts
 * @property {import("../words.js").Message | null} error
 */
export {};
