"""The version of the game and of both libraries, which ship together."""

VERSION = "0.1.0"
