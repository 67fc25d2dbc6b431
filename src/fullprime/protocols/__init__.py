"""How other programs talk to Fullprime, one file per protocol."""
