-- The lists of one representative (docs/decisions/0075-lists-of-one-representative.md): a page of their doctors by name, and the
-- entries of a ledger that they made, each from an index alone.

lock table doctors, stock_transactions in access exclusive mode;

drop index doctors_by_representative;
create index doctors_by_representative on doctors (representative_id, name_key, id);

drop index ledger_by_product;
create index ledger_by_product on stock_transactions (product_id, transaction_date desc, sequence desc)
  include (quantity, created_by);
