"""Boards, counters, dice, score sheets and rules on paper, true to size, by typst."""
