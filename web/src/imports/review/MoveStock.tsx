import type { Import } from "@rounds/domain/imports/import.ts";
import { useId, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { outcomeWords } from "../../ui/message/outcome.ts";
import { toast } from "../../ui/message/toast.ts";
import { chooseStock } from "../queries.ts";

/** Asks whether the sales of past visits move the stock. They don't unless somebody says so. */
export function MoveStock({ state: { id, moves_stock = false } }: { state: Import }) {
  const hint = useId();
  /** What was chosen, while it is saved. */
  const [saving, setSaving] = useState<boolean>();
  const busy = saving !== undefined;
  const choose = async (moves: boolean) => {
    setSaving(moves);
    try {
      await chooseStock(id, moves);
    } catch (thrown) {
      const error = asApiError(thrown);
      const lead = outcomeWords(error, "The choice was not saved.", "the choice was saved");
      toast.error(error.message, { lead });
    }
    setSaving(undefined);
  };
  return (
    <div className="mb-4 flex flex-col gap-1">
      <label className="flex min-h-11 w-fit items-center gap-2.5 sm:min-h-8 touch:min-h-11">
        <input
          type="checkbox"
          checked={saving ?? moves_stock}
          aria-describedby={hint}
          aria-disabled={busy}
          onChange={({ target }) => {
            if (!busy) void choose(target.checked);
          }}
          className="size-4.5 accent-accent"
        />
        <span className="font-medium">Take the sold units out of the stock</span>
      </label>
      <p id={hint} className="text-small text-muted">
        {moves_stock
          ? "Each sale takes its units out of the stock on the day of its visit. Rows for which there are not enough units can't be imported."
          : "The visits and their sales count in all reports, and the stock stays as it is. This is right if the units left before you counted your stock here."}
      </p>
    </div>
  );
}
