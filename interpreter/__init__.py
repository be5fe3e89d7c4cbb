"""Solon: a rules interpreter for board games that are folders of YAML."""
