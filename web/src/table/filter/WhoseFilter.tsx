import { Check } from "lucide-react";
import { useEffect } from "react";
import { usePeople } from "../../api/people.ts";
import { nameOf } from "../../api/person-name.ts";
import { Button } from "../../ui/control/Button.tsx";
import { adaptList } from "../adapted-lists.ts";
import type { Column } from "../rows/columns.ts";
import { TextCell } from "../rows/TextCell.tsx";
import { FilterDropdown } from "./FilterDropdown.tsx";
import type { Whose } from "./whose.ts";

type Props = {
  value: string | undefined;
  onChange: (change: { representative: string | undefined }) => void;
  by: Whose;
  /** The table that gets a column with the person of each row, unless it has one. */
  table?: string;
  narrow?: boolean;
};

/** Chooses whose rows a list shows, and adds a column that says whose each row is. Somebody who works alone sees neither. */
export function WhoseFilter({ value, onChange, by, table, narrow = false }: Props) {
  const { me, people, isTeam } = usePeople({ read: true });
  useWhoseColumn(table, by, isTeam ? me : undefined);
  if (!isTeam && !value) return null;
  const others = people.filter(({ id }) => id !== me);
  const chosen = value === me ? "me" : value;
  const isListed = !chosen || ["me", "nobody"].includes(chosen) || others.some(({ id }) => id === chosen);
  return (
    <FilterDropdown
      label="Representative"
      narrow={narrow}
      value={chosen}
      options={[
        { value: "me", label: "Me" },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
        ...(isListed ? [] : [{ value: chosen, label: people.length === 0 ? "…" : nameOf(people, chosen) }]),
        { value: "nobody", label: by.nobody },
      ]}
      onChange={(representative) => onChange({ representative })}
    />
  );
}

/** One's own rows with one tap, on a phone. */
export function MineToggle({ value, onChange }: Pick<Props, "value" | "onChange">) {
  const { me, isTeam } = usePeople({ read: true });
  if (!isTeam) return null;
  const on = value === "me" || (value !== undefined && value === me);
  return (
    <Button
      data-quick
      {...(on && { icon: Check })}
      aria-pressed={on}
      onClick={() => onChange({ representative: on ? undefined : "me" })}
    >
      Mine
    </Button>
  );
}

/** The column alone, for a list that is not filtered. */
export function WhoseColumn({ by, table }: { by: Whose; table: string }) {
  const { me, isTeam } = usePeople({ read: true });
  useWhoseColumn(table, by, isTeam ? me : undefined);
  return null;
}

/** Adds the column while there is a team, of which `me` is one. Cards and second lines leave out what is one's own. */
function useWhoseColumn(
  table: string | undefined,
  { header, nobody, personOf }: Whose,
  me: string | undefined,
) {
  useEffect(() => {
    if (me === undefined || table === undefined) return undefined;
    const ofRow = (row: unknown) => personOf(row as Record<string, unknown>);
    // Not in `whose.ts`, which every first screen carries.
    const changer = (row: unknown) => (row as Record<string, unknown>).changed_by_id;
    const cell = (row: unknown) => (
      <PersonCell id={idOf(ofRow(row))} changed_by={idOf(changer(row))} nobody={nobody} />
    );
    const isBlank = (row: unknown) => ofRow(row) === me && idOf(changer(row)) === null;
    const column: Column<unknown> = { header, priority: 2, columnFrom: 60, cell, isBlank };
    return adaptList(table, (list) => ({ ...list, columns: [...list.columns, column] }), { first: true });
  }, [table, header, personOf, me, nobody]);
}

const idOf = (value: unknown) => (typeof value === "string" ? value : null);

type PersonCellProps = { id: string | null; changed_by: string | null; nobody: string };

function PersonCell({ id, changed_by, nobody }: PersonCellProps) {
  const { people } = usePeople();
  return (
    <>
      {id === null ? <span className="text-muted">{nobody}</span> : <TextCell text={nameOf(people, id)} />}
      {changed_by !== null && (
        <span className="block text-small text-muted">Changed by {nameOf(people, changed_by)}</span>
      )}
    </>
  );
}
