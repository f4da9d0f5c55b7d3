-- Visits brought in from another system, whose sales never took anything from this stock
-- (docs/decisions/0072-visits-of-another-system.md).

alter table visits add column moves_stock boolean not null default true;

-- What did not move the stock can't come back into it, whichever program asks.
create function refuse_unmoved_reversal() returns trigger language plpgsql as $$
begin
  if exists (select from visits where id = new.reference_id and not moves_stock) then
    raise exception 'the sales of this visit did not move the stock' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger unmoved_sales_stay_out before insert on stock_transactions
  for each row when (new.reference_type in ('visit_edit_reversal', 'visit_delete_reversal'))
  execute function refuse_unmoved_reversal();

select live.tell_changes_of('visits');

-- Lists of such visits on their way in.
alter table imports.imports drop constraint if exists imports_noun_check;
alter table imports.imports add constraint imports_noun_check check (noun in ('doctors', 'products', 'visits'));
-- Whether the sales of the visits move the stock: only if somebody asks.
alter table imports.imports add column moves_stock boolean not null default false;

-- Which doctor or product a text of a file means, as a person decided for all rows that have it.
create table imports.names (
  import_id uuid not null references imports.imports on delete cascade,
  kind text not null check (kind in ('doctor', 'product')),
  -- A digest of the cells.
  key text not null,
  -- No foreign key: it may be deleted. Null: the rows are left out.
  choice uuid,
  primary key (import_id, kind, key)
);
