"""Gift voucher orders: numbers, payments, PDF vouchers, and code checks."""
