import { type ViewListName, viewLists } from "@rounds/domain/views/lists.ts";
import type { View } from "@rounds/domain/views/view.ts";
import { Button } from "../ui/Button.tsx";
import { chooseColumns } from "./chosen.ts";
import { withColumn } from "./view-state.ts";

/** Which columns the table shows. Phones show cards, which have none. */
export function ColumnChoice({ list, columns }: { list: ViewListName; columns: View["columns"] }) {
  const { columns: all, always } = viewLists[list];
  return (
    <fieldset className="border-t border-line pt-4 max-sm:hidden">
      <legend className="float-left mb-1 w-full font-medium">Columns</legend>
      <div className="clear-both grid grid-cols-2 gap-x-4">
        {all.map((header) => (
          <label key={header} className="flex min-h-9 items-center gap-2 touch:min-h-11">
            <input
              type="checkbox"
              className="size-5 accent-accent"
              checked={!columns || columns.includes(header)}
              disabled={header === always}
              onChange={(event) =>
                chooseColumns(list, withColumn(list, columns, header, event.target.checked))
              }
            />
            {header}
          </label>
        ))}
      </div>
      {columns && (
        <div className="mt-2">
          <Button size="small" onClick={() => chooseColumns(list, null)}>
            Show all columns
          </Button>
        </div>
      )}
    </fieldset>
  );
}
