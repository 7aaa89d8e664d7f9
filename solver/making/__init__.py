"""New levels: rooms, boxes pulled off their goals, and candidates judged by the search."""
