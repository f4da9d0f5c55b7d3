import { useEffect } from "react";
import { usePeople } from "../api/people.ts";
import { nameOf } from "../api/person-name.ts";
import { Button } from "../ui/Button.tsx";
import { adaptList } from "./adapted-lists.ts";
import type { Column } from "./columns.ts";
import { FilterDropdown } from "./FilterDropdown.tsx";
import { TextCell } from "./TextCell.tsx";
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
    <Button data-quick aria-pressed={on} onClick={() => onChange({ representative: on ? undefined : "me" })}>
      Mine
    </Button>
  );
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
    const cell = (row: unknown) => {
      const id = ofRow(row);
      return <PersonCell id={typeof id === "string" ? id : null} nobody={nobody} />;
    };
    const column: Column<unknown> = { header, priority: 3, cell, isBlank: (row) => ofRow(row) === me };
    return adaptList(table, (list) => ({ ...list, columns: [...list.columns, column] }), { first: true });
  }, [table, header, personOf, me, nobody]);
}

function PersonCell({ id, nobody }: { id: string | null; nobody: string }) {
  const { people } = usePeople();
  if (id === null) return <span className="text-muted">{nobody}</span>;
  return <TextCell text={nameOf(people, id)} />;
}
