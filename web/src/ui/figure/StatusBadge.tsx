import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { Tag } from "./Tag.tsx";
import { WaitingTag } from "./WaitingTag.tsx";

type Props = {
  status: string | null | undefined;
  /** While it is being saved, that is said instead. */
  saving?: boolean | undefined;
  /** While it waits on this phone, too. */
  waiting?: "waiting" | "needs_you" | undefined;
};

/** A visit's status: green for completed, yellow for any other, "N/A" if there is none. */
export function StatusBadge({ status, saving = false, waiting }: Props) {
  if (saving) return <Tag>Saving…</Tag>;
  if (waiting) return <WaitingTag waiting={waiting} />;
  const text = status ? capitalized(status) : "N/A";
  const done = status === "completed";
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border px-2 py-px text-small font-medium whitespace-nowrap ${
        done ? "border-good-line bg-good-soft text-good" : "border-warn-line bg-warn-soft text-warn"
      }`}
    >
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {text}
    </span>
  );
}
