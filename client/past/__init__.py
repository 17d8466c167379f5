"""Matches that are over: kept, looked at again, added up."""
