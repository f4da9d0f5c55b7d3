-- A batch is one person's. Who sends a request chooses its key, and the history shows the keys of others: under the key of
-- somebody else's batch, what follows is a batch of its own, so that theirs can still be taken back. One row of a batch
-- says whose it is.
create or replace function history.act(who uuid, key uuid) returns void language sql as $$
  select set_config('rounds.user', coalesce(who::text, ''), true),
    set_config('rounds.batch', case
      when key is null or exists (
        select from (select by from history.changes where batch_id = key limit 1) as known where by is distinct from who)
      then gen_random_uuid() else key end::text, true)
$$;
