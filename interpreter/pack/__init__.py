"""Pack stage: documents to one linked pack; feeds the language and the program."""
