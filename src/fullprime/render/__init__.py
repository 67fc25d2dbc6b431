"""Boards as pictures: text for terminals, SVG for pages and notebooks."""
