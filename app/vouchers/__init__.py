"""Orders of gift vouchers: numbers, payments, vouchers as PDF, and checks of codes."""
