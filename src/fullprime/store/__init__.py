"""What is kept: people, matches, who sits where, and every action. The log is the truth.

Only the rows as values are loaded with it: `store.store` takes a second, and a server that answers
at once loads it afterwards.
"""

from fullprime.store.damaged import DamagedMatch
from fullprime.store.records import (
    Event,
    GatheredMatch,
    Heading,
    Import,
    Job,
    Kept,
    KeptAnswer,
    KeptCard,
    Listed,
    Note,
    Person,
    Review,
    Seat,
    Seats,
)

__all__ = [
    "DamagedMatch",
    "Event",
    "GatheredMatch",
    "Heading",
    "Import",
    "Job",
    "Kept",
    "KeptAnswer",
    "KeptCard",
    "Listed",
    "Note",
    "Person",
    "Review",
    "Seat",
    "Seats",
]
