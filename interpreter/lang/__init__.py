"""The effect language: text of a pack in, typed tree out; imports nothing of documents or packs."""
