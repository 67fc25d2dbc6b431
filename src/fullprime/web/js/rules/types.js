/**
 * What the server says about the rules of a game. This file holds no code.
 *
 * @typedef {import("../board/types.js").Shape} Shape
 * @typedef {import("../board/types.js").Row} Row
 * @typedef {import("../board/types.js").Walk} Walk
 * @typedef {import("../board/types.js").Step} Step
 *
 * @typedef {{code: string, text: string, values: Record<string, any>}} Sentence
 * @typedef {{field: string, title: Sentence, says: Sentence, differs: boolean}} Line
 * @typedef {{id: string, text: string}} Rule
 * @typedef {{id: string, title: string, lines: Line[], rules: Rule[]}} Chapter
 * @typedef {{value: string | number | boolean, says: Sentence, usual: boolean}} Value
 *
 * @typedef {object} HouseRule
 * @property {string} name
 * @property {string} summary
 * @property {Value[]} choices
 * @property {string | number | boolean} usual
 *
 * @typedef {object} Figure
 * @property {string} id
 * @property {string} title
 * @property {string} text
 * @property {"" | "basics"} group
 * @property {string} field
 * @property {string | null} rule against the wrong play
 * @property {number} seat who moves
 * @property {Step[]} play
 * @property {Step[]} wrong
 * @property {number[]} rings
 * @property {boolean} way
 * @property {number} cube
 * @property {string[]} view
 * @property {number[][]} rolls
 * @property {Row[]} [rows]
 * @property {Row[]} [after]
 * @property {number[] | null} [dice]
 * @property {number[]} [left]
 * @property {Walk | null} [walk]
 *
 * @typedef {{rows: Row[], last: {seat: number, dice: number[], steps: Step[], text: string}}} Opening
 *
 * @typedef {object} GameBook
 * @property {"variant"} kind
 * @property {string} id
 * @property {string} name
 * @property {string[]} aliases
 * @property {string} summary
 * @property {string} description
 * @property {string} family
 * @property {boolean} same_way
 * @property {number} score
 * @property {Chapter[]} sections
 * @property {Line[]} differences
 * @property {HouseRule[]} options
 * @property {HouseRule[]} modifiers
 * @property {string[]} sources
 * @property {Shape} board
 * @property {Row[]} start
 * @property {Figure[]} figures
 * @property {Opening[]} opening
 *
 * @typedef {object} SeriesBook
 * @property {"series"} kind
 * @property {string} id
 * @property {string} name
 * @property {string[]} aliases
 * @property {string} summary
 * @property {string} description
 * @property {string} family
 * @property {number} to
 * @property {{id: string, name: string, summary: string, chosen: Record<string, any>}[]} games
 * @property {Rule[]} rules
 * @property {HouseRule[]} options
 */

export {};
