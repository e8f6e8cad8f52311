"""The catalogue: a language's file of words becomes the record ``words.Words``, or a list of what is wrong with it."""
