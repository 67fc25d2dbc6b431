/**
 * The shapes that the board's modules share. Nothing runs here, and no page loads it.
 *
 * What the server sends:
 *
 * @typedef {number | "bar" | "hand" | "off" | "lost"} Place  By a seat's own count.
 * @typedef {number} Seat  0 or 1.
 * @typedef {null | "hit" | "pin"} Event
 * @typedef {[Place, Place, number, Event, number]} Edge  Source, target, number, event, next node.
 * @typedef {[Place, Place]} Step
 * @typedef {{nodes: {done: boolean, next: Edge[]}[]}} Walk  The legal plays; node 0 is the start.
 *
 * @typedef {object} Row  The checkers of a seat, by its own count.
 * @property {number[]} points
 * @property {number} bar
 * @property {number} hand
 * @property {number} off
 * @property {number[]} pinned  Points on which it lies under an enemy.
 *
 * @typedef {{upper: boolean, home?: boolean}} Quarter
 * @typedef {Quarter & {seat: Seat}} Corner
 * @typedef {object} Sides  Where things lie for one viewer.
 * @property {Corner[]} bar
 * @property {Corner[]} off
 * @property {Corner[]} hand
 * @property {(Quarter & {owner: Seat})[]} cube
 *
 * @typedef {object} Shape  What is constant for a variant.
 * @property {"points" | "ring"} kind
 * @property {number} points
 * @property {number} checkers
 * @property {number[]} across  across[p - 1]: how the other seat counts the place that I call p.
 * @property {Sides[]} views  By seat.
 *
 * @typedef {{seat: Seat, steps: Step[]}} Played
 * @typedef {Played & {dice: number[] | null, events?: Event[], text?: string}} LastPlay
 * @typedef {{on: boolean, value: number, owner: Seat | null, offer?: number}} Cube
 *
 * @typedef {object} State  What the board needs of a match's state; the rest belongs to the page.
 * @property {Shape} board
 * @property {Row[]} rows  By seat.
 * @property {number} [version]
 * @property {{name: string}[]} [players]
 * @property {Seat[]} [you]
 * @property {string} [phase]
 * @property {Seat} [turn]
 * @property {Seat | null} [actor]
 * @property {Seat | null} [white]  The seat with the light checkers, if not seat 0.
 * @property {number[] | null} [dice]
 * @property {number[]} [left]
 * @property {number[]} [pips]
 * @property {Cube} [cube]
 * @property {boolean} [crawford]  Then no cube lies on the table.
 * @property {Walk | null} [walk]
 * @property {boolean} [free]
 * @property {LastPlay | null} [last]
 *
 * What pages meet:
 *
 * @typedef {(key: string, values?: Record<string, string | number>) => string} Translate
 *
 * @typedef {object} DraftInfo
 * @property {Step[]} steps
 * @property {boolean} done  May the play end here?
 * @property {boolean} complete  Must it, since no step is left?
 * @property {number[]} left
 *
 * @typedef {object} Editor
 * @property {Seat | null} [brush]
 * @property {(rows: [Row, Row]) => void} onEdit
 * @property {() => void} [onIdle]  A click has changed nothing.
 *
 * @typedef {object} Options
 * @property {Seat} perspective  Who sits at the bottom.
 * @property {boolean} homeLeft
 * @property {string} theme  "wood" or "slate".
 * @property {Seat | null} white  The seat with the light checkers; null: as the state says.
 * @property {boolean} animate
 * @property {boolean} oneClick  A click plays at once instead of picking up.
 * @property {boolean} autoForced  Steps without a choice are made at once.
 * @property {boolean | null} compact  Trays above and below; null: on narrow upright screens.
 * @property {boolean} showLast
 * @property {Translate} t
 * @property {(steps: Step[]) => void} onPlay  The play is confirmed.
 * @property {(draft: DraftInfo) => void} onChange
 *
 * What is inside:
 *
 * @typedef {object} Draft  A play while it is being made.
 * @property {Shape} board
 * @property {Walk} walk
 * @property {Seat} seat
 * @property {Row[]} start
 * @property {Row[]} rows  With the steps so far.
 * @property {Edge[]} path
 * @property {Edge[][]} gestures  The same by what was done at once.
 *
 * @typedef {object} Hand  What may be done with the checkers; places are known by their keys.
 * @property {() => string[]} sources  From where a checker can be taken.
 * @property {(from: string) => string[]} targets
 * @property {(key: string) => Seat} seat  Whose checker would be taken.
 * @property {(from: string, to: string) => boolean} move
 * @property {(key: string, other: boolean) => boolean} click  A click that does all at once.
 *
 * @typedef {{x: number, y: number}} Spot
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 *
 * @typedef {object} Look  How a board is seen.
 * @property {Seat} seat  By whom.
 * @property {boolean} homeLeft
 * @property {boolean} compact
 * @property {boolean} bar  Is there one?
 * @property {boolean} cube
 *
 * @typedef {object} Area  A place on the picture; x and y are the middle of its first checker.
 * @property {string} key
 * @property {Box} box  What belongs to it for a finger.
 * @property {number} x
 * @property {number} y
 * @property {number} dx  The direction in which further checkers follow.
 * @property {number} dy
 * @property {number} room  How far the last may be from the first.
 * @property {number} [edge]  Checkers stand on edge, this wide.
 * @property {Spot} [label]  Of its number, or of how many are there.
 *
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {Area[]} areas
 * @property {Box[]} dice  Where the viewer's and the enemy's dice lie.
 * @property {(owner: Seat | null) => Spot} cube
 * @property {Spot[]} turn  Where the mark of the viewer's, of the enemy's turn is.
 * @property {() => SVGElement[]} draw  The empty board.
 *
 * @typedef {object} Checker  One on the picture.
 * @property {Seat} seat
 * @property {string} key
 * @property {number} x
 * @property {number} y
 * @property {number} [w]  On edge: its sizes.
 * @property {number} [h]
 * @property {number} count  Shown on it if more than 0.
 * @property {boolean} held  It lies under an enemy.
 *
 * @typedef {{element: SVGGElement, as: Checker, x: number, y: number}} Piece
 * @typedef {{number: number, times: number, used: boolean}} Die  `times` 0: just a die.
 *
 * @typedef {object} Scene  All that is shown.
 * @property {State} state
 * @property {Row[]} rows
 * @property {Look} look
 * @property {{seat: Seat, dice: Die[], past: boolean} | null} dice
 * @property {Seat} light  The seat with the light checkers.
 * @property {boolean} moving  With motion.
 */

export {};
