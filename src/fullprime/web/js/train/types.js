/**
 * What the server says about training, as types. This file holds no code.
 *
 * @typedef {"again" | "hard" | "good" | "easy"} Grade
 * @typedef {"checker" | "double" | "take" | "count"} Kind
 *
 * @typedef {object} Deck
 * @property {string} id
 * @property {number} cards
 * @property {number} new
 * @property {number} due
 * @property {number} learned
 * @property {number | null} next_due seconds since 1970
 * @property {{board: import("../types.js").Shape, rows: import("../types.js").Row[], dice: number[] | null} | null} [cover]
 *   the board of the card that comes next
 *
 * @typedef {object} CardState what the board needs, and what is played for
 * @property {import("../types.js").Shape} board
 * @property {import("../types.js").Row[]} rows
 * @property {{id: string, name: string, options: Record<string, any>}} variant
 * @property {string} phase
 * @property {number} turn
 * @property {number | null} actor
 * @property {number | null} white
 * @property {[number, number] | null} dice
 * @property {number[]} left
 * @property {[number, number]} pips
 * @property {import("../types.js").Cube} cube
 * @property {boolean} crawford
 * @property {import("../types.js").Walk | null} walk
 * @property {import("../types.js").Target} target
 * @property {[number, number]} score
 * @property {number | null} needed
 * @property {number[]} you
 * @property {Record<string, any>} settings
 *
 * @typedef {object} Card the front of one
 * @property {string} id
 * @property {number} times answered so often
 * @property {string} deck
 * @property {Kind} kind
 * @property {string} theme
 * @property {string[]} choices
 * @property {"mine" | "theirs" | "lead" | null} wanted
 * @property {boolean} behind in the race
 * @property {boolean} exact
 * @property {CardState} state
 *
 * @typedef {{halves: number, checkers: number, rest: number}} Halves a count by half crossovers
 * @typedef {{number: number, off: number, pips: [number, number], halves: [Halves, Halves]}} Count
 *
 * @typedef {object} Judged the answer of the server
 * @property {number} answer its number
 * @property {Grade} grade
 * @property {boolean} right
 * @property {number | null} loss
 * @property {import("../review/types.js").Decision | null} decision
 * @property {boolean} rolled_out by the opening book
 * @property {[string, string, string] | null} book of an opening: first roll, its play, reply
 * @property {Count | null} count
 * @property {{played: string, best: string, error: number} | null} was
 * @property {Record<Grade, number>} waits seconds until the card comes again, by grade
 * @property {{match: string | null, place: string}} source
 * @property {{doubtful: number, error: number, blunder: number}} limits
 *
 * @typedef {{steps: import("../types.js").Step[]} | {choice: string} | {number: number}} Answer
 *
 * @typedef {{day: string, answers: number, right: number, loss: number | null, seconds: number}} Day
 * @typedef {object} Leak a theme of one's matches
 * @property {string} theme
 * @property {number} pr
 * @property {number | null} interval
 * @property {number} decisions
 * @property {number} error
 * @property {number | null} others the PR of all other decisions
 * @property {boolean} leak
 *
 * @typedef {object} Progress
 * @property {number} answers
 * @property {number} right
 * @property {number | null} retention
 * @property {Day[]} days the oldest first
 * @property {Leak[]} leaks
 */
export {};
