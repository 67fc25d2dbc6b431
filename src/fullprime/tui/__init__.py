"""The game in a terminal, line by line."""
