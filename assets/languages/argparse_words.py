"""What Python's `argparse` says to the person, so that our catalogues have it too.

Nothing imports this file: it is only read for its messages.
"""

from levels.language import _, ngettext

# Translators: the frame of --help and of messages about a wrong command line.
_("usage: ")
_("positional arguments")
_("options")
_("show this help message and exit")
_("show program's version number and exit")
_("%(prog)s: error: %(message)s\n")
_("argument %(argument_name)s: %(message)s")
_("the following arguments are required: %s")
_("unrecognized arguments: %s")
_("expected one argument")
_("expected at most one argument")
_("expected at least one argument")
ngettext("expected %s argument", "expected %s arguments", 1)
_("invalid %(type)s value: %(value)r")
_("invalid choice: %(value)r (choose from %(choices)s)")
_("not allowed with argument %s")
_("one of the arguments %s is required")
_("ambiguous option: %(option)s could match %(matches)s")
_("ignored explicit argument %r")
