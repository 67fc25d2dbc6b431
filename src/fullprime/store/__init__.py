"""What is kept: people, matches, who sits where, and every action. The log is the truth."""

from fullprime.store.records import Event, Kept, Listed, Person, Seat, Seats
from fullprime.store.store import Store

__all__ = ["Event", "Kept", "Listed", "Person", "Seat", "Seats", "Store"]
