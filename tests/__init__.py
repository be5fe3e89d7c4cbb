"""Tests of Solon."""
