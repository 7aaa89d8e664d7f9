"""The search for any solution, and what makes a solution shorter."""
