"""Optional things that both sides may understand, by their names in `features`."""

DEFLATE = "deflate"
HINT = "hint"
