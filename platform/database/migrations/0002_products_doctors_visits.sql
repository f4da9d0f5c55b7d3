-- Products, doctors, visits and sales, with every rule that must hold whichever program writes.
-- Runs on PostgreSQL 15 and later.

create extension if not exists pg_trgm;

-- How texts are compared when searching: without case and without accents.
create function search_key(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(lower(normalize(value, nfkd)), '[\u0300-\u036f]', '', 'g');

-- Without the white space around it: all that JavaScript's trim() takes away, so that both sides agree.
create function trimmed(value text) returns text
  language sql immutable strict parallel safe
  return btrim(value, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');

-- Null, which a check lets through, for null.
-- By what names are sorted: stored, because it is slow to compute, and cut, because an index entry has a limit.
create function name_key(name text) returns text
  language sql immutable strict parallel safe
  return left(search_key(name), 200);

create function is_not_blank(value text) returns boolean
  language sql immutable strict parallel safe
  return trimmed(value) <> '';

create table doctors (
  id uuid primary key,
  name text not null check (is_not_blank(name) and length(name) <= 200),
  specialization text check (is_not_blank(specialization) and length(specialization) <= 200),
  hospital text check (is_not_blank(hospital) and length(hospital) <= 200),
  address text check (is_not_blank(address) and length(address) <= 500),
  contact_number text check (is_not_blank(contact_number) and length(contact_number) <= 50),
  email text check (is_not_blank(email) and length(email) <= 254),
  doctor_class text check (doctor_class in ('A', 'B', 'C')),
  doctor_type text check (doctor_type in ('dispenser', 'prescriber')),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references auth.users on delete set null,
  updated_by uuid references auth.users on delete set null,
  -- What the creating request held: the same id with other content is a conflict, with the same a repetition.
  creation_digest text not null,
  name_key text not null generated always as (name_key(name)) stored,
  -- What the visit list calls a city, and the doctor list.
  trimmed_address text generated always as (trimmed(address)) stored,
  city text generated always as (trimmed(regexp_replace(address, '^.*,', ''))) stored,
  search text not null generated always as (
    search_key(name || E'\n' || coalesce(specialization, '') || E'\n' || coalesce(hospital, ''))
  ) stored,
  -- The type-ahead of the visit form does not look at the hospital.
  picker_search text not null generated always as (
    search_key(name || E'\n' || coalesce(specialization, ''))
  ) stored
);

create table products (
  id uuid primary key,
  name text not null check (is_not_blank(name) and length(name) <= 200),
  description text check (is_not_blank(description) and length(description) <= 2000),
  price numeric(12, 2) not null check (price >= 0),
  category text check (
    category in ('Antibiotics', 'Pain Relief', 'Cardiovascular', 'Diabetes', 'Respiratory', 'Vitamins', 'Supplements', 'Other')
  ),
  current_stock integer not null default 0 constraint products_stock_not_negative check (current_stock >= 0),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references auth.users on delete set null,
  updated_by uuid references auth.users on delete set null,
  creation_digest text not null,
  name_key text not null generated always as (name_key(name)) stored,
  search text not null generated always as (
    search_key(name || E'\n' || coalesce(description, '') || E'\n' || coalesce(category, ''))
  ) stored
);

create table visits (
  id uuid primary key,
  doctor_id uuid not null constraint visits_doctor_exists references doctors on delete cascade,
  visit_date date not null,
  status text not null check (status in ('completed', 'scheduled', 'cancelled')),
  notes text check (is_not_blank(notes) and length(notes) <= 5000),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references auth.users on delete set null,
  updated_by uuid references auth.users on delete set null,
  creation_digest text not null,
  search text not null generated always as (search_key(status || E'\n' || coalesce(notes, ''))) stored
);

create table sales (
  id uuid primary key,
  visit_id uuid not null references visits on delete cascade,
  product_id uuid not null constraint sales_product_exists references products on delete restrict,
  -- Place among the visit's lines, in the order in which they were entered.
  position integer not null check (position >= 0),
  quantity integer not null check (quantity > 0),
  unit_price numeric(12, 2) not null check (unit_price > 0),
  total_amount numeric(18, 2) not null generated always as (quantity * unit_price) stored,
  -- The day on which this sale moved stock; its reversal carries the same day.
  transaction_date date not null,
  created_at timestamptz not null default now()
);

create table stock_transactions (
  id uuid primary key,
  product_id uuid not null constraint stock_transactions_product_exists references products on delete cascade,
  transaction_type text not null check (transaction_type in ('opening', 'purchase', 'sale', 'adjustment')),
  quantity integer not null,
  transaction_date date not null,
  reference_type text check (
    reference_type in ('manual_adjustment', 'visit', 'visit_edit_reversal', 'visit_delete_reversal')
  ),
  reference_id uuid,
  notes text check (is_not_blank(notes) and length(notes) <= 1000),
  created_at timestamptz not null default now(),
  -- Not a foreign key: removing a user must not rewrite the ledger.
  created_by uuid,
  creation_digest text,
  -- The order in which rows were made: created_at is the same for all rows of one transaction.
  sequence bigint not null generated always as identity,
  constraint stock_transactions_sign check (
    case transaction_type
      when 'purchase' then quantity > 0
      when 'sale' then quantity < 0
      else quantity <> 0
    end
  ),
  constraint stock_transactions_reversal check (
    reference_type is null
    or reference_type not in ('visit_edit_reversal', 'visit_delete_reversal')
    or (transaction_type = 'adjustment' and quantity > 0 and reference_id is not null)
  )
);

-- The ledger is append-only: its rows go only together with their product.

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from products where id = old.product_id) then
    return old;
  end if;
  raise exception 'stock_transactions is append-only' using errcode = 'integrity_constraint_violation';
end $$;

create trigger ledger_is_append_only before update or delete on stock_transactions
  for each row execute function refuse_ledger_change();

create function refuse_ledger_truncation() returns trigger language plpgsql as $$
begin
  raise exception 'stock_transactions is append-only' using errcode = 'integrity_constraint_violation';
end $$;

create trigger ledger_is_never_emptied before truncate on stock_transactions
  for each statement execute function refuse_ledger_truncation();

-- current_stock is the sum of the ledger: the ledger moves it, nothing else can. As no row lies in the future,
-- that sum is the closing stock of today. (The server decides which day today is; no zone is ahead of UTC+14.)

create function move_stock() returns trigger language plpgsql as $$
begin
  if exists (select from moved where transaction_date > (now() at time zone 'UTC' + interval '14 hours')::date) then
    raise exception 'a stock transaction can''t lie in the future' using errcode = 'check_violation';
  end if;
  update products
    set current_stock = products.current_stock + change.units
    from (select product_id, sum(quantity) as units from moved group by product_id) as change
    where products.id = change.product_id;
  return null;
end $$;

create trigger ledger_moves_stock after insert on stock_transactions
  referencing new table as moved
  for each statement execute function move_stock();

create function guard_current_stock() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.current_stock <> 0 then
      raise exception 'a new product has no stock: add it through stock_transactions'
        using errcode = 'integrity_constraint_violation';
    end if;
  elsif new.current_stock <> old.current_stock and pg_trigger_depth() < 2 then
    raise exception 'current_stock moves only with stock_transactions'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger stock_follows_ledger before insert or update of current_stock on products
  for each row execute function guard_current_stock();

-- Indexes: every list by its order, every search by trigram, every foreign key.

create index doctors_by_name on doctors (name_key, id) include (doctor_class, doctor_type);
create index doctors_by_city on doctors (city);
create index doctors_by_address on doctors (trimmed_address);
create index doctors_by_search on doctors using gin (search gin_trgm_ops);
create index doctors_by_picker_search on doctors using gin (picker_search gin_trgm_ops);

create index products_by_name on products (name_key, id);
create index products_by_search on products using gin (search gin_trgm_ops);

create index visits_by_date on visits (visit_date desc, id desc) include (doctor_id, status);
create index visits_not_completed on visits (visit_date desc, id desc) where status <> 'completed';
create index visits_by_doctor on visits (doctor_id, visit_date desc, id desc);
create index visits_by_search on visits using gin (search gin_trgm_ops);

create index sales_by_visit on sales (visit_id) include (quantity, total_amount);
create index sales_by_product on sales (product_id);

create index ledger_by_product on stock_transactions (product_id, transaction_date desc, sequence desc) include (quantity);
create index ledger_by_reference on stock_transactions (reference_id);
