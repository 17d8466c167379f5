"""`haydes-kit conformance`: tells authors of servers and clients what theirs does wrong."""
