/**
 * The shapes that the board's modules share. Nothing runs here.
 *
 * @typedef {number | "bar" | "hand" | "off" | "lost"} Place  By a seat's own count.
 * @typedef {0 | 1} Seat
 * @typedef {null | "hit" | "pin"} Event
 * @typedef {[Place, Place, number, Event, number]} Edge  Source, target, number, event, next node.
 * @typedef {[Place, Place]} Step  As the server reads it.
 * @typedef {{done: boolean, next: Edge[]}} Node
 * @typedef {{nodes: Node[]}} Walk  The legal plays; node 0 is the start.
 *
 * @typedef {object} Row  The checkers of a seat, by its own count.
 * @property {number[]} points
 * @property {number} bar
 * @property {number} hand
 * @property {number} off
 * @property {number[]} pinned  Points on which it lies under an enemy.
 *
 * @typedef {{seat: Seat, upper: boolean, home?: boolean}} Corner
 * @typedef {{owner: Seat, upper: boolean, home: boolean}} CubeCorner
 * @typedef {{bar: Corner[], off: Corner[], hand: Corner[], cube: CubeCorner[]}} View
 *
 * @typedef {object} BoardShape  What is constant for a variant.
 * @property {"points" | "ring"} kind
 * @property {number} points
 * @property {number} checkers
 * @property {number[]} across  across[p - 1]: how the other seat counts the place that I call p.
 * @property {[View, View]} views
 *
 * @typedef {object} LastPlay
 * @property {Seat} seat
 * @property {number[] | null} dice
 * @property {Step[]} steps
 * @property {Event[]} [events]
 * @property {string} [text]
 *
 * @typedef {object} Cube
 * @property {boolean} on
 * @property {number} value
 * @property {Seat | null} owner
 * @property {number} [offer]  What it would show after a take; 0: nothing is offered.
 *
 * @typedef {object} State  What the board needs of a match's state; the rest belongs to the page.
 * @property {BoardShape} board
 * @property {[Row, Row]} rows
 * @property {number} [version]
 * @property {{name: string}[]} [players]
 * @property {number[]} [you]
 * @property {string} [phase]
 * @property {Seat} [turn]
 * @property {Seat | null} [actor]
 * @property {Seat | null} [white]  The seat with the light checkers, if not seat 0.
 * @property {number[] | null} [dice]
 * @property {number[]} [left]
 * @property {[number, number]} [pips]
 * @property {Cube} [cube]
 * @property {Walk | null} [walk]
 * @property {boolean} [free]
 * @property {LastPlay | null} [last]
 *
 * @typedef {(key: string, values?: Record<string, string | number>) => string} Translate
 */

export {};
