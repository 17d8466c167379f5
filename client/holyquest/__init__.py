"""What the client knows of HolyQuest, its drawing apart."""
