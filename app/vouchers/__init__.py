"""Orders of gift vouchers: numbers, payment by transfer, the voucher as a PDF, and the check of its code."""
