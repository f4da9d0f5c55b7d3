import { formatMoment } from "@rounds/domain/calendar/calendar.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { RotateCcw } from "lucide-react";
import { createElement, useRef } from "react";
import { businessTimeZone } from "../api/page-settings.ts";
import type { Target } from "../paths.ts";
import { useRowFocus } from "../table/rows/useRowFocus.ts";
import { focusHeading } from "../ui/browser/focus-heading.ts";
import { Button } from "../ui/control/Button.tsx";
import { refused } from "../ui/control/refused.ts";
import { TextLink } from "../ui/navigation/TextLink.tsx";
import { type ChangedPart, type HistoryEntry, isAsBefore, storyOf } from "./history-words.ts";
import type { Sentence } from "./sentences.ts";

type Restoring = {
  /** The record as it is now; with it, a former value can be restored. */
  current?: object;
  /** The part that is being restored. */
  busy?: string;
  onRestore?: (part: ChangedPart) => void;
  /** Why the person may not restore the former value of a field. */
  unrestorable?: ((field: string) => string | undefined) | undefined;
};

type Props = Restoring & {
  entries: readonly HistoryEntry[];
  /** Whether each entry names its record, with a link to it; otherwise all are of one. */
  linkOf?: (entry: HistoryEntry) => Target | undefined;
};

/** Changes in words: who changed what from what to what, and when. */
export function ChangeEntries({ entries, linkOf, ...restoring }: Props) {
  const list = useRef<HTMLOListElement>(null);
  // The heading may be far above.
  useRowFocus(list, () => focusHeading("h1", { preventScroll: true }));
  return (
    <ol ref={list} className="divide-y divide-line">
      {entries.map((entry) => {
        const { headline, only, parts } = storyOf(entry);
        return (
          <li key={entry.key} className="py-3 first:pt-0 last:pb-0">
            {linkOf && <What entry={entry} target={linkOf(entry)} />}
            <Line sentence={headline} part={only} at={entry.at} {...restoring} />
            {entry.erased && <p className="mt-1 text-muted italic">What it was about has been erased.</p>}
            {parts.length > 0 && (
              <ul className="mt-1 flex flex-col gap-1">
                {parts.map((part) => (
                  <li key={part.key}>
                    <Line sentence={part.sentence} part={part} {...restoring} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** A sentence, with its moment if it has one of its own, and a way to restore the value that it tells of. */
function Line({
  sentence,
  at,
  part,
  current,
  busy,
  onRestore,
  unrestorable,
}: Restoring & { sentence: Sentence; at?: string; part: ChangedPart | undefined }) {
  const { key, former } = part ?? {};
  return (
    <div data-row className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 sm:flex-nowrap">
      <div className="min-w-0 wrap-anywhere">
        {createElement(
          "p",
          null,
          ...sentence.map((words, index) => (index === 0 ? start(words) : shown(words))),
        )}
        {at && <p className="text-small text-muted">{formatMoment(at, businessTimeZone)}</p>}
      </div>
      {part && former && onRestore && current && !isAsBefore(former, current) && (
        <Button
          size="small"
          variant="quiet"
          icon={RotateCcw}
          busy={busy === key}
          disabled={busy !== undefined}
          aria-label={`Restore this value: ${former.label}, ${former.words}`}
          onClick={() => onRestore(part)}
          {...refused(unrestorable?.(former.field))}
        >
          Restore this value
        </Button>
      )}
    </div>
  );
}

type Words = Sentence[number];

/** The beginning of a sentence; an address is written as it is. */
function start(words: Words) {
  return typeof words === "string" && !words.includes("@") ? capitalized(words) : shown(words);
}

/** From this many characters, a value has lines of its own. */
const longValue = 80;

function shown(words: Words) {
  if (typeof words === "string") return words;
  const { value } = words;
  if (value.length < longValue && !value.includes("\n")) return <span className="font-medium">{value}</span>;
  return <span className="my-1 block border-l-2 border-line pl-3 whitespace-pre-line">{value}</span>;
}

function What({ entry, target }: { entry: HistoryEntry; target: Target | undefined }) {
  return (
    <p className="font-medium wrap-anywhere">
      {target ? <TextLink target={target}>{entry.what}</TextLink> : entry.what}
    </p>
  );
}
