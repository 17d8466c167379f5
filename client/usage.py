"""An argument parser that ends with the same code as every other wrong usage."""

import argparse
import sys
from typing import NoReturn

from haydes.client.exits import MISUSED


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(MISUSED, f"{self.prog}: {message}\n")
