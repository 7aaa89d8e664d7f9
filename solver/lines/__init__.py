"""Lines of attack: each drives searches to bounds or solutions; they take turns."""
