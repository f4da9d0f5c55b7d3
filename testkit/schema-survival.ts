import type { Connection } from "@rounds/database/connect.ts";

/** What servers may rely on, by name, with its details. */
type Catalogue = Map<string, string>;

const own = "not in ('pg_catalog', 'information_schema') and nspname not like 'pg_%'";

/** Reads the catalogue of a database: names in words, for example "column public.doctors.city". */
export async function readCatalogue({ pool }: Pick<Connection, "pool">): Promise<Catalogue> {
  const { rows } = await pool.query<{ name: string; promise: string }>(`
    select format('%s %s.%s', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end,
      nspname, relname) as name, '' as promise
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'S') and nspname ${own}
    union all
    select format('column %s.%s.%s', nspname, relname, attname), format('%s%s%s',
      format_type(atttypid, atttypmod), case when attnotnull then ' not null' end,
      case when atthasdef or attidentity <> '' then ' with a default' end)
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped and nspname ${own}
    union all
    select format('function %s.%s(%s)', nspname, proname, pg_get_function_identity_arguments(pg_proc.oid)),
      pg_get_function_result(pg_proc.oid)
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where prorettype <> 'trigger'::regtype and nspname ${own}
    union all
    select format('rule %s of %s.%s', conname, nspname, relname), pg_get_constraintdef(pg_constraint.oid)
    from pg_constraint join pg_class on pg_class.oid = conrelid join pg_namespace on pg_namespace.oid = relnamespace
    where contype in ('c', 'f', 'u', 'x', 'p') and nspname ${own}
    union all
    select format('rule %s of %s.%s', index.relname, nspname, rel.relname), pg_get_indexdef(indexrelid)
    from pg_index join pg_class index on index.oid = indexrelid join pg_class rel on rel.oid = indrelid
      join pg_namespace on pg_namespace.oid = rel.relnamespace
    where indisunique and nspname ${own} and not exists (select from pg_constraint where conindid = indexrelid)`);
  return new Map(rows.map((row) => [row.name, row.promise]));
}

/**
 * What a migration breaks for the version before, which knows the former catalogue: names of what is gone or
 * different, of constraints that its rows may violate, and of columns that it can't leave out.
 */
export function breaks(before: Catalogue, after: Catalogue): string[] {
  const tableOf = (name: string) => /^(?:column|rule \S+ of) (\w+\.\w+)/.exec(name)?.[1];
  const gone = [...before].filter(([name, promise]) => {
    const now = after.get(name);
    // A default breaks nothing.
    return now !== promise && now !== `${promise} with a default`;
  });
  const demanded = [...after].filter(
    ([name, promise]) =>
      !before.has(name) &&
      before.has(`table ${tableOf(name)}`) &&
      (name.startsWith("rule") || promise.endsWith("not null")),
  );
  return [...gone, ...demanded].map(([name]) => name);
}

/**
 * The names that, according to a migration, the version before does not need, with the first release for which that is
 * true.
 */
export function declaredBreaks(text: string): { release: string; name: string }[] {
  return [...text.matchAll(/^-- safe from (\d+\.\d+\.\d+): (.+)$/gm)].map(([, release = "", name = ""]) => ({
    release,
    name: name.trim(),
  }));
}
