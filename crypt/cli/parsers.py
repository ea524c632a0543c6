"""The arguments of all commands: their names, what they take, and what the help says."""

import argparse
from typing import Any, NoReturn

USER_ERROR = 2  # the exit status

CLAIMS = """a file of claims:
  game = "colossi"
  budget = 20000          # games for each number of players, at most
  [[claim]]
  id = "can-be-won"
  says = "Parties of every size can win."
  share = "won"           # or 'minutes=15..90', 'f1_exit=walled', ...
  at_least = 0.1          # at_most = 0.9; or spread_at_most = 0.1 instead
  # players = [2, 3]      # by default all
  # bots = "greedy"       # the default
"""
TARGETS = """a file of targets (data/colossi/targets.toml is one):
  game = "colossi"
  fields = ["hero_die=4,6,8", "starting_hp=3..5"]
  tries = 60              # settings, at most
  games = 400             # for each setting
  judged = 4000           # for the winner, on fresh seeds
  [[target]]
  says = "Parties of two win 30 to 40 of 100 games."
  what = "won"            # or minutes, 'minutes<=90', f1_exit=walled, ...
  players = 2             # or [1, 2]; by default all
  at_least = 0.3
  at_most = 0.4           # or spread_at_most = 0.1 instead
  # bots = "greedy"       # the default
"""


class Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong with the arguments."""

    def error(self, message: str) -> NoReturn:
        """End with the sentence on standard error."""
        self.exit(USER_ERROR, f"crypt: {message}; see {self.prog} --help\n")


class Version(argparse.Action):
    """Prints the version; it is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import version

        print(f"crypt {version('crypt')}")
        parser.exit()


def make_parser() -> Parser:
    """Describe all commands."""
    parser = Parser(prog="crypt", description="A workbench for people who design tabletop games.")
    parser.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_games(commands)
    _add_serve(commands)
    _add_play(commands)
    _add_simulate(commands)
    _add_outcomes(commands)
    _add_replay(commands)
    _add_inspect(commands)
    _add_rules(commands)
    _add_compare(commands)
    _add_sweep(commands)
    _add_sensitivity(commands)
    _add_balance(commands)
    _add_check(commands)
    _add_rerun(commands)
    _add_warmup(commands)
    _add_bench(commands)
    return parser


def _add(commands: argparse._SubParsersAction, name: str, run: str, about: str) -> Parser:
    parser = commands.add_parser(name, help=about, description=about[:1].upper() + about[1:] + ".")
    parser.set_defaults(run=run)
    return parser


