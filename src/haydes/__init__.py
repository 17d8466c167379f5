"""Three small tabletop games over TCP: rules, protocol, server and client."""

__version__ = "0.1.0"
