"""Lower bounds: what boxes cost each other, and what the pusher has to walk."""
