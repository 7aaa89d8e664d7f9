"""Processes beside that of the caller: started, heard, ended, and when they give way."""
