-- What the company is called on paper (docs/decisions/0041-what-paper-and-a-message-hold.md): one row, or none.
create table company (
  id boolean primary key default true check (id),
  name text check (is_not_blank(name) and length(name) <= 100)
);
