"""The games that come with crypt, a folder each."""

MAIN = "colossi"  # the one that lists begin with
