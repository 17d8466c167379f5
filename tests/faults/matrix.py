"""Every fault that the server is built for, and the tests that show what becomes of it.

A place is `folder/file::test`, from `tests` on. What has no test of its own says why.
"""

from collections.abc import Mapping
from dataclasses import dataclass

_SIMULATION = "faults/test_simulation.py::test_whole_games_keep_every_promise_under_faults"
_CRASH = "faults/test_crash.py::test_nothing_is_lost_and_nothing_done_twice"
_CUT = "faults/test_powercut.py::test_what_was_told_is_left"
_RESTART = "server/test_restart.py::test_a_killed_server_goes_on_where_it_was"
_FAILURE = (
    "server/test_failures.py::"
    "test_a_failure_of_the_rules_ends_the_table_where_it_happens_and_nothing_else"
)
_DAMAGE = "server/test_store.py::test_a_damaged_table_is_noticed_and_the_others_are_whole"


@dataclass(frozen=True, slots=True)
class Row:
    """A fault; `why` tells where it differs here, or why it cannot be."""

    fault: str
    tests: tuple[str, ...] = ()
    why: str = ""


MATRIX: Mapping[str, Row] = {
    "F1": Row("killed before a record is written", (_CRASH, _SIMULATION)),
    "F2": Row(
        "killed while a record is half written",
        (_CUT, "server/test_damage.py::test_a_log_cut_anywhere_gives_what_was_written_before"),
        "a kill tears nothing: what SQLite has handed to the system stays whole",
    ),
    "F3": Row("killed around a commit", (_CRASH, _SIMULATION, _RESTART)),
    "F4": Row(
        "killed between commit and answers",
        (
            _CRASH,
            _SIMULATION,
            "server/test_return.py::test_an_act_that_was_answered_is_known_when_it_comes_again",
        ),
    ),
    "F5": Row(
        "killed while the log is folded into the database",
        (_CUT, "server/test_store.py::test_tidying_loses_nothing"),
        "there are no snapshots; this is what SQLite has instead",
    ),
    "F6": Row(
        "killed again and again while it starts",
        (
            "faults/test_disk_waits.py::test_f6_a_start_that_is_killed_again_and_again_loses_nothing",
        ),
    ),
    "F7": Row("power cut", (_CUT,)),
    "F8": Row(
        "disk full",
        (
            "server/test_restart.py::test_a_disk_that_is_full_ends_the_server_and_loses_nothing",
            "server/test_store.py::test_a_full_disk_is_a_storage_error",
            "server/test_ending.py::test_with_a_disk_that_is_nearly_full_no_table_is_opened_and_all_play_on",
        ),
        "no tables are opened below a floor; a commit that fails ends the process",
    ),
    "F9": Row(
        "short write",
        (_CUT, "server/test_store.py::test_a_full_disk_is_a_storage_error"),
        "SQLite writes on, or reports a full disk",
    ),
    "F10": Row(
        "a sync fails once",
        ("server/test_committer.py::test_after_a_failure_of_any_kind_nothing_follows", _SIMULATION),
        "nothing is tried twice: the process ends with code 75",
    ),
    "F11": Row(
        "a sync takes ten seconds",
        (
            "faults/test_disk_waits.py::test_f11_signs_of_life_do_not_wait_for_the_disk",
            "faults/test_disk_waits.py::test_f11_a_server_that_stops_does_not_wait_for_a_hanging_disk_for_ever",
        ),
        "whatever is said of a table waits, its chat too; signs of life do not",
    ),
    "F12": Row(
        "journal cut off anywhere",
        (
            "server/test_damage.py::test_a_log_cut_anywhere_gives_what_was_written_before",
            "server/test_damage.py::test_a_database_cut_anywhere_is_noticed",
        ),
    ),
    "F13": Row(
        "a bit of the journal flipped",
        ("server/test_damage.py::test_a_flipped_bit_is_noticed_or_does_nothing", _DAMAGE),
    ),
    "F14": Row(
        "zeros behind the journal",
        ("server/test_damage.py::test_zeros_at_the_end_are_no_records", _DAMAGE),
    ),
    "F15": Row(
        "records of an older journal",
        (
            "server/test_damage.py::test_blocks_of_an_older_log_are_no_records",
            "server/test_store.py::test_a_table_does_not_fit_into_another_store",
        ),
    ),
    "F16": Row("records doubled, swapped, left out", (_DAMAGE,)),
    "F17": Row(
        "no journal, or another program's",
        ("server/test_store.py::test_what_is_no_journal_is_named_and_left_alone",),
    ),
    "F18": Row(
        "two servers on one folder",
        (
            "faults/test_real_process.py::test_f18_a_second_server_on_a_folder_is_refused",
            "server/test_store.py::test_one_folder_serves_one_server",
        ),
    ),
    "F19": Row(
        "the wall clock jumps",
        ("faults/test_resume_races.py::test_f19_a_wall_clock_that_jumps_ends_nothing",),
        "but days that pass between two starts count for parked tables: nothing else tells them",
    ),
    "F20": Row(
        "the process is stopped and continued",
        (
            "faults/test_real_process.py::test_f20_a_stopped_server_takes_no_time_from_anybody",
            "server/test_watch.py::test_f20_a_server_that_was_stopped_holds_nothing_against_anybody",
        ),
    ),
    "F21": Row(
        "slow readers, and those who never read",
        (
            "server/test_slow_readers.py::test_a_seat_that_never_reads_is_cut_and_nobody_is_slowed",
            "server/test_slow_readers.py::test_the_kernel_does_not_hide_who_does_not_read",
            _SIMULATION,
        ),
    ),
    "F22": Row(
        "the peer has vanished without a word",
        (
            "faults/test_real_process.py::test_f22_a_seat_is_resumed_at_once_though_its_old_peer_only_stands_still",
            "server/test_presence.py::test_silence_is_met_with_pings_then_shown_then_ended",
            _SIMULATION,
        ),
    ),
    "F23": Row(
        "one byte at a time",
        ("server/test_service.py::test_one_byte_at_a_time_is_as_good_as_all_at_once",),
    ),
    "F24": Row(
        "ten thousand frames in one piece",
        (
            "protocol/test_connection.py::test_ten_thousand_frames_in_one_piece_are_all_there",
            "server/test_attacks.py::test_ten_thousand_messages_are_some_tens_and_cost_the_others_nothing",
        ),
    ),
    "F25": Row(
        "reset in the middle of a frame",
        (
            "server/test_attacks.py::test_whoever_is_cut_off_anywhere_leaves_nothing_behind",
            "server/test_bad_input.py::test_a_message_cut_off_anywhere_waits_and_then_is_forgotten",
            _SIMULATION,
        ),
    ),
    "F26": Row(
        "an older connection's bytes come after the newer one's",
        (
            "faults/test_real_process.py::test_f26_what_an_old_connection_still_had_to_say_comes_too_late",
            "server/test_presence.py::test_the_loser_of_a_resume_can_do_nothing_more",
            _SIMULATION,
        ),
    ),
    "F27": Row(
        "an act comes up to a hundred times",
        ("faults/test_resume_races.py::test_f27_an_act_that_comes_a_hundred_times_is_done_once",),
    ),
    "F28": Row(
        "two connections with one token",
        (
            "faults/test_resume_races.py::test_f28_of_two_with_one_token_one_is_in_the_seat_in_every_order",
        ),
    ),
    "F29": Row(
        "the answer to a resume is lost",
        ("faults/test_resume_races.py::test_f29_a_token_whose_answer_was_lost_is_still_good",),
        "tokens do not rotate",
    ),
    "F30": Row(
        "the server starts anew in mid-game",
        (
            _RESTART,
            "server/test_restore.py::test_whatever_people_do_a_table_is_as_it_was",
            "server/test_return.py::test_the_clock_of_a_match_stands_while_the_server_is_down",
            "e2e/test_restart.py::test_clients_come_back_by_themselves_and_play_on",
        ),
    ),
    "F31": Row(
        "a flood of connections",
        ("faults/test_hostile.py::test_attackers_cost_nobody_a_seat_or_the_way_in",),
    ),
    "F32": Row(
        "frames of a wrong length",
        (
            "server/test_bad_input.py::test_a_frame_of_a_wrong_length",
            "server/test_attacks.py::test_a_frame_that_is_announced_costs_nothing_before_it_comes",
        ),
    ),
    "F33": Row(
        "deep nesting",
        (
            "server/test_bad_input.py::test_deep_and_wide_frames_are_refused_at_once",
            "protocol/test_codec.py::test_what_is_nested_too_deep_keeps_the_law",
        ),
    ),
    "F34": Row(
        "frames that take much memory",
        (
            "protocol/test_codec.py::test_no_frame_of_a_client_takes_much_memory",
            "protocol/test_codec.py::test_a_size_that_lies_is_refused_and_takes_no_memory",
        ),
    ),
    "F35": Row(
        "keys that collide",
        ("protocol/test_codec.py::test_integer_keys_that_collide_are_refused_at_the_first",),
    ),
    "F36": Row(
        "a flood of chat",
        (
            "server/test_rates.py::test_one_who_floods_the_chat_does_not_cost_others_their_seat",
            "server/test_rates.py::test_who_does_not_slow_down_is_sent_away",
        ),
    ),
    "F37": Row(
        "terminal sequences in text",
        (
            "protocol/test_text.py::test_a_terminal_sequence_is_refused",
            "client/test_terminal.py::test_hostile_text_changes_nothing_but_cells",
        ),
    ),
    "F38": Row(
        "invisible and unassigned characters",
        ("protocol/test_text.py::test_every_forbidden_character_is_refused",),
    ),
    "F39": Row(
        "floods of marks, blank letters, look-alikes",
        (
            "protocol/test_text.py::test_a_few_marks_may_stand_on_a_letter_but_no_flood",
            "protocol/test_text.py::test_letters_that_look_blank_are_refused",
            "protocol/test_text.py::test_names_that_look_alike_share_a_skeleton",
        ),
    ),
    "F40": Row(
        "wide and zero-width text on the screen",
        ("client/test_terminal.py::test_hostile_text_changes_nothing_but_cells",),
    ),
    "F41": Row(
        "text cut in the middle of a character",
        ("protocol/test_text.py::test_a_text_cut_anywhere_is_still_judged_and_drawn",),
    ),
    "F42": Row(
        "ten thousand tables are asked for",
        ("server/test_attacks.py::test_tables_by_the_thousand_are_the_few_one_may_have",),
    ),
    "F43": Row(
        "idle and abandoned tables",
        (
            "server/test_parked.py::test_a_parked_table_is_kept_for_90_days_and_opened_by_its_token",
            "server/test_lobby.py::test_an_empty_table_is_closed_after_a_minute",
            "server/test_store.py::test_nothing_is_kept_of_a_closed_table",
        ),
    ),
    "F44": Row(
        "a flood of spectators, coming and going",
        (
            "server/test_watching.py::test_spectators_are_limited_at_a_table_and_in_all",
            "server/test_rates.py::test_hopping_in_and_out_ends_with_the_rate",
            "server/test_lobby.py::test_changes_are_gathered_and_told_at_most_five_times_a_second",
        ),
    ),
    "F45": Row(
        "a handler fails",
        ("server/test_failures.py::test_a_bot_that_fails_plays_by_default", _FAILURE),
        "only its connection ends, unless it has broken its table",
    ),
    "F46": Row(
        "rules fail in the middle",
        (
            "server/test_failures.py::test_a_table_that_has_failed_is_kept_and_goes_on_after_a_restart",
            "server/test_failures.py::test_a_table_that_fails_by_itself_is_set_aside_and_the_others_play_on",
        ),
        "what they failed in is not in the journal, and the table waits for the next start",
    ),
    "F47": Row(
        "cancelled anywhere",
        (_SIMULATION,),
        "a kill comes after any number of steps of its tasks; nothing needs a shield, as what is "
        "not durable has been told to nobody",
    ),
    "F48": Row(
        "out of memory",
        (_FAILURE,),
        "in the middle of an input; a failure like any other, wherever it comes from",
    ),
    "F49": Row(
        "signals", ("faults/test_real_process.py::test_f49_a_signal_ends_it_without_a_trace",)
    ),
    "F50": Row(
        "neither log nor output can be written",
        (
            "faults/test_real_process.py::test_f50_a_log_that_cannot_be_written_ends_no_game",
            "faults/test_real_process.py::test_f50_nobody_needs_to_read_what_the_server_prints",
        ),
    ),
    "F51": Row(
        "addresses of one network",
        (
            "server/test_door.py::test_f51_addresses_of_one_ipv6_network_are_one_source",
            "server/test_door.py::test_a_source_is_an_address_or_the_network_of_an_ipv6_address",
        ),
    ),
    "F52": Row(
        "another version of the client comes back",
        (
            "faults/test_resume_races.py::test_f52_a_client_of_another_version_leaves_the_seat_as_it_is",
            "server/test_attacks.py::test_versions",
        ),
    ),
}
