import { formatMoment } from "@rounds/domain/calendar/calendar.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { RotateCcw } from "lucide-react";
import { businessTimeZone } from "../api/page-settings.ts";
import type { Target } from "../paths.ts";
import { Button } from "../ui/Button.tsx";
import { refused } from "../ui/refused.ts";
import { TextLink } from "../ui/TextLink.tsx";
import { type ChangedPart, type HistoryEntry, isAsBefore } from "./history-words.ts";

type Props = {
  entries: readonly HistoryEntry[];
  /** Whether each entry names its record, with a link to it; otherwise all are of one. */
  linkOf?: (entry: HistoryEntry) => Target | undefined;
  /** The record as it is now; with it, a former value can be restored. */
  current?: object;
  /** The part that is being restored. */
  busy?: string;
  onRestore?: (part: ChangedPart) => void;
  /** Why the person may not restore the former value of a field. */
  unrestorable?: ((field: string) => string | undefined) | undefined;
};

/** Changes in words: who, when, and each field from its former value to the next. */
export function ChangeEntries({ entries, linkOf, current, busy, onRestore, unrestorable }: Props) {
  return (
    <ol className="divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.key} className="py-3 first:pt-0 last:pb-0">
          {linkOf && <What entry={entry} target={linkOf(entry)} />}
          <p className="text-small wrap-anywhere text-muted">
            {sentence(entry, Boolean(linkOf))} · {formatMoment(entry.at, businessTimeZone)}
          </p>
          {entry.erased && <p className="mt-1 text-muted italic">What it was about has been erased.</p>}
          <ul className="mt-1 flex flex-col gap-1 empty:hidden">
            {entry.parts.map((part) => (
              <li key={part.key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-medium">{part.label}</span>
                  {(part.from ?? part.to) !== undefined && ": "}
                  {part.from !== undefined && (
                    <>
                      <span className="text-muted">{part.from}</span>
                      <span aria-hidden="true"> → </span>
                      <span className="sr-only"> to </span>
                    </>
                  )}
                  {part.to}
                </span>
                {onRestore && part.former && current && !isAsBefore(part.former, current) && (
                  <RestoreButton
                    part={part}
                    busy={busy}
                    refusal={unrestorable?.(part.former.field)}
                    onRestore={() => onRestore(part)}
                  />
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function RestoreButton({
  part: { key, label, from },
  busy,
  refusal,
  onRestore,
}: {
  part: ChangedPart;
  busy: string | undefined;
  refusal: string | undefined;
  onRestore: () => void;
}) {
  return (
    <Button
      size="small"
      variant="quiet"
      icon={RotateCcw}
      busy={busy === key}
      disabled={busy !== undefined}
      aria-label={`Restore this value: ${label}, ${from}`}
      onClick={onRestore}
      {...(refusal && refused(refusal))}
    >
      Restore this value
    </Button>
  );
}

function What({ entry, target }: { entry: HistoryEntry; target: Target | undefined }) {
  return (
    <p className="font-medium wrap-anywhere">
      {target ? <TextLink target={target}>{entry.what}</TextLink> : entry.what}
    </p>
  );
}

/** "asha@example.com changed it"; with the record above it, "changed by asha@example.com". */
function sentence({ did, who }: HistoryEntry, isNamed: boolean): string {
  if (isNamed) return `${capitalized(did)} by ${who}`;
  const it = did === "brought back" ? "brought it back" : `${did} it`;
  // An address is written as it is.
  return `${who.includes("@") ? who : capitalized(who)} ${it}`;
}
