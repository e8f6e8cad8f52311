"""Everything that is printed or read in words: message catalogues, dates, explanations, alt texts."""
