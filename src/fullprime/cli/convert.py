"""`fullprime convert`: a match file as one of another format."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from fullprime.cli.match_files import STDIN, Found, failure, find, progress
from fullprime.cli.output import count
from fullprime.cli.show import FILES, NOT_UNDERSTOOD, strict_option
from fullprime.errors import BadFile, FullprimeError, plain
from fullprime.files import check_folder, write_atomically
from fullprime.formats.match_file import Format, by_ending, named, writers
from fullprime.match import Match

FORMAT = click.Choice([each.name for each in writers()])


class Job(NamedTuple):
    """A file, and where it goes."""

    source: Found
    target: Path


@click.command()
@click.argument("source", type=FILES, metavar="IN")
@click.argument("target", type=FILES, metavar="OUT")
@click.option("--to", "name", type=FORMAT,
              help="The format to write; by default, that of OUT's ending.")  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@strict_option
def convert(source: Path, target: Path, name: str | None, force: bool, strict: bool) -> int:
    """Write the match in the file IN as the file OUT, in another format.

    What the new format cannot hold is listed. If IN is a folder, every match
    file in it goes to the folder OUT, in the format of --to.
    `-` is standard input or output.

    \b
    Examples:
      fullprime convert match.json match.mat
      fullprime convert match.sgf - --to text
      fullprime convert matches/ converted/ --to sgf
    """
    if source != STDIN and source.is_dir():
        return _convert_folder(source, target, name, force, strict)
    (found,) = find([source])
    if target == STDIN and not name:
        raise click.UsageError("standard output has no ending: choose a format by --to")
    if target != STDIN and target.is_dir():
        raise click.UsageError(f"{target} is a folder: expected a file, such as {target}/match.mat")
    kind = named(name) if name else by_ending(target)
    loaded = found.load(strict=strict)
    if loaded is None:
        raise BadFile(f"{found.name}: not a match file")
    written = kind.dump(loaded.match)
    if target == STDIN:
        sys.stdout.buffer.write(written.data)
    else:
        _write(target, written.data, force)
    _tell(found, loaded.match, written.losses)
    return 0


def _convert_folder(source: Path, target: Path, name: str | None, force: bool, strict: bool) -> int:
    if not name:
        raise click.UsageError("a folder is converted to the format of --to, such as --to sgf")
    if target == STDIN or (target.exists() and not target.is_dir()):
        raise click.UsageError(f"{target}: expected a folder, since {source} is one")
    kind = named(name)
    converted = failed = others = 0
    jobs = _jobs(find([source]), target, kind)
    with progress([job.source for job in jobs]) as files:
        for job, _ in zip(jobs, files, strict=True):
            try:
                done = _convert(job, kind, force, strict)
            except (FullprimeError, OSError) as error:
                click.echo(f"fullprime: {failure(job.source, error)}", err=True)
                failed += 1
                continue
            converted, others = converted + done, others + (not done)
    skipped = f"{count(others, 'other file')} skipped"
    click.echo(f"{converted} converted to {kind.name}, {failed} failed, {skipped}", err=True)
    return NOT_UNDERSTOOD if failed else 0


def _jobs(found: Sequence[Found], target: Path, kind: Format) -> list[Job]:
    """Each file keeps its name and its folder; two that would meet keep their endings, too."""
    sources = [each.path.relative_to(each.folder or each.path.parent) for each in found]
    taken = Counter(path.with_suffix("") for path in sources)
    ending = kind.endings[0]
    return [
        Job(each, target / (f"{path}{ending}" if taken[path.with_suffix("")] > 1
                            else path.with_suffix(ending)))
        for each, path in zip(found, sources, strict=True)
    ]  # fmt: skip


def _convert(job: Job, kind: Format, force: bool, strict: bool) -> bool:
    """False: it is no match file."""
    loaded = job.source.load(strict=strict)
    if loaded is None:
        return False
    written = kind.dump(loaded.match)
    job.target.parent.mkdir(parents=True, exist_ok=True)
    _write(job.target, written.data, force)
    _tell(job.source, loaded.match, written.losses)
    return True


def _write(path: Path, data: bytes, force: bool) -> None:
    if path.exists() and not force:
        raise BadFile(f"{plain(str(path))} exists already; --force overwrites it")
    check_folder(path)
    write_atomically(path, data)


def _tell(source: Found, match: Match, losses: Sequence[str]) -> None:
    """What was wrong with the file, and what is lost, on standard error."""
    if faults := len(match.notes.faults):
        click.echo(
            f"{source.name}: {count(faults, 'fault')}; `fullprime show` lists them", err=True
        )
    for loss in losses:
        click.echo(f"{source.name}: {plain(loss)}", err=True)