def _show_example(parser: Parser, example: str) -> None:
    """Let the help end with a short file as it is written."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = example


def _add_list(parser: Parser, option: str, name: str, metavar: str, about: str) -> None:
    parser.add_argument(option, dest=name, metavar=metavar, action="append", default=[], help=about)


def _add_data(parser: Parser) -> None:
    parser.add_argument("--data", metavar="DIR", help="folder for sessions, variants and datasets")


def _add_ruleset(parser: Parser) -> None:
    parser.add_argument("--ruleset", metavar="FILE", help="a variant: a TOML file with some of the fields")
    _add_list(parser, "--set", "settings", "FIELD=VALUE", "change one field of the ruleset")


def _add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def _add_seed(parser: Parser, gives: str) -> None:
    parser.add_argument("--seed", metavar="S", default="0", help=f"the same seed {gives}; 0 by default")


def _add_workers(parser: Parser) -> None:
    parser.add_argument("--workers", metavar="W", help="threads; by default as many as processors")


def _add_iterations(parser: Parser) -> None:
    parser.add_argument("--iterations", metavar="I", help="how often the bot search looks ahead for each decision")


def _add_figure(parser: Parser) -> None:
    parser.add_argument("--figure", metavar="FILE", help="write the figure as a page (.html)")


def _add_games(commands: argparse._SubParsersAction) -> None:
    parser = _add(commands, "games", "games:games", "list the games, their players, bots and rulesets")
    _add_data(parser)
    _add_json(parser)


def _add_serve(commands: argparse._SubParsersAction) -> None:
    parser = _add(commands, "serve", "work:serve", "serve the pages on this computer")
    parser.add_argument("--port", metavar="PORT", type=_port, default=8866, help="8866 by default; 0 takes any that is free")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="do not open a browser")
    _add_data(parser)


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text[:9]) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"a port is a whole number from 0 to 65535, not {text[:40]!r}")


def _add_play(commands: argparse._SubParsersAction) -> None:
    parser = _add(commands, "play", "play:play", "play a game in the terminal")
    parser.add_argument("game", nargs="?", metavar="GAME", help="see crypt games; not needed with --session")
    parser.add_argument("--players", metavar="N", help="how many play")
    _add_list(parser, "--name", "names", "NAME", "a player's name, by seat")
    parser.add_argument("--seed", metavar="S", help="a whole number of 64 bits; by default one that nobody chose")
    _add_list(parser, "--bot", "bots", "SEAT=NAME", "let a bot play a seat, such as 2=random")
    parser.add_argument("--session", metavar="FILE", help="go on with this session")
    parser.add_argument("--words", action="store_true", help="say what is around those on turn instead of drawing the board")
    _add_ruleset(parser)
    _add_data(parser)


def _add_simulate(commands: argparse._SubParsersAction) -> None:
    parser = _add(commands, "simulate", "simulate:simulate", "play many games and sum them up")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--players", metavar="N", required=True)
    parser.add_argument("--games", metavar="K", required=True)
    _add_seed(parser, "gives the same games")
    _add_list(parser, "--bot", "bots", "[SEAT=]NAME", "random by default")
    about = (
        "write a row for each game: a file .parquet, .csv or .jsonl, or a folder of Parquet parts; "
        "texts that a spreadsheet would run as formulas have an apostrophe before them in CSV"
    )
    parser.add_argument("--out", metavar="PATH", help=about)
    _add_workers(parser)
    parser.add_argument("--scheduler", metavar="ADDRESS", help="let the workers of a running Dask cluster play")
    parser.add_argument("--resume", action="store_true", help="go on with the rows that are at --out")
    parser.add_argument("--logs", metavar="N", help="write every N-th game as a session log")
    _add_iterations(parser)
    _add_ruleset(parser)
    _add_data(parser)
    _add_json(parser)


def _add_outcomes(commands: argparse._SubParsersAction) -> None:
    parser = _add(commands, "outcomes", "outcomes:outcomes", "sum up logged sessions and simulated games")
    parser.add_argument("paths", metavar="PATH", nargs="+", help="session logs, files of rows, or folders of them")
    _add_list(parser, "--by", "by", "FIELD", "a group for each value of this column, such as players or bots")
    parser.add_argument("--columns", action="store_true", help="list the columns and end")
    _add_json(parser)


def _add_replay(commands: argparse._SubParsersAction) -> None:
    parser = _add(commands, "replay", "show:replay", "play a logged session again and compare")
    parser.add_argument("log", metavar="LOG")
    _add_json(parser)


def _add_inspect(commands: argparse._SubParsersAction) -> None:
    parser = _add(commands, "inspect", "show:inspect", "report how the exit of a floor in notation or a session stands")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--at", metavar="N", help="after decision N of the session; by default the last")
    parser.add_argument("--losses", action="store_true", help="the decisions of a session that took ways from somebody")
    _add_json(parser)


def _add_rules(commands: argparse._SubParsersAction) -> None:
    parser = _add(commands, "rules", "show:rules", "show the rulebook by number and every field of the ruleset")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("words", metavar="ID or WORDS", nargs="*", help="only this rule, or those with these words")
    parser.add_argument("--diff", action="store_true", help="only the fields that differ from the standard")
    _add_ruleset(parser)


def _add_party(parser: Parser, games: str) -> None:
    _add_list(parser, "--players", "players", "N", "how many play; several as 2,3 or given again")
    about = f"for each ruleset and number of players; {games} by default"
    parser.add_argument("--games", metavar="K", default=games, help=about)
    _add_seed(parser, "gives the same games")
    _add_list(parser, "--bot", "bots", "[SEAT=]NAME", "a bot for all seats or for one; random by default")
    _add_workers(parser)
    _add_iterations(parser)


def _add_settings(parser: Parser) -> None:
    """What sweep and sensitivity have in common."""
    parser.add_argument("game", metavar="GAME")
    about = "a field and its values: starting_hp=2..6, hero_die=4,6,8; a name alone takes its usual values"
    _add_list(parser, "--field", "fields", "FIELD[=VALUES]", about)
    about = "what is measured: won, minutes, 'minutes<=90', f1_exit=walled; by default all that is usual"
    _add_list(parser, "--what", "what", "MEASURE", about)
    parser.add_argument("--out", metavar="FILE", help="keep each setting that is finished in this file (.jsonl)")
    parser.add_argument("--resume", action="store_true", help="go on with the settings that are at --out")
    _add_figure(parser)
    _add_ruleset(parser)
    _add_json(parser)


def _add_compare(commands: argparse._SubParsersAction) -> None:
    parser = _add(commands, "compare", "design:compare", "compare rulesets on the same seeds, game by game")
    parser.add_argument("game", metavar="GAME")
    about = "a variant file, or the word standard; the first is the one that the others are compared with"
    _add_list(parser, "--ruleset", "rulesets", "FILE", about)
    about = "one more ruleset: the standard with this field changed; all --set together make one ruleset"
    _add_list(parser, "--set", "settings", "FIELD=VALUE", about)
    _add_list(parser, "--what", "what", "MEASURE", "such as won, minutes, 'minutes<=90'; by default all that is usual")
    _add_figure(parser)
    _add_party(parser, "1000")
    _add_json(parser)


def _add_sweep(commands: argparse._SubParsersAction) -> None:
    parser = _add(commands, "sweep", "design:sweep", "play every combination of the values of one or two fields")
    _add_settings(parser)
    _add_party(parser, "1000")


def _add_sensitivity(commands: argparse._SubParsersAction) -> None:
    parser = _add(commands, "sensitivity", "design:sensitivity", "ask which fields matter for a result, and which do not")
    _add_settings(parser)
    _add_party(parser, "500")
    about = "morris: a screening, the default; sobol: shares of the variance"
    parser.add_argument("--method", choices=("morris", "sobol"), default="morris", help=about)
    parser.add_argument("--size", metavar="R", default="10", help="how thoroughly; 10 by default")


def _add_balance(commands: argparse._SubParsersAction) -> None:
    about = "search values that meet targets, and judge the winner on fresh seeds; exit 0 met, 1 missed, 3 unclear"
    parser = _add(commands, "balance", "balance:balance", about)
    _show_example(parser, TARGETS)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--targets", metavar="FILE", required=True, help="what is wanted, and which fields may move (.toml)")
    about = "one more field that may move, and its values: starting_hp=2..6"
    _add_list(parser, "--field", "fields", "FIELD[=VALUES]", about)
    _add_list(parser, "--bot", "bots", "NAME", "plays all seats; by default those that the file names, or greedy")
    parser.add_argument("--tries", metavar="N", help="settings that are tried, at most; by default the file's")
    parser.add_argument("--games", metavar="K", help="for each setting and number of players; by default the file's")
    _add_seed(parser, "goes the same way")
    _add_workers(parser)
    parser.add_argument("--out", metavar="FILE", help="keep each try in this file (.jsonl)")
    parser.add_argument("--resume", action="store_true", help="go on with the tries that are at --out")
    parser.add_argument("--save", metavar="NAME", help="save the winner as a variant of this name")
    parser.add_argument("--replace", action="store_true", help="also where there is a variant of this name")
    parser.add_argument("--figure", metavar="FILE", help="write the figure of the search as a page (.html)")
    _add_ruleset(parser)
    _add_data(parser)
    _add_json(parser)


def _add_check(commands: argparse._SubParsersAction) -> None:
    about = "check what a design promises; exit 0 when all is kept, 1 when something is broken, 3 when undecided"
    parser = _add(commands, "check", "claims:check", about)
    _show_example(parser, CLAIMS)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--claims", metavar="FILE", help="a file of claims (.toml); by default the game's own")
    _add_list(parser, "--only", "only", "ID", "only this claim")
    _add_list(parser, "--bot", "bots", "NAME", "plays all seats; by default those that the file names, or greedy")
    parser.add_argument("--budget", metavar="K", help="games for each number of players, at most; by default the file's")
    _add_seed(parser, "gives the same verdicts")
    _add_workers(parser)
    parser.add_argument("--junit", metavar="FILE", help="write the verdicts for a CI as well")
    _add_figure(parser)
    _add_ruleset(parser)
    _add_json(parser)


def _add_rerun(commands: argparse._SubParsersAction) -> None:
    parser = _add(commands, "rerun", "rerun:rerun", "play the decisions of logged sessions again by other rules")
    parser.add_argument("log", metavar="LOG", help="a session log, or a folder of them")
    parser.add_argument("--game", metavar="GAME", help="of the sessions in a folder; by default that of the first")
    parser.add_argument("--finish", metavar="BOT", help="let a bot play on where decisions end or are no longer allowed")
    _add_ruleset(parser)
    _add_json(parser)


def _add_warmup(commands: argparse._SubParsersAction) -> None:
    parser = _add(commands, "warmup", "work:warmup", "compile the games ahead")
    parser.add_argument("games", metavar="GAME", nargs="*", help="all by default")


def _add_bench(commands: argparse._SubParsersAction) -> None:
    parser = _add(commands, "bench", "work:bench", "measure games and decisions a second on one core")
    parser.add_argument("games", metavar="GAME", nargs="*", help="all by default")
    parser.add_argument("--players", metavar="N", action="append", help="only with so many players")
    parser.add_argument("--count", metavar="K", default="2000", help="compiled games for each line; 2000 by default")
    parser.add_argument("--interpreted", metavar="S", default="2", help="seconds for each line interpreted; 2 by default")
    parser.add_argument("--seed", metavar="S", default="1")
    also = "also the same code interpreted, and OpenSpiel and PettingZoo if they are installed; this is the default"
    parser.add_argument("--compare", action=argparse.BooleanOptionalAction, default=True, help=also)
    _add_json(parser)
