-- Tells of accounts too: everything that is done to one is written down, so that is where it is heard. Servers look again
-- whether the user may still listen, and tell the pages that show the account.

create function live.note_accounts() returns trigger language plpgsql as $$
begin
  -- Every open page renews its session each hour; nothing that anybody looks at changes then.
  perform pg_notify('live_access', user_id::text)
    from (select distinct user_id from new_rows where action <> 'token_refreshed') as users;
  return null;
end;
$$;
create trigger live_noted after insert on auth.audit_log referencing new table as new_rows
  for each statement execute function live.note_accounts();
