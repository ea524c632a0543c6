"""Other engines beside ours: measured when they are installed, named when they are not."""

from importlib import metadata

from crypt.batch import peers


def test_who_is_not_installed_is_said_in_a_sentence(monkeypatch):
    def prepare():
        raise ImportError

    monkeypatch.setattr(peers, "PEERS", [("pettingzoo", "Leduc hold'em", prepare)])
    assert peers.measure_peers(1) == ([], ["pettingzoo is not installed here, so it was not measured."])


def test_who_is_installed_is_measured_and_labelled(monkeypatch):
    drawn = []

    def play(chance):
        drawn.append(chance.random())
        return 7

    monkeypatch.setattr(peers, "PEERS", [("numpy", "a game of seven", lambda: play)])
    (peer,), missing = peers.measure_peers(1, seconds=0.01)
    assert not missing and (peer.package, peer.version) == ("numpy", metadata.version("numpy"))
    assert peer.decisions == 7 * peer.games and peer.decisions_per_second == peer.decisions / peer.seconds > 0
    first, drawn[:] = drawn[:3], []
    peers.measure_peers(1, seconds=0.01)
    assert drawn[:3] == first
