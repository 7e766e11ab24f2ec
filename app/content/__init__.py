"""The contents of the site as data, without HTML."""
