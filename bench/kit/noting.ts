type Run = (statement: string) => Promise<{ rows: unknown[] }>;

/** Switches the triggers that record changes for the rollups on or off; while they are off, the sums become wrong. */
export async function setNoting(run: Run, on: boolean): Promise<void> {
  const { rows } = await run(`
    select tgname as name, tgrelid::regclass::text as on_table from pg_trigger
    where tgfoid = any ('{note_visits,note_sales,note_movements}'::regproc[])`);
  for (const { name, on_table } of rows as { name: string; on_table: string }[]) {
    await run(`alter table ${on_table} ${on ? "enable" : "disable"} trigger ${name}`);
  }
}
