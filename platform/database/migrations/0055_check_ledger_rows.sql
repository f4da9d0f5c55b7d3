-- The rows that were there before 0054 are checked without keeping anybody from writing.

-- safe from 0.1.0: rule stock_transactions_movement of public.stock_transactions
alter table stock_transactions validate constraint stock_transactions_movement;
