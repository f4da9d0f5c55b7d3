import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { CoverageAnswer } from "@rounds/domain/coverage/coverage.ts";
import { usePeople } from "../api/people.ts";
import type { CoverageSearch } from "../search.ts";
import type { ChangeSearch } from "../table/filter/useListSearch.ts";
import { Choice, MonthChooser } from "./MonthPicker.tsx";

type Props = {
  search: CoverageSearch;
  today: Day;
  /** Whose coverage is shown; undefined until it is loaded. */
  person: CoverageAnswer["person"] | undefined;
  onChange: ChangeSearch<CoverageSearch>;
};

/** Chooses the month and whose doctors: one's own, everybody's, or those of one person. */
export function CoverageChooser({ search, today, person, onChange }: Props) {
  const { me, people } = usePeople({ read: true });
  const others = people.filter(({ id }) => id !== me);
  const linked = search.person && search.person !== "everybody" ? search.person : undefined;
  // A person who is not in the list, from a link, must still be shown.
  const isListed = !linked || others.some(({ id }) => id === linked);
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
      <MonthChooser month={search.month} today={today} onChange={(month) => onChange({ month })} />
      <Choice
        label="Doctors of"
        value={search.person ?? ""}
        options={[
          { value: "", label: "Me" },
          { value: "everybody", label: "Everybody" },
          ...(isListed ? [] : [{ value: linked ?? "", label: person?.name ?? "…" }]),
          ...others.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(chosen) => onChange({ person: chosen || undefined })}
      />
    </div>
  );
}
