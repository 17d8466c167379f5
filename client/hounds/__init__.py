"""What the client knows of Release the Hounds, its drawing apart."""
