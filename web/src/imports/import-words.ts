import type { Import } from "@rounds/domain/imports/import.ts";
import type { ImportReason, ImportRow, Outcome, Verdict } from "@rounds/domain/imports/import-row.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { counted } from "../ui/figure/counted.ts";
import { nounWords } from "./noun-words.ts";

type Word = { label: string; tone: "neutral" | "accent" | "good" | "warning" | "danger" };

export const verdictWords: Record<Verdict, Word> = {
  unchecked: { label: "Not checked", tone: "neutral" },
  create: { label: "Create", tone: "good" },
  update: { label: "Update", tone: "accent" },
  same: { label: "Same", tone: "neutral" },
  look: { label: "Look at", tone: "warning" },
  refused: { label: "Can't", tone: "danger" },
  skipped: { label: "Left out", tone: "neutral" },
};

export const outcomeWords: Record<Outcome, Word> = {
  applied: { label: "Imported", tone: "good" },
  failed: { label: "Failed", tone: "danger" },
  undone: { label: "Undone", tone: "neutral" },
  kept: { label: "Not undone", tone: "warning" },
};

/** What became of a row, or will. */
export function wordOf({ verdict, outcome }: Pick<ImportRow, "verdict" | "outcome">): Word {
  if (outcome === "applied" && verdict !== "unchecked")
    return { ...outcomeWords.applied, label: verdict === "update" ? "Updated" : "Created" };
  return outcome ? outcomeWords[outcome] : verdictWords[verdict];
}

/** What is only worth knowing about a row; it is imported all the same. */
const notes: ReadonlySet<string> = new Set([
  "read_as",
  "digits_missing",
  "left_out",
  "no_price",
  "stock_kept",
  "no_quantity",
  "cancelled_sale",
]);

/** Whether a reason is what keeps a row from being imported. */
export function isWrong({ verdict }: Pick<ImportRow, "verdict">, { code }: ImportReason): boolean {
  return verdict === "refused" && !notes.has(code);
}

/** How many rows will be created or updated. */
export function toApply({ counts }: Import): number {
  return counts.create + counts.update;
}

/** What applying does: "1,190 doctors will be created, and 14 doctors will be updated." */
export function applyWords({ noun, counts: { create, update } }: Import): string {
  const { one, created: word = "created" } = nounWords[noun];
  const created = `${counted(create, one)} will be ${word}`;
  const updated = `${counted(update, one)} will be updated`;
  return `${[create > 0 && created, update > 0 && updated].filter(Boolean).join(", and ")}.`;
}

/** What stays out of it: "3 that can't be imported and 5 that nobody decided about will be left out." Empty if nothing does. */
export function leftOutWords({ counts: { refused, look } }: Import): string {
  const parts = [
    refused > 0 && `${formatCount(refused)} that can't be imported`,
    look > 0 && `${formatCount(look)} that nobody decided about`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(" and ")} will be left out.` : "";
}

/** What applying does to the stock, of visits with sales. */
export function stockWords({ noun, moves_stock = false }: Import): string {
  if (noun !== "visits") return "";
  return moves_stock ? "Their units are taken out of the stock." : "The stock stays as it is.";
}

/** What an import did, or its Undo: "1,190 doctors imported. 3 failed; each row says why." */
export function doneWords({ noun, state, counts: { applied, failed, undone, kept } }: Import): string {
  const did =
    state === "undone"
      ? `${counted(undone, "row")} undone.`
      : `${counted(applied, nounWords[noun].one)} imported.`;
  const [count, not] = state === "undone" ? [kept, "could not be undone"] : [failed, "failed"];
  if (count === 0) return did;
  return `${did} ${formatCount(count)} ${not}; ${count === 1 ? "its" : "each"} row says why.`;
}

/** How an import stands, in a list of them. */
export function stateWords({ state, total, counts }: Import): string {
  switch (state) {
    case "filling":
      return "Not all rows were sent";
    case "checking":
      return `Checked ${formatCount(total - counts.unchecked)} of ${formatCount(total)}`;
    case "checked":
      return "Checked, not imported yet";
    case "applying":
      return `Stopped after ${formatCount(counts.applied + counts.failed)} of ${formatCount(counts.create + counts.update)}`;
    case "applied":
      return [
        `${formatCount(counts.applied)} imported`,
        counts.failed > 0 && `${formatCount(counts.failed)} failed`,
      ]
        .filter(Boolean)
        .join(", ");
    case "undoing":
      return `Undo stopped: ${formatCount(counts.undone)} undone`;
    case "undone":
      return [
        `${formatCount(counts.undone)} undone`,
        counts.kept > 0 && `${formatCount(counts.kept)} not undone`,
      ]
        .filter(Boolean)
        .join(", ");
  }
}
