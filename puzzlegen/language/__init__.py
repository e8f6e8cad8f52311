"""Messages in the reader's language: catalogues, plural rules, dates, explanations, text alternatives and Markdown."""
