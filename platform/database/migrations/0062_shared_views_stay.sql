-- Views for everybody are every administrator's: they stay, without an owner, when the account that saved them is removed for good.
-- Before, they went with it, as one's own do.

lock table auth.users, lists.views in access exclusive mode;

-- Who reads views names the owner only to find one's own.
-- safe from 0.1.0: column lists.views.owner_id
alter table lists.views alter column owner_id drop not null;
-- safe from 0.1.0: rule views_have_owners of lists.views
alter table lists.views add constraint views_have_owners check (shared or owner_id is not null);

create function lists.keep_shared_views() returns trigger language plpgsql as $$
begin
  update lists.views set owner_id = null where owner_id = old.id and shared;
  return old;
end $$;
create trigger shared_views_stay before delete on auth.users
  for each row execute function lists.keep_shared_views();
