"""Screens: pure drawings of model, ui and size, and what their keys do."""
