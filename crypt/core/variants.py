"""Variants: named rulesets of one's own, small files over the standard, in the data folder."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tomlkit

from .game import CryptError, Game
from .ruleset import Ruleset, load_ruleset, standard
from .shipped import STANDARD, data_folder, variant_paths

EDITED = "as edited"  # what a ruleset is called that was changed and has no name of its own yet
NAME = re.compile(r"[\w][\w .()+-]{0,58}[\w)]|[\w]")


class VariantExistsError(CryptError):
    """There is a variant of this name already; it is replaced only when that was asked for."""


def open_variant(game: Game, name: str, settings: Sequence[str] = (), folder: str | Path | None = None) -> Ruleset:
    """The standard ruleset, or the variant of this name, and over it single settings such as "starting_hp=3".

    Parameters
    ----------
    game : Game
    name : str
    settings : sequence of str
    folder : path, optional
        By default the data folder.

    Raises
    ------
    CryptError
        When there is none, or it cannot be used.
    """
    if name == STANDARD:
        return load_ruleset(game, None, settings)
    return load_ruleset(game, _path_of(game, name, folder), settings)


def _path_of(game: Game, name: str, folder: str | Path | None) -> Path:
    paths = variant_paths(game.name, folder)
    if name not in paths:
        place = (Path(folder) if folder is not None else data_folder()) / "rulesets"
        raise CryptError(f"there is no ruleset {name[:40]!r} in {place}")
    return paths[name]


def check_variant_name(name: str) -> str:
    """A variant's name without blanks around it.

    Raises
    ------
    CryptError
        For a name that cannot be.
    """
    name = name.strip()
    if not name:
        raise CryptError("give the variant a name")
    if not NAME.fullmatch(name) or name.lower() in (STANDARD, EDITED):
        allowed = f"1 to 60 letters, digits, blanks and .()+-_, other than {STANDARD} and {EDITED}"
        raise CryptError(f"a variant cannot be called {name[:60]!r}; take {allowed}")
    return name


def save_variant(
    game: Game, ruleset: Ruleset, name: str, folder: str | Path | None = None, replace: bool = False, about: str = ""
) -> Path:
    """Write a ruleset as a variant: the fields in which it differs from the standard.

    Parameters
    ----------
    game : Game
    ruleset : Ruleset
    name : str
        Letters, digits, blanks and ``.()+-_``; at most 60 characters.
    folder : path, optional
        By default the data folder; the file goes to ``rulesets/GAME`` in it.
    replace : bool
        Whether a variant of this name that is there may be written over.
    about : str
        A comment at the top of the file.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    VariantExistsError
        When there is one, and it may not be replaced.
    CryptError
        For a name that cannot be, and a place that cannot be written.
    """
    name = check_variant_name(name)
    place = (Path(folder) if folder is not None else data_folder()) / "rulesets" / game.name
    path = place / f"{name}.toml"
    changes = {field: mine for field, (mine, _) in ruleset.differences(standard(game)).items()}
    try:
        place.mkdir(parents=True, exist_ok=True)
        with path.open("w" if replace else "x", encoding="utf-8") as file:
            file.write(variant_text(game, name, changes, about))
    except FileExistsError:
        raise VariantExistsError(f"{path}: is there already; save under another name, or replace it") from None
    except OSError as error:
        raise CryptError(f"{path}: cannot be written ({error.strerror}); choose another data folder") from None
    return path


def rename_variant(game: Game, name: str, new: str, folder: str | Path | None = None) -> Path:
    """Give a variant another name; what else stands in its file stays as it was written.

    Parameters
    ----------
    game : Game
    name, new : str
    folder : path, optional
        By default the data folder.

    Returns
    -------
    Path
        The file, which is called by the new name.

    Raises
    ------
    VariantExistsError
        When there is one of the new name.
    CryptError
        When there is none of the old name, and for a name that cannot be.
    """
    path, new = _path_of(game, name, folder), check_variant_name(new)
    place = path.with_name(f"{new}.toml")
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8"))
        document["name"] = new
        with place.open("x", encoding="utf-8") as file:
            file.write(tomlkit.dumps(document))
        path.unlink()
    except FileExistsError:
        raise VariantExistsError(f"{place}: is there already; take another name") from None
    except (OSError, ValueError) as error:
        raise CryptError(f"{path}: cannot be renamed ({getattr(error, 'strerror', None) or error})") from None
    return place


def delete_variant(game: Game, name: str, folder: str | Path | None = None) -> Path:
    """Delete a variant; sessions that were played with it keep their own rules.

    Parameters
    ----------
    game : Game
    name : str
    folder : path, optional
        By default the data folder.

    Returns
    -------
    Path
        Of the file that was there.

    Raises
    ------
    CryptError
        When there is none of this name, or it cannot be deleted.
    """
    path = _path_of(game, name, folder)
    try:
        path.unlink()
    except OSError as error:
        raise CryptError(f"{path}: cannot be deleted ({error.strerror})") from None
    return path


def variant_text(game: Game, name: str, changes: Mapping[str, Any], about: str = "") -> str:
    """A variant as TOML.

    Parameters
    ----------
    game : Game
    name : str
    changes : mapping
        Field to value.
    about : str
        A comment at the top.
    """
    document = tomlkit.document()
    for line in about.splitlines():
        document.add(tomlkit.comment(line))
    document.add("name", tomlkit.item(name))
    document.add("game", tomlkit.item(game.name))
    for field, value in changes.items():
        document.add(field, _item(value))
    return tomlkit.dumps(document)


def _item(value: Any) -> Any:
    """A value in one line; a table has a line for each row. What is empty in a row is left out: TOML has no word for it."""
    if isinstance(value, dict):
        inline = tomlkit.inline_table()
        inline.update({key: item for key, item in value.items() if item is not None})
        return inline
    if isinstance(value, list):
        found = tomlkit.array()
        for item in value:
            found.append(_item(item))
        return found.multiline(bool(value) and isinstance(value[0], dict))
    return tomlkit.item(value)
