"""The folders that commands write to."""

from pathlib import Path

from ..core.game import CryptError
from ..core.shipped import data_folder


def make_data_folder(data: str | None) -> Path:
    """The data folder, which is made if it is not there.

    Raises
    ------
    CryptError
        When it cannot be made.
    """
    try:
        return data_folder(data)
    except OSError as error:
        file = next((path for path in _upwards(error.filename) if path.is_file()), None)
        if file:
            raise CryptError(f"{file}: is a file; name a folder with --data") from None
        what = f"the data folder {error.filename} cannot be made: {error.strerror}"
        raise CryptError(f"{what}; choose another with --data") from None


def _upwards(path: str) -> list[Path]:
    return [Path(path), *Path(path).parents]


def sessions_folder(data: str | None) -> Path:
    """The folder of the sessions."""
    return make_data_folder(data) / "sessions"
