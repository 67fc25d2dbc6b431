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
 * @property {string[]} [can]  What the actor may do; of it the board knows "roll" and "double".
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
 * @property {[number, number]} pips  With the steps so far, by seat.
 *
 * @typedef {"best" | "played" | "both" | "other" | "way"} ArrowKind  Solid, dashed, both, solid, dotted.
 * @typedef {{seat: Seat, from: Place, to: Place, kind?: ArrowKind}} Arrow  By the seat's own count.
 * @typedef {{at: string, text: string, kind?: "open" | "blocked" | "answer" | "caption"}} Label
 *
 * @typedef {object} Notes  What a lesson draws on the board; keys are those of places.
 * @property {Arrow[]} [arrows]
 * @property {string[]} [rings]  Around the upper checker there, or around where one would lie.
 * @property {Label[]} [labels]  At the end of a point; a caption in the middle, "left" or "right".
 * @property {Seat | null} [way]  The way of this seat around the board.
 *
 * @typedef {object} Editor
 * @property {Seat | null} [brush]
 * @property {(rows: [Row, Row]) => void} onEdit
 * @property {() => void} [onIdle]  A click has changed nothing.
 * @property {(left: number) => string} supply  What stands at the checkers that are not placed.
 *
 * @typedef {"wide" | "upright" | "flat"} Form  With trays; narrow; a phone on its side.
 *
 * @typedef {object} Options
 * @property {Seat} perspective  Who sits at the bottom.
 * @property {boolean} homeLeft
 * @property {string} theme  One of THEMES, or "auto".
 * @property {string} checkers  Their colors: one of PAIRS.
 * @property {string} dice  Their colors: one of DICE.
 * @property {boolean} texture  Grain and cloth.
 * @property {boolean} numbers  Of the points.
 * @property {"hover" | "all"} marks  Whether all checkers that can move are marked.
 * @property {Seat | null} white  The seat with the light checkers; null: as the state says.
 * @property {boolean} animate
 * @property {boolean} oneClick  A click plays at once instead of picking up.
 * @property {boolean} autoForced  Steps without a choice are made at once.
 * @property {Form | null} form  null: what makes most of the place.
 * @property {boolean} showLast
 * @property {Translate} t
 * @property {(steps: Step[]) => void} onPlay  The play is confirmed.
 * @property {(draft: DraftInfo) => void} onChange
 * @property {() => void} onRoll  The dice or the middle were clicked before a roll.
 * @property {() => void} onDouble  The cube was clicked by somebody who may double.
 * @property {(drag: {from: Place, to: Place}) => void} onRefused  A checker was put where it cannot
 *   go; places by its owner's count.
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
 * @property {(from: string, to: string) => number[]} numbers  That lead there.
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
 * @property {Form} form
 * @property {number} height  In units; the form has the width.
 * @property {boolean} bar  Is there one?
 * @property {boolean} cube
 * @property {boolean} texture
 * @property {boolean} [supply]  Checkers borne off lie flat, to be taken from there.
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
 * @property {boolean} [supply]  A pile to take from.
 * @property {boolean} [away]  Its checkers are not seen: the page shows them beside the board.
 * @property {number} [seated]  Radius of the seat under each checker.
 * @property {Spot} [label]  Of its number, or of how many are there.
 * @property {Spot} [note]  Of what a lesson says about it.
 * @property {string} [shape]  Of the inlay, as a path.
 *
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {number} checker  Its size.
 * @property {Area[]} areas
 * @property {Box[]} dice  Where the viewer's and the enemy's dice lie.
 * @property {number} dieScale
 * @property {number} cubeScale
 * @property {(owner: Seat | null) => Spot} cube
 * @property {Spot[]} turn  Where the mark of the viewer's, of the enemy's turn is.
 * @property {number} numberSize  Of the type of numbers.
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
 * @property {boolean} away  It is not seen.
 * @property {number} size
 *
 * @typedef {"light" | "dark"} Tone
 * @typedef {object} Piece
 * @property {SVGGElement} element
 * @property {SVGElement} shadow
 * @property {Checker} as
 * @property {number} x
 * @property {number} y
 * @typedef {{number: number, times: number, used: boolean}} Die  `times` 0: just a die.
 *
 * @typedef {object} Scene  All that is shown.
 * @property {State} state
 * @property {Row[]} rows
 * @property {Look} look
 * @property {{seat: Seat, dice: Die[], past: boolean} | null} dice
 * @property {Seat} light  The seat with the light checkers.
 * @property {boolean} moving  With motion.
 * @property {((left: number) => string) | null} supply  The words at a pile to take from.
 */

export {};
