import { changesNouns } from "@rounds/domain/history/nouns.ts";
import { day, id, oneOf } from "../search.ts";

// Apart from the other screens' search parameters, which every first screen loads.

type Raw = Record<string, unknown>;

/** All changes: whose, of what, and on which days. */
export type ChangesSearch = Partial<ReturnType<typeof changesSearch>>;
export function changesSearch(raw: Raw) {
  return {
    by: id(raw, "by"),
    noun: oneOf(raw, "noun", changesNouns),
    start_date: day(raw, "start_date") || undefined,
    end_date: day(raw, "end_date") || undefined,
  };
}

/** What was deleted: the record that is about to be brought back. */
export function deletedSearch(raw: Raw) {
  return { record: id(raw, "record") };
}
