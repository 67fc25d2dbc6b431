"""The application in a real browser."""
