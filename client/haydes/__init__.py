"""What the client knows of Escape from Haydes, its drawing apart."""
