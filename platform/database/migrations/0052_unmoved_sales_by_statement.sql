-- Whether the sales of a visit may take stock is looked up once for each statement, not by a trigger for each sale: recording a visit
-- of three sales called it three times. As in 0046, it is needed while a server of a release before records beside this one.

create function refuse_unmoved_sales() returns trigger language plpgsql as $$
begin
  -- Row by row, as in note_sales: a join could be planned to read all visits.
  if exists (
    select from (select distinct reference_id from changed where reference_type = 'visit') as sold
    where (select not moves_stock from public.visits where id = reference_id)
  ) then
    raise exception 'the sales of this visit did not move the stock' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

drop trigger unmoved_sales_take_nothing on stock_transactions;
create trigger unmoved_sales_take_nothing after insert on stock_transactions
  referencing new table as changed for each statement execute function refuse_unmoved_sales();
