import { formatRupees } from "@rounds/domain/money/money.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { newId } from "../api/new-id.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/control/Button.tsx";
import { TextLink } from "../ui/navigation/TextLink.tsx";
import type { Meanwhile, RowEntry } from "./row-entry.ts";

type Props = {
  doctor_name: string;
  meanwhile: Meanwhile;
  /** Saves what is typed here nevertheless, with the next save. */
  onKeep: () => void;
  onDiscard: () => void;
};

/** Says what somebody else, or another device, did to the row's visit, and lets the person decide. */
export function MeanwhileOfRow({ doctor_name, meanwhile, onKeep, onDiscard }: Props) {
  const isOwn = meanwhile.happened !== "recorded";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p>{wordsOf(doctor_name, meanwhile)}</p>
      <span className="flex flex-wrap gap-2">
        <Button size="small" onClick={onKeep}>
          {meanwhile.happened === "gone"
            ? "Save as a new visit"
            : isOwn
              ? "Save mine over it"
              : "Save mine too"}
        </Button>
        <Button size="small" variant="quiet" onClick={onDiscard}>
          Discard mine
        </Button>
      </span>
    </div>
  );
}

function wordsOf(doctor_name: string, meanwhile: Meanwhile) {
  if (!("visit" in meanwhile)) {
    return meanwhile.happened === "changed"
      ? "This planned visit was changed meanwhile."
      : "This planned visit was moved or deleted meanwhile.";
  }
  const { id, status, total_sales } = meanwhile.visit;
  return (
    <>
      A visit to {doctor_name} on this day was recorded meanwhile: {capitalized(status)},{" "}
      {formatRupees(total_sales)}. <TextLink target={paths.visit(id)}>Open it</TextLink>
    </>
  );
}

/** The change of the entry with which it is saved nevertheless; a deleted visit becomes a new one. */
export function keptEntry({ happened, mine }: Meanwhile): Partial<RowEntry> {
  return happened === "gone" ? { ...mine, id: newId(), line_ids: [] } : mine;
}
