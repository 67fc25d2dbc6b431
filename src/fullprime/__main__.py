"""`python -m fullprime` is the command `fullprime`."""

from fullprime.cli import main

main()
