"""One folder a game: rules, views, bots and RULES.md."""
