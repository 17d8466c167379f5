"""The wire, without I/O: frames, messages, trees and patches, the state of a connection.

It knows no game and no socket. SPEC.md in this folder describes it for other languages.
"""
