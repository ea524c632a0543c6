"""Where files are: those that come with crypt, and those that people make with it."""

import os
from importlib import import_module
from pathlib import Path

import platformdirs

STANDARD = "standard"  # the ruleset of the rulebook
_PACKAGE = Path(__file__).resolve().parents[1]


def shipped(*parts: str) -> Path:
    """Find a file or folder that comes with crypt.

    Parameters
    ----------
    *parts
        Its path as in the checkout, such as ``"data", "colossi"`` or ``"dashboards"``.

    Returns
    -------
    Path
        Its place: in ``crypt/_data`` where crypt was installed from a wheel, else in the checkout.
    """
    return _root().joinpath(*parts)


def game_data(package: str) -> Path:
    """Find the folder of a game's own data: its standard ruleset and tables, claims and sample sessions.

    Parameters
    ----------
    package : str
        The game's. The data of the games in `crypt.games` lie in ``data`` of the checkout; those of another package in the
        folder ``data`` inside it.
    """
    owner, _, name = package.rpartition(".")
    if owner == "crypt.games":
        return shipped("data", name)
    return Path(str(import_module(package).__file__)).parent / "data"


def data_folder(chosen: str | os.PathLike[str] | None = None) -> Path:
    """Find the folder for sessions, variants and datasets, and make it if it is not there.

    Parameters
    ----------
    chosen
        A folder that was asked for (``--data``). Without one, the variable ``CRYPT_DATA`` decides, else it is
        ``data/local`` of the checkout, else the user's data folder.

    Returns
    -------
    Path
        The folder, absolute.

    Raises
    ------
    OSError
        If it cannot be made.
    """
    folder = Path(chosen or os.environ.get("CRYPT_DATA") or _usual_data_folder()).expanduser().absolute()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def variant_paths(game: str, folder: str | os.PathLike[str] | None = None) -> dict[str, Path]:
    """The variants of a game by name, with their files.

    Parameters
    ----------
    game : str
    folder : path, optional
        By default the data folder. In it ``rulesets/GAME``, ``rulesets`` and ``GAME`` are looked through, in this order.
    """
    root = Path(folder) if folder is not None else data_folder()
    places = [root / "rulesets" / game, root / "rulesets", root / game]
    return {
        path.stem: path for place in reversed(places) for path in sorted(place.glob("*.toml")) if path.stem != STANDARD
    }


def _root() -> Path:
    packed = _PACKAGE / "_data"
    return packed if packed.is_dir() else _PACKAGE.parent


def _usual_data_folder() -> Path:
    # the project file tells a checkout from a site-packages folder
    is_checkout = (_root() / "pyproject.toml").is_file()
    return _root() / "data" / "local" if is_checkout else platformdirs.user_data_path("crypt", appauthor=False)
