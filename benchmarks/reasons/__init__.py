"""Reasons in words, checked: are they true, and do they explain?"""
