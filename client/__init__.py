"""The terminal client: one pure model, a link, and front ends that draw or speak it."""
