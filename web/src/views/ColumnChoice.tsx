import { type ViewListName, viewLists } from "@rounds/domain/views/lists.ts";
import type { View } from "@rounds/domain/views/view.ts";
import { usePeople } from "../api/people.ts";
import { byAuthor, byRepresentative } from "../table/filter/whose.ts";
import { Button } from "../ui/control/Button.tsx";
import { chooseColumns } from "./chosen.ts";
import { withColumn } from "./view-state.ts";

/** The columns that somebody who works alone does not see. */
const ofTeams: readonly string[] = [byRepresentative.header, byAuthor.header];

/** Which columns the table shows. Phones show cards, which have none. */
export function ColumnChoice({ list, columns: shown }: { list: ViewListName; columns: View["columns"] }) {
  const { isTeam } = usePeople();
  const { columns, always } = viewLists[list];
  const all = columns.filter((header) => isTeam || !ofTeams.includes(header));
  return (
    <fieldset className="border-t border-line pt-4 max-sm:hidden">
      <legend className="float-left mb-1 w-full font-medium">Columns</legend>
      <div className="clear-both grid grid-cols-2 gap-x-4">
        {all.map((header) => (
          <label key={header} className="flex min-h-9 items-center gap-2 touch:min-h-11">
            <input
              type="checkbox"
              className="size-5 accent-accent"
              checked={!shown || shown.includes(header)}
              disabled={header === always}
              onChange={(event) => chooseColumns(list, withColumn(list, shown, header, event.target.checked))}
            />
            {header}
          </label>
        ))}
      </div>
      {shown && (
        <div className="mt-2">
          <Button size="small" onClick={() => chooseColumns(list, null)}>
            Show all columns
          </Button>
        </div>
      )}
    </fieldset>
  );
}
