"""What shapes the Next project that Reflex generates. Everything that reaches into generated code stands here."""
