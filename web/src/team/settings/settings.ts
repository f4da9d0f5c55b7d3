import type { PermissionSettings, PermissionTable } from "@rounds/domain/account/permission-table.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { CallNorms } from "@rounds/domain/coverage/norms.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import type { Holiday, HolidayList } from "@rounds/domain/coverage/settings.ts";
import { mergeFields, type Versions } from "@rounds/domain/records/merge.ts";
import type { Company } from "@rounds/domain/team/company.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { callUndoable } from "../../api/batches.ts";
import { call } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { acrossFilters, readQuery } from "../../api/reading.ts";

/** The norms in force and the holidays of a year, for administrators; others get `forbidden`. */
export const settingsQuery = (year: number) =>
  readQuery(["coverage", "settings", year], coverageRoutes.settings, { query: { year } }, acrossFilters);

type Cells = Record<string, Record<string, unknown>>;

/** A table with what the person changed in it: what somebody else has changed since then stays. */
function mergeTable<Table extends Cells>({ base, mine, theirs }: Versions<Table>): Table {
  const rows = Object.entries(mine).map(([row, cells]) => {
    const versions = { base: base[row] ?? {}, mine: cells, theirs: theirs[row] ?? {} };
    return [row, mergeFields(versions, Object.keys(cells), (_, value) => value).values];
  });
  return Object.fromEntries(rows);
}

/** Sets the norms from the present month on; `before` are those that the person has changed. */
export async function saveNorms(mine: CallNorms, before: CallNorms): Promise<CallNorms> {
  const { norms } = await call(coverageRoutes.settings, { query: {} });
  const body = mergeTable({ base: before, mine, theirs: norms });
  const saved = await callUndoable(coverageRoutes.saveNorms, { body });
  await settingsChanged();
  return saved;
}

/** Adds holidays, or renames those of the same days. */
export async function saveHolidays(holidays: Holiday[]): Promise<HolidayList> {
  const saved = await callUndoable(coverageRoutes.saveHolidays, { body: { holidays } });
  await settingsChanged();
  return saved;
}

/** Removes a holiday. */
export async function removeHoliday(day: Day): Promise<{ day: string }> {
  const removed = await callUndoable(coverageRoutes.removeHoliday, { query: { day } });
  await settingsChanged();
  return removed;
}

/** Who may do what, for administrators. */
export const permissionSettingsQuery = readQuery(["team", "permissions"], teamRoutes.permissions, {});

/** Changes who may do what; `before` is what the person has changed. */
export async function changePermissions(
  mine: PermissionTable,
  before: PermissionTable,
): Promise<PermissionSettings> {
  const { table } = await call(teamRoutes.permissions, {});
  return await savePermissions(mergeTable({ base: before, mine, theirs: table }));
}

/** Sets who may do what. */
export async function savePermissions(body: PermissionTable): Promise<PermissionSettings> {
  const saved = await callUndoable(teamRoutes.savePermissions, { body });
  queryClient.setQueryData(permissionSettingsQuery.queryKey, saved);
  return saved;
}

/** Sets or removes what the company is called. */
export async function saveCompany(body: Company): Promise<Company> {
  const saved = await callUndoable(teamRoutes.saveCompany, { body });
  await settingsChanged();
  return saved;
}

/** Much depends on settings, and they change a few times a year: everything that is shown is read again. */
function settingsChanged(): Promise<void> {
  return queryClient.invalidateQueries();
}
