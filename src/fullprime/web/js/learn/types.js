/**
 * What the server says about lessons, as types. This file holds no code.
 *
 * @typedef {import("../types.js").Row} Row
 * @typedef {import("../types.js").Shape} Shape
 * @typedef {import("../types.js").Step} Move
 *
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} variant
 * @property {string[]} steps
 * @property {{board: Shape, rows: Row[], dice: number[] | null}} cover
 *
 * @typedef {object} ShownPlay
 * @property {number} seat
 * @property {number[]} dice
 * @property {Move[]} steps
 * @property {(null | "hit" | "pin")[]} events
 * @property {string} text
 * @property {Row[]} rows after it
 *
 * @typedef {"play" | "click" | "choose" | "count" | "watch" | "roll"} Kind
 *
 * @typedef {object} Step
 * @property {string} id
 * @property {Kind} kind
 * @property {{id: string, name: string}} variant
 * @property {number} turn
 * @property {number[] | null} dice
 * @property {number[]} left
 * @property {Row[]} rows
 * @property {string} position
 * @property {number[]} pips
 * @property {{on: boolean, value: number, owner: number | null, offer: number}} cube
 * @property {{away: [number, number] | null, crawford: boolean}} stakes
 * @property {import("../types.js").Walk | null} walk
 * @property {Row[][] | null} ends any of these solves it; null: any legal play
 * @property {Move[]} beginnings or any of these first steps
 * @property {ShownPlay | null} shown
 * @property {string[]} places
 * @property {string[]} options
 * @property {string[]} why options that say why they are wrong
 * @property {string | number | null} answer
 * @property {string[]} rings
 * @property {{at: string, text: string, kind: "open" | "blocked" | "answer"}[]} labels
 * @property {any[]} arrows
 * @property {boolean} way
 * @property {string[]} has which of its texts there are
 * @property {Record<string, number>} values for the gaps in its texts
 * @property {boolean[][] | null} rolls
 * @property {boolean} rolls_shown
 *
 * @typedef {{id: string, variant: string, boards: Record<string, Shape>, steps: Step[]}} Lesson
 */
export {};
