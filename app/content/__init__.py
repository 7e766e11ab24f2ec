"""The site's contents: typed data without markup."""
