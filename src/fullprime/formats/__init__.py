"""Matches and positions as text and bytes, one file per format."""
