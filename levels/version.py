"""The version of the game and of both libraries, which ship together."""

__version__ = "0.1.0"
