"""What all games share; it knows no game."""
