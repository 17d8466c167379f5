"""All screens that are recorded and checked, those of every game."""

from collections.abc import Mapping

from tests.client.screens import samples
from tests.client.screens.holyquest_samples import HOLYQUEST_SCREENS
from tests.client.screens.hounds_samples import HOUNDS_SCREENS
from tests.client.screens.learning_samples import LEARNING_SCREENS
from tests.client.screens.live_samples import LIVE_SCREENS
from tests.client.screens.past_samples import PAST_SCREENS
from tests.client.screens.rules_samples import RULES_SCREENS
from tests.client.screens.unread_samples import UNREAD_SCREENS

from haydes.client.model import Model
from haydes.client.screens.ui import Ui

SCREENS: Mapping[str, tuple[Model, Ui]] = {
    **samples.SCREENS,
    **HOUNDS_SCREENS,
    **HOLYQUEST_SCREENS,
    **RULES_SCREENS,
    **LEARNING_SCREENS,
    **PAST_SCREENS,
    **UNREAD_SCREENS,
    **LIVE_SCREENS,
}
