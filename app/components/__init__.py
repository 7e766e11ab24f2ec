"""What pages are composed of. A component's JavaScript, if it has any, stands beside its Python."""
