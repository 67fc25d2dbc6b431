"""BGBlitz's files."""
