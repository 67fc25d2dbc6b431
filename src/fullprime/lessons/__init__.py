"""Lessons: data that says what to do on a board, and everything about it that the library knows.

>>> basics = all_lessons()[0]
>>> basics.id, list(basics.steps)[0]
('basics', 'goal')
"""

from fullprime.lessons.file import Lesson, Step, all_lessons
from fullprime.lessons.solved import Solved, solve

__all__ = ["Lesson", "Solved", "Step", "all_lessons", "solve"]
