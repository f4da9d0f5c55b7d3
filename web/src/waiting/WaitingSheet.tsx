import { Copy, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { now } from "../api/clock.ts";
import { askToSignIn } from "../api/session/session.ts";
import type { Entry } from "../phone/entry.ts";
import type { Phone, PhoneState } from "../phone/phone-state.ts";
import { copyText } from "../ui/browser/copy-text.ts";
import { Button } from "../ui/control/Button.tsx";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import { NoticeBanner } from "../ui/message/NoticeBanner.tsx";
import { EntryCard } from "./EntryCard.tsx";
import { textOf } from "./entry-words.ts";
import { lateWords } from "./status-words.ts";
import { usePhone } from "./usePhone.ts";

/** How many entries of a group show at first, and how many more at each press. */
const atOnce = 20;

/** Everything that waits on this phone: first what needs a decision, with its repairs, then what is to be sent. */
export function WaitingSheet({ onClose }: { onClose: () => void }) {
  const waiting = usePhone();
  const outbox = waiting?.state.outbox ?? [];
  const late = waiting && lateWords(waiting.state, now());
  const isLateToSend = late && outbox.some(({ state }) => state !== "needs_you");
  const kept = "What you entered is kept here until the server has it.";
  return (
    <Dialog
      title="Waiting on this phone"
      description={outbox.length > 0 ? `${kept}${isLateToSend ? ` ${late.advice}` : ""}` : undefined}
      size="medium"
      onClose={onClose}
    >
      {waiting && outbox.length > 0 ? (
        <Content {...waiting} />
      ) : (
        <p className="py-2 text-muted" role="status">
          Nothing waits. The server has everything.
        </p>
      )}
    </Dialog>
  );
}

type Waiting = { phone: Phone; state: PhoneState };

function Content({ phone, state }: Waiting) {
  const { outbox } = state;
  const needsYou = outbox.filter((entry) => entry.state === "needs_you");
  const others = outbox.filter((entry) => entry.state !== "needs_you");
  const copyAll = () =>
    void copyText(outbox.map((entry) => textOf(entry, state)).join("\n\n"), "Everything that waits");
  return (
    <div className="flex flex-col gap-5">
      {state.signed_out && (
        <NoticeBanner
          kind="warning"
          action={
            <Button size="small" variant="primary" onClick={askToSignIn}>
              Sign in to send
            </Button>
          }
        >
          Nothing is sent before you have signed in again.
        </NoticeBanner>
      )}
      {state.trouble && (
        <NoticeBanner kind="warning">
          {state.trouble === "full"
            ? "This phone has no space left. Please free some, so that nothing is lost."
            : "This phone could not keep the last change. Please close other tabs of Rounds."}
        </NoticeBanner>
      )}
      <Group title="Needs you" entries={needsYou} phone={phone} state={state} />
      <Group title="Waiting" entries={others} phone={phone} state={state} />
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        {others.length > 0 && !state.signed_out && (
          <Button icon={RefreshCw} onClick={() => void phone.sync("asked")}>
            Try now
          </Button>
        )}
        <Button icon={Copy} variant="quiet" onClick={copyAll}>
          Copy all as text
        </Button>
      </div>
    </div>
  );
}

function Group({ title, entries, phone, state }: Waiting & { title: string; entries: readonly Entry[] }) {
  const [shown, setShown] = useState(atOnce);
  const moment = useSeconds(title === "Waiting");
  if (entries.length === 0) return null;
  const rest = entries.length - shown;
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-small font-semibold text-muted">
        {title} ({entries.length})
      </h3>
      <ul className="flex flex-col gap-2.5">
        {entries.slice(0, shown).map((entry) => (
          <EntryCard key={entry.key} entry={entry} phone={phone} state={state} moment={moment} />
        ))}
      </ul>
      {rest > 0 && (
        <div className="mt-2.5">
          <Button wide onClick={() => setShown(shown + atOnce)}>
            Show {Math.min(rest, atOnce)} of {rest} more
          </Button>
        </div>
      )}
    </section>
  );
}

/** The moment, renewed every second while somebody looks at it. */
function useSeconds(isWanted: boolean): number {
  const [moment, setMoment] = useState(now);
  useEffect(() => {
    if (!isWanted) return;
    const timer = setInterval(() => setMoment(now()), 1_000);
    return () => clearInterval(timer);
  }, [isWanted]);
  return moment;
}
