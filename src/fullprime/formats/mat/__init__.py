"""Match text, in the dialects of all programs and sites."""
