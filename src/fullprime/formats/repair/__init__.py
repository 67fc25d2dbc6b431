"""Proposals for transcripts that cannot be right."""
