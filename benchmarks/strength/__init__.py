"""How well Fullprime plays, measured against real peers. The programs: docs/strength.md."""
