-- The sales of a visit that moves no stock can't take any either, whichever program asks: during an upgrade a server of the
-- release before does not know of such visits, and an edit there would take units that nothing returns
-- (docs/decisions/0072-visits-of-another-system.md). The function is the one that refuses to return them.

create trigger unmoved_sales_take_nothing before insert on stock_transactions
  for each row when (new.reference_type = 'visit')
  execute function refuse_unmoved_reversal();
