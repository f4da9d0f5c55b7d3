import type { RecordNoun } from "@rounds/domain/history/history.ts";
import type { ChangesNoun } from "@rounds/domain/history/nouns.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { type ApiError, asApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { refetchAfterWrite } from "../api/live/stored-rows.ts";
import { newId } from "../api/new-id.ts";
import { queryClient } from "../api/query-client.ts";
import { paths } from "../paths.ts";
import { outcomeWords } from "../ui/message/outcome.ts";
import { toast } from "../ui/message/toast.ts";

/** The record that was changed or deleted. */
type UndoneRecord = { noun: RecordNoun; id: string; op: "update" | "delete" };
/** What was changed or deleted: a record, or a setting of this kind. */
export type Undoable = UndoneRecord | { noun: Exclude<ChangesNoun, RecordNoun> };

const one = { doctors: "doctor", products: "product", visits: "visit" } as const;
const targets = { doctors: paths.doctor, products: paths.product, visits: paths.visit } as const;

/** The screen of a record. */
export const targetOf = ({ noun, id }: { noun: RecordNoun; id: string }) => targets[noun](id);

/**
 * Takes back what a request did, and tells of it in messages, so that other work can go on. Another attempt has the same key: the
 * first one may have been done, and only its answer lost.
 */
export async function undo(batch: string, record: Undoable, key = newId()): Promise<void> {
  toast.info("Undoing…", { duration: 0 });
  try {
    await call(historyRoutes.undo, { params: { id: batch }, body: {} }, undefined, key);
    if (!("op" in record)) {
      // Much depends on settings.
      void queryClient.invalidateQueries();
      toast.success("Undone: it is as before.");
      return;
    }
    void refetchAfterWrite(record.noun);
    const words = record.op === "delete" ? "is back" : "is as before";
    toast.success(`Undone: the ${one[record.noun]} ${words}.`, {
      link: { label: `Open the ${one[record.noun]}`, target: targetOf(record) },
    });
  } catch (thrown) {
    tellOf(asApiError(thrown), batch, record, key);
  }
}

function tellOf(error: ApiError, batch: string, record: Undoable, key: string): void {
  const lead = outcomeWords(error, "This was not undone.", "this was undone");
  if (error.code === "insufficient_stock" && "op" in record && record.op === "delete") {
    toast.warning(undoProblem(error), {
      lead,
      duration: 0,
      link: { label: "Choose how many units come back", target: paths.deleted({ record: record.id }) },
    });
  } else {
    const again = { label: "Try again", run: () => void undo(batch, record, key) };
    toast.error(undoProblem(error), { lead, duration: 0, ...(error.retryable && { link: again }) });
  }
}

/** Why something can't be taken back or brought back, in words. */
export function undoProblem({ code, message, details }: ApiError): string {
  const of = (name: string) => (typeof details[name] === "string" ? (details[name] as string) : undefined);
  switch (code) {
    case "changed_meanwhile":
      return `${of("changed_by") ?? "Somebody"} has changed it since.`;
    case "gone":
      return `${of("deleted_by") ?? "Somebody"} has deleted it since.`;
    case "insufficient_stock": {
      const product = of("product_name");
      return product ? `${product}: ${message}` : message;
    }
    case "doctor_missing":
      return "Its doctor is deleted. Bring the doctor back first.";
    case "product_missing":
      return "A product of it is deleted. Bring the product back first.";
    case "not_found":
      return "There is nothing to take back any more.";
    default:
      return message;
  }
}
