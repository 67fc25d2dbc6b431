"""What an operator does after a disaster, and what can be made again from the logs alone."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from fullprime.cli import cli
from fullprime.server.summary import summary_json
from fullprime.store import Kept
from fullprime.store.store import Store
from quick_player import QuickPlayer
from server_client import Server, Visitor
from stores import Place, changed, options
from tables_here import Seated, at_tables


def admin(*arguments: str) -> str:
    found = CliRunner().invoke(cli, ["admin", *arguments])
    assert found.exception is None, found.output
    return found.output


def kept(place: Place) -> dict[str, Kept | None]:
    """Every match as the store has it."""

    async def read() -> dict[str, Kept | None]:
        async with await Store.look(place) as store:
            return {each: await store.match(each) for each in await store.match_ids()}

    return asyncio.run(read())


def lost(place: Place) -> None:
    """The disk has gone."""
    if isinstance(place, Path):
        for file in place.parent.glob(f"{place.name}*"):
            file.unlink()
    else:
        changed(place, "DROP SCHEMA public CASCADE")
        changed(place, "CREATE SCHEMA public")


def test_a_backup_of_a_running_server_brings_everything_of_its_moment_back(
    place: Place, tmp_path: Path
) -> None:
    copy = tmp_path / "copies" / "a.db"
    with Server(place, "--seed", "1") as server:
        ann = Visitor(server, "Ann")
        tables = [QuickPlayer(ann) for _ in range(2)]
        for quick in tables:
            assert quick.go_on(8) is None
        admin("backup", str(copy), *options(place))
        acked = [max(quick.acked.values()) for quick in tables]
        assert tables[0].go_on(2) is None, "what comes after it is not in it"
        server.kill()
        lost(place)
        assert admin("restore", str(copy), *options(place)) == "2 matches restored\n"
        assert admin("check", *options(place)) == "No damage found\n"
        found = kept(place)
        assert [len(found[quick.id].events) for quick in tables] == acked  # type: ignore[union-attr]
        server.start()
        for quick in tables:
            quick.acked.clear()
            assert quick.go_on(3) is None, "the cookie is known, and play goes on"


def played_and_made_again(games: int) -> None:
    """What lists show of a match is the same, byte for byte, when its log is played again."""

    async def work() -> None:
        for seed in range(games):
            chance, at = random.Random(seed), Seated(seed, target={"type": "points", "to": 3})
            await at.begin()
            for number in range(chance.randint(5, 80)):
                while at.table._driver.is_busy or at.table.game.phase.name == "OPENING":
                    at.table.wake()
                    await asyncio.sleep(0)
                if at.table.record.is_over:
                    break
                await at.act(chance, number)
                stored, again = at.notebook.summary, at.again()
                assert stored == summary_json(again, at.kept.seats)
            while at.table._driver.is_busy:
                await asyncio.sleep(0)
            assert at.is_whole()

    at_tables(work)


def test_what_lists_show_is_made_again_from_the_logs() -> None:
    played_and_made_again(5)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_what_lists_show_is_made_again_from_the_logs_of_many_games() -> None:
    played_and_made_again(1000)
    print("1,000 games: after every action the summary that is kept is that of the log")
