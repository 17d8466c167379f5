"""The face of every game this client knows; any other is played through the generic one."""

from collections.abc import Mapping

from haydes.client.faces import generic, haydes, holyquest, hounds
from haydes.client.faces.face import Face
from haydes.client.model import View, game_name

FACES: Mapping[str, Face] = {"haydes": haydes, "hounds": hounds, "holyquest": holyquest}


def face(view: View) -> Face:
    return FACES.get(game_name(view), generic)
