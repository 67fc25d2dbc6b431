"""`fullprime analyze`: the review of matches, one or whole folders of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec
from msgspec.structs import replace

from fullprime.analysis.review import Report, Verdict, report_json
from fullprime.analysis.review.document import Document, document
from fullprime.analysis.review.html import html
from fullprime.analysis.review.index import Entry, index_html, index_json
from fullprime.analysis.review.rating import performance
from fullprime.analysis.review.text import MOST_ERRORS, MOST_ROLLS, luck_lines, report_lines
from fullprime.analysis.tables import WIDEST
from fullprime.cli.cluster import cluster_options, crew_at, tls_of
from fullprime.cli.deeper import Deeper, deeper_of, deeper_options
from fullprime.cli.match_files import STDIN, Found, failure, find
from fullprime.cli.output import count, print_json, print_lines, screen_width
from fullprime.cli.params import json_option
from fullprime.cli.reviewed import (
    NoMatch,
    Reviewed,
    depth_option,
    me_option,
    not_there,
    review_file,
)
from fullprime.cli.show import FILES, NOT_UNDERSTOOD
from fullprime.cluster.address import ClusterGone
from fullprime.errors import FullprimeError, plain
from fullprime.files import check_folder, write_atomically
from fullprime.formats.plain_text import standing, target_text, title
from fullprime.match import Match
from fullprime.printing import typeset
from fullprime.printing.paper import PAPERS, Paper
from fullprime.printing.report import report_source

if TYPE_CHECKING:
    from fullprime.cluster.crew import Crew

INDEX: Final = "index"
REPORT: Final = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@depth_option
@deeper_options
@me_option
@click.option("--all", "every", is_flag=True,
              help="List all errors, not only the 20 worst, all on boards.")  # fmt: skip
@click.option("--luck", is_flag=True,
              help="Add the luck of the dice by game, and the greatest rolls.")  # fmt: skip
@click.option("--html", "page", type=REPORT, metavar="FILE.html",
              help="Write a report with boards to read in a browser.")  # fmt: skip
@click.option("--pdf", type=REPORT, metavar="FILE.pdf", help="Write the same to print.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True,
              help="Of the PDF.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path), metavar="PATH",
              help="A file that ends in .html or .pdf; else a folder.")  # fmt: skip
@cluster_options
@json_option
def analyze(
    files: tuple[Path, ...],
    plies: int,
    me: str | None,
    every: bool,
    luck: bool,
    page: Path | None,
    pdf: Path | None,
    paper: str,
    out: Path | None,
    cluster: str | None,
    tls_ca: Path | None,
    tls_cert: Path | None,
    tls_key: Path | None,
    as_json: bool,
    **deeper: Any,
) -> int:
    """Review matches: errors, PR and luck of both players.

    Every checker play and cube decision is evaluated. FILE may be in any format,
    a folder, which is read with everything in it, or `-` for standard input.
    Reports have the curve of the match, and every error on a board.

    \b
    Examples:
      fullprime analyze match.mat
      fullprime analyze match.sgf --me Ann --all
      fullprime analyze match.mat --close --rollout blunders --rollout 2.7-take
      fullprime analyze match.xg --json
      fullprime analyze match.mat --html match.html
      fullprime analyze match.mat --pdf match.pdf --paper letter
      fullprime analyze matches/ --me Ann --out reports
      fullprime analyze matches/ --cluster tcp://127.0.0.1:8786
    """
    reports = _Reports.of(page, pdf, out, Paper.named(paper), every)
    out = None if reports.takes(out) else out
    if out and out.is_file():
        raise click.BadParameter(f"{plain(str(out))} is a file, expected a folder, .html or .pdf")
    found = find(files)
    single = len(files) == 1 and (files[0] == STDIN or not files[0].is_dir())
    with crew_at(cluster, tls_of(tls_ca, tls_cert, tls_key)) as crew:
        batch = _Batch(found, plies, me, as_json, out, reports, crew, deeper_of(**deeper))
        if not single:
            code = batch.run()
            reports.write()
            return code
        report, match, seat = batch.report(found[0])
    if me and seat is None:
        raise not_there(found[0], match, me)
    batch.keep(found[0], Reviewed(report, match, seat))
    batch.write_index()
    reports.add(match, report, seat)
    reports.write()
    if as_json:
        print_json(report_json(report))
        return 0
    most = None if every else MOST_ERRORS
    width = screen_width() or WIDEST
    shown = report_lines(report, me=seat, most=most, width=width)
    dice = ["", *luck_lines(report, None if every else MOST_ROLLS, width)] if luck else []
    print_lines([title(match), f"{target_text(match)}; {standing(match)}", *shown, *dice])
    return 0


class _Reports:
    """The reports to read and print: one file with all matches."""

    def __init__(
        self, pages: Sequence[Path], pdfs: Sequence[Path], paper: Paper, every: bool
    ) -> None:
        self.pages, self.pdfs, self.paper, self.every = pages, pdfs, paper, every
        self.documents: list[Document] = []
        for path in (*pages, *pdfs):
            check_folder(path)
        if pdfs:
            typeset.check()

    @staticmethod
    def of(
        page: Path | None, pdf: Path | None, out: Path | None, paper: Paper, every: bool
    ) -> _Reports:
        """Those that were asked for, by option or by the ending of `out`."""
        pages = [each for each in (page, out) if each and (each == page or _is_page(each))]
        pdfs = [each for each in (pdf, out) if each and (each == pdf or _is_pdf(each))]
        return _Reports(pages, pdfs, paper, every)

    def takes(self, path: Path | None) -> bool:
        """Is this one of them?"""
        return path in (*self.pages, *self.pdfs)

    def add(self, match: Match, report: Report, me: int | None) -> None:
        """One match more."""
        if self.pages or self.pdfs:
            self.documents.append(document(match, report, me=me, every=self.every))

    def write(self) -> None:
        """All of them; none where no match could be read."""
        for path in self.pages if self.documents else ():
            self._keep(path, html(self.documents).encode())
        for path in self.pdfs if self.documents else ():
            self._keep(path, typeset.pdf(report_source(self.documents, self.paper)))

    def _keep(self, path: Path, data: bytes) -> None:
        write_atomically(path, data)
        click.echo(f"Report: {plain(str(path))}", err=True)


def _is_page(path: Path) -> bool:
    return path.suffix.lower() in (".html", ".htm")


def _is_pdf(path: Path) -> bool:
    return path.suffix.lower() == ".pdf"


class _Batch:
    """Reviews files one after the other; each uses all cores."""

    def __init__(
        self,
        found: Sequence[Found],
        plies: int,
        me: str | None,
        as_json: bool,
        out: Path | None,
        reports: _Reports,
        crew: Crew | None,
        deeper: Deeper,
    ) -> None:
        self.found, self.plies, self.me, self.as_json, self.out = found, plies, me, as_json, out
        self.reports, self.crew, self.deeper = reports, crew, deeper
        self.index: list[Entry] = []
        self.mine: list[Verdict] = []
        self.failed = self.others = 0

    def run(self) -> int:
        """All files, a line each."""
        for number, each in enumerate(self.found, 1):
            try:
                report, match, seat = self.report(each, f"{number}/{len(self.found)} ")
            except NoMatch:
                self.others += 1
                continue
            except ClusterGone:
                raise
            except (FullprimeError, OSError) as error:
                self._fail(each, failure(each, error))
                continue
            except Exception as error:  # of ours: the other files can still be reviewed
                self._fail(each, f"{each.name}: a mistake of the program: {_named(error)}")
                continue
            self._add(each, Reviewed(report, match, seat))
            self.reports.add(match, report, seat)
        self.write_index()
        click.echo("\n".join(self._total()), err=self.as_json)
        return NOT_UNDERSTOOD if self.failed else 0

    def report(self, found: Found, before: str = "") -> Reviewed:
        """Of one file, with the seat of `me`; None where no player is."""
        return review_file(found, self.plies, self.me, before, self.crew, self.deeper)

    def keep(self, found: Found, reviewed: Reviewed) -> None:
        """Writes it to the folder of reports, and notes it for the index."""
        report = reviewed.report
        told = report_json(report)
        entry = Entry(file=found.name, players=told["players"], faults=len(report.faults))
        if self.out:
            self.out.mkdir(parents=True, exist_ok=True)
            stem = self._stem(found)
            entry = replace(entry, report=f"{stem}.json", page=f"{stem}.html")
            shown = document(reviewed.match, report, me=reviewed.seat, every=self.reports.every)
            write_atomically(self.out / f"{stem}.json", msgspec.json.encode(told))
            write_atomically(self.out / f"{stem}.html", html([shown]).encode())
        self.index.append(entry)

    def write_index(self) -> None:
        """What was reviewed, and what could not be."""
        if self.out:
            self.out.mkdir(parents=True, exist_ok=True)
            write_atomically(self.out / f"{INDEX}.json", index_json(self.index))
            total = "; ".join(self._total())
            write_atomically(self.out / f"{INDEX}.html", index_html(self.index, total).encode())

    def _add(self, found: Found, reviewed: Reviewed) -> None:
        report = reviewed.report
        self.keep(found, reviewed)
        self.mine += [each for each in report.verdicts if each.decision.player == reviewed.seat]
        if self.as_json:
            print_json({"file": found.name, **report_json(report)})
        else:
            click.echo(f"{found.name}: {_in_a_line(report)}")

    def _fail(self, found: Found, reason: str) -> None:
        self.failed += 1
        self.index.append(Entry(file=found.name, error=reason))
        if self.as_json:
            print_json({"file": found.name, "error": reason})
        else:
            click.echo(f"fullprime: {reason}", err=True)

    def _stem(self, found: Found) -> str:
        """A name that no other file of this batch has."""
        taken = {INDEX, *(Path(each.report).stem for each in self.index if each.report)}
        stem = "match" if found.path == STDIN else found.path.stem
        names = (f"{stem}{suffix}" for suffix in ("", *(f"-{n}" for n in range(2, 10**6))))
        return next(name for name in names if name not in taken)

    def _total(self) -> list[str]:
        reviewed = len(self.index) - self.failed
        lines = [f"{reviewed:,} match{'' if reviewed == 1 else 'es'} reviewed"]
        if self.failed:
            lines.append(f"{count(self.failed, 'file')} could not be read")
        if self.others:
            lines.append(f"{count(self.others, 'other file')} skipped")
        if self.me:
            errors = [each.error for each in self.mine if each.counts]
            pr, interval = performance(errors)
            rate = (
                "no decisions"
                if pr is None
                else f"PR {pr:.2f} \N{PLUS-MINUS SIGN}{interval or 0:.1f}"
            )
            lines.append(f"{plain(self.me)}: {rate} in {count(len(errors), 'decision')}")
        return lines


def _named(error: Exception) -> str:
    return plain(f"{type(error).__name__}: {error}")


def _in_a_line(report: Report) -> str:
    players = [
        f"{plain(player.name)} {'-' if player.pr is None else f'PR {player.pr:.2f}'}, "
        f"luck {player.luck:+.2f}"
        for player in report.players
    ]
    faults = f"; {count(len(report.faults), 'fault')}" if report.faults else ""
    return "; ".join(players) + faults
