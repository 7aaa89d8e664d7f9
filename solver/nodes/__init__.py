"""What searches are built of: their slices, tables of nodes, and working memory."""
