"""The exit codes of `haydes-client` and `haydes-kit`."""

DONE = 0
FAILED = 1  # a bug; the log says where
MISUSED = 64  # as of haydes-server
BAD_FILE = 65  # what was to be replayed shows no match
UNREACHABLE = 3
REFUSED = 4
LOST = 5  # and not found again
UNFAIR = 6  # haydes-kit verify: something does not fit
UNCHECKED = 7  # haydes-kit verify: the record does not hold enough to tell
UNTRUSTED = 8  # the server's key is not the expected one, or it has none
UNFIT = 9  # haydes-kit conformance: a case failed
# 128 and the number of a signal: it ended the program

TEXT = """\
exit codes: 0 done, 1 internal error (the log says where), 3 cannot connect, 4 refused by the
server, 5 link lost for good, 8 not the server it should be, or no TLS, 64 wrong usage, 65 no
match in the file for --replay, 129 hung up, 130 interrupted, 143 terminated.
"""
