"""Show stage: what people and programs read of packs, games and findings."""
