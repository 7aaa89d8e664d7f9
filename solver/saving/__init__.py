"""What is kept on disk: files of arrays, and the searches and tables in them."""
