"""Memory and threads, which the parts of a search share."""
