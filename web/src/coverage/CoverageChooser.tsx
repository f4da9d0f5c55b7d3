import { type Day, formatMonth } from "@rounds/domain/calendar/calendar.ts";
import type { CoverageAnswer } from "@rounds/domain/coverage/coverage.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId } from "react";
import { usePeople } from "../api/people.ts";
import type { CoverageSearch } from "../search.ts";
import type { ChangeSearch } from "../table/useListSearch.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Select } from "../ui/Select.tsx";
import { lastMonths, monthAfter, monthBefore } from "./months.ts";

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
  const present = today.slice(0, 7);
  const month = search.month ?? present;
  const choose = (next: string) => onChange({ month: next === present ? undefined : next });
  const months = lastMonths(today);
  // A month of long ago, from a link, must still be shown; so must a person who is not in the list.
  const listed = months.includes(month) ? months : [...months, month];
  const others = people.filter(({ id }) => id !== me);
  const linked = search.person && search.person !== "everybody" ? search.person : undefined;
  const isListed = !linked || others.some(({ id }) => id === linked);
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
      <div className="flex items-end gap-1 max-sm:w-full">
        <IconButton
          icon={ChevronLeft}
          label="Earlier month"
          disabled={month <= firstMonth}
          onClick={() => choose(monthBefore(month))}
        />
        <Choice
          label="Month"
          value={month}
          options={listed.map((value) => ({ value, label: formatMonth(`${value}-01`) }))}
          onChange={choose}
        />
        <IconButton
          icon={ChevronRight}
          label="Later month"
          disabled={month >= present}
          onClick={() => choose(monthAfter(month))}
        />
      </div>
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

/** The product accepts no earlier day. */
const firstMonth = "1900-01";

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="min-w-0 flex-1 sm:w-52 sm:flex-none">
      <label htmlFor={id} className="mb-1 block text-small font-medium">
        {label}
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  );
}
