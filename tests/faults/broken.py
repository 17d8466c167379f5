"""A promise of the server that turned out to be broken."""


class BrokenError(Exception):
    """One of the invariants does not hold.

    I1 what was acknowledged or observed is in the journal. I2 what is in the journal was asked
    for. I3 every act is applied once. I4 a recovered table is its records played again. I5 what
    a client saw is a part of what its seat may see of the journal, in order. I6 no table
    suffers from another. I7 nothing fails but what was killed. I8 nothing hidden is seen.
    LIVE every match comes to its end. FENCE of two connections with one token the newer counts.
    """

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{rule}: {sentence}")
        self.rule = rule
