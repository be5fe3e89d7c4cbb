"""Play stage: players, matches, simulation, replays, scenarios, and the game at one terminal."""
