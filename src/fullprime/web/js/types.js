/**
 * What the server says, as types. This file holds no code.
 *
 * @typedef {import("./board/types.js").Step} Step
 * @typedef {import("./board/types.js").Seat} Seat
 * @typedef {import("./board/types.js").Row} Row
 * @typedef {import("./board/types.js").Shape} Shape
 * @typedef {import("./board/types.js").Walk} Walk
 * @typedef {import("./board/types.js").Event} Event
 *
 * @typedef {object} Cube
 * @property {boolean} on
 * @property {number} value
 * @property {Seat | null} owner
 * @property {number} offer
 * @property {number} animals
 *
 * @typedef {object} Player
 * @property {string} name
 * @property {"person" | "bot"} kind
 * @property {string | null} level
 * @property {boolean} here
 * @property {boolean} seated
 *
 * @typedef {{type: "points", to: number} | {type: "best_of", games: number}
 *   | {type: "money", stake: string, unit?: string}} Target
 *
 * @typedef {object} Result
 * @property {Seat | null} winner
 * @property {number} points
 * @property {number} multiple
 * @property {string} by
 *
 * @typedef {object} Clock
 * @property {[number, number]} left
 * @property {number} delay
 * @property {Seat | null} running
 * @property {"delay" | "bronstein" | "fischer"} kind
 *
 * @typedef {object} Action
 * @property {string} type
 * @property {[number, number]} [dice]
 * @property {Step[]} [steps]
 * @property {number} [number]
 * @property {number} [multiple]
 * @property {"white" | "black"} [colour]
 * @property {boolean} [opening] of a roll
 *
 * @typedef {object} Fair the dice of a match that both players can check
 * @property {boolean} ready can dice be rolled now?
 * @property {Seat | null} rolling who rolls and waits for the other page
 * @property {[boolean, boolean]} deposited whose link is with the server already
 * @property {boolean} live has the match a clock, so that nothing is left in advance?
 * @property {boolean} lost has the server lost its key?
 * @property {string} head the hash over the log
 * @property {string} key of the server
 * @property {string} signature of the head
 *
 * @typedef {object} Happening
 * @property {[number, number]} [dice] of a play
 * @property {string} [play] its notation; empty where nothing was moved
 * @property {number} version
 * @property {Seat | null} seat
 * @property {Action} action
 * @property {string} text
 * @property {string} [raw] the action as the server keeps it, where the dice can be checked
 * @property {string} [digest] or its hash, while it is secret
 * @property {import("./words.js").Message & {rule: string, source: string}} [ruling] of a referee
 *
 * @typedef {object} LastPlay
 * @property {Seat} seat
 * @property {[number, number]} dice
 * @property {Step[]} steps
 * @property {Event[]} events
 * @property {string} text
 *
 * @typedef {object} Shown what a board needs; a replay and the editor have no more than this
 * @property {{id: string, name: string, net: boolean, options: Record<string, any>}} variant
 * @property {Shape} board
 * @property {Row[]} rows
 * @property {[number, number] | null} dice
 * @property {Cube} cube
 * @property {[number, number]} pips
 * @property {Seat} turn
 * @property {[number, number]} score
 * @property {string} phase
 * @property {number | null} [white] the seat with the light checkers, where that was chosen
 * @property {LastPlay | null} last
 *
 * @typedef {object} Imported
 * @property {string} format
 * @property {string} name of the file
 * @property {import("./matches/files.js").FileFault[]} faults
 *
 * @typedef {object} Note a comment and a mark; both may be empty
 * @property {string} text
 * @property {string} mark
 *
 * @typedef {object} Match
 * @property {string} id
 * @property {number} version
 * @property {[Player, Player]} players
 * @property {Seat[]} you empty: you watch
 * @property {number} watchers how many look on without a seat
 * @property {{id: string, name: string} | null} series
 * @property {Target} target
 * @property {string} balance what seat 0 has won in a session
 * @property {boolean} over
 * @property {{by: Seat | null, withheld?: boolean} | null} abandoned who has left the match; null: who played both
 *   sides
 * @property {number | null} needed
 * @property {number} game
 * @property {Record<string, any>} settings
 * @property {boolean} crawford
 * @property {Seat | null} actor
 * @property {number[]} left
 * @property {string[]} can
 * @property {number[]} resignations
 * @property {Walk | null} walk
 * @property {boolean} free
 * @property {Fair | null} fair null: the dice come from the server alone
 * @property {boolean} typed are the dice those of a real table?
 * @property {string[]} calls what can be recorded there now
 * @property {Result | null} result of this game
 * @property {(Result & {variant: {id: string, name: string}})[]} results of all games that are over
 * @property {Seat | null} winner
 * @property {import("./game/tutor.js").Tutor | null} tutor null: this match can have none
 * @property {Clock | null} clock
 * @property {number | null} claim seconds until the match can be claimed from who stays away
 * @property {Imported | null} imported the file that it comes from
 * @property {string | null} rematch
 * @property {string | null} invite
 *
 * @typedef {Shown & Match} State
 *
 * @typedef {object} Variant
 * @property {string} id
 * @property {string} name
 * @property {string[]} aliases
 * @property {string} summary
 * @property {string} family
 * @property {boolean} net
 * @property {boolean} cube
 * @property {boolean} same_way both sides go around the board in one direction
 * @property {Option[]} options
 * @property {Shape} board
 * @property {Row[]} start
 * @property {{rows: Row[], last: LastPlay}} sample after a few turns
 *
 * @typedef {object} Series
 * @property {string} id
 * @property {string} name
 * @property {string[]} aliases
 * @property {string} summary
 * @property {string} family
 * @property {number} to
 * @property {string[]} games
 * @property {boolean} net in all of them
 * @property {boolean} cube in any of them
 * @property {Option[]} options
 *
 * @typedef {object} Catalogue all that can be played
 * @property {Variant[]} variants
 * @property {Series[]} series
 * @property {Record<string, string[]>} families their games and series
 *
 * @typedef {object} Option
 * @property {string} name
 * @property {string} summary
 * @property {(string | number | boolean)[] | null} choices null: on or off
 * @property {string | number | boolean} usual
 *
 * @typedef {object} Level
 * @property {string} name
 * @property {string} summary
 * @property {Record<string, {pr: number, interval: number}>} rates what it loses, by game
 * @property {boolean} strongest
 */
export {};
