"""GNU Backgammon's match files."""
