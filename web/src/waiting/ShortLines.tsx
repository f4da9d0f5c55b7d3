import { Check, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Entry } from "../phone/entry.ts";
import type { Rows } from "../phone/phone-state.ts";
import { Button } from "../ui/control/Button.tsx";
import { counted } from "../ui/figure/counted.ts";
import { shortageWords } from "./entry-words.ts";
import { type Decision, decide, type Line, shortagesOf } from "./lines.ts";

type Props = {
  /** A refused visit, of which several lines ask for more than there is. */
  entry: Entry;
  base: Rows;
  busy: boolean;
  /** Everything is decided: the visit with these lines waits until there is enough for all of them. */
  onWait: (lines: readonly Line[]) => void;
  /** Everything is decided: the visit can be sent with these lines. */
  onSend: (lines: readonly Line[]) => void;
};

/** The lines without enough stock, each with its own buttons. Nothing is sent before all of them are decided. */
export function ShortLines({ entry, base, busy, onWait, onSend }: Props) {
  const [made, setMade] = useState<ReadonlyMap<string, Decision>>(new Map());
  // A visit that waits for stock does so for every line that nobody decides otherwise.
  const before = entry.awaits_stock ? shortagesOf(entry, base).map(({ id }) => [id, "later"] as const) : [];
  const decisions = new Map([...before, ...made]);
  const { short } = decide(entry, base, decisions);
  const open = short.filter(({ decision }) => !decision).length;

  const press = (id: string, decision: Decision) => {
    const next = new Map(decisions);
    if (next.get(id) === decision) next.delete(id);
    else next.set(id, decision);
    setMade(next);
    const now = decide(entry, base, next);
    if (now.short.some((line) => !line.decision)) return;
    if (now.short.some((line) => line.decision === "later")) onWait(now.lines);
    else onSend(now.lines);
  };

  return (
    <>
      <ul aria-label="Lines without enough stock" className="mt-2 flex flex-col gap-3">
        {short.map((line) => (
          <li key={line.id}>
            <fieldset aria-label={shortageWords(line)} className="flex flex-col gap-1.5">
              <p className="flex items-start gap-1.5 wrap-anywhere text-warn">
                <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
                <span className="min-w-0">{shortageWords(line)}</span>
              </p>
              <div className="flex flex-wrap gap-2">
                {choicesOf(line).map(([decision, label]) => {
                  const isChosen = line.decision === decision;
                  return (
                    <Button
                      key={decision}
                      size="small"
                      {...(isChosen && { icon: Check })}
                      aria-pressed={isChosen}
                      disabled={busy}
                      onClick={() => press(line.id, decision)}
                    >
                      {label}
                    </Button>
                  );
                })}
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 text-small text-muted empty:hidden">
        {open > 0 && open < short.length && `${counted(open, "more line")} to decide.`}
      </p>
      <p className="mt-3 text-small text-muted">All these lines:</p>
    </>
  );
}

/** What can be decided about a line, with the words on the buttons. */
function choicesOf({ left }: { left: number }): readonly (readonly [Decision, string])[] {
  return [
    ...(left > 0 ? [["sell", `Sell ${left}`] as const] : []),
    ["remove", "Remove line"],
    ["later", "Try again later"],
  ];
}
