import { formatCount } from "@rounds/domain/money/count.ts";
import { RefreshCw } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { now } from "../api/clock.ts";
import { currentPhone, onPhone } from "../api/phone/phone-slot.ts";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { isLeased, leaseDays } from "../offline/lease.ts";
import { countLocked } from "../offline/leave.ts";
import { asOfWords } from "../offline/reading/as-of-words.ts";
import type { PhoneState } from "../phone/phone-state.ts";
import { Button } from "../ui/control/Button.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { counted } from "../ui/figure/counted.ts";
import { DetailField } from "../ui/figure/DetailField.tsx";
import { DetailList } from "../ui/figure/DetailList.tsx";

/** What this device keeps for work without a connection; nothing where it keeps nothing. */
export function ThisPhoneCard() {
  const state = useSyncExternalStore(onPhone, () => currentPhone()?.state());
  const kept = useKept();
  const [isSyncing, setIsSyncing] = useState(false);
  if (!state) return null;
  const sync = async () => {
    setIsSyncing(true);
    await currentPhone()?.sync("asked");
    setIsSyncing(false);
  };
  return (
    <Card
      title="This phone"
      actions={
        <Button
          icon={RefreshCw}
          size="small"
          busy={isSyncing}
          busyLabel="Syncing..."
          onClick={() => void sync()}
        >
          Sync now
        </Button>
      }
    >
      <DetailList>
        <DetailField label="Last sync" value={syncWords(state)} />
        <DetailField label="Kept here" value={rowsWords(state)} />
        <DetailField label="Not sent yet" value={waitingWords(state)} />
        <DetailField label="Storage" value={kept.storage} />
        {kept.locked > 0 && (
          <DetailField
            label="Locked"
            value={
              kept.locked === 1
                ? "1 entry of somebody else"
                : `${formatCount(kept.locked)} entries of other people`
            }
          />
        )}
      </DetailList>
    </Card>
  );
}

function syncWords({ meta, signed_out }: PhoneState): string {
  if (signed_out) return "Please sign in again to sync";
  if (!meta?.synced_at) return "Not yet";
  const words = asOfWords(meta.synced_at).replace("as of ", "");
  return isLeased(meta, now(), leaseDays())
    ? words
    : `${words}. Too long ago: the rows show after the next sync.`;
}

function rowsWords({ base }: PhoneState): string {
  const { doctors, products, visits } = base;
  return [
    counted(doctors.size, "doctor"),
    counted(products.size, "product"),
    counted(visits.size, "visit"),
  ].join(", ");
}

function waitingWords({ outbox }: PhoneState): string {
  if (outbox.length === 0) return "Nothing";
  const needsYou = outbox.filter(({ state }) => state === "needs_you").length;
  return needsYou === 0
    ? formatCount(outbox.length)
    : `${formatCount(outbox.length)}, ${formatCount(needsYou)} of them need you`;
}

/** What the browser says about its storage, and how many entries of other people wait here. */
function useKept(): { storage: string; locked: number } {
  const { user } = useAuth();
  const [kept, setKept] = useState({ storage: "", locked: 0 });
  const person = user?.id;
  useEffect(() => {
    let isGone = false;
    void readKept(person ?? "").then((next) => !isGone && setKept(next));
    return () => {
      isGone = true;
    };
  }, [person]);
  return kept;
}

async function readKept(person: string) {
  const [isKept, estimate, locked] = await Promise.all([
    Promise.resolve(navigator.storage?.persisted?.()).catch(() => false),
    Promise.resolve(navigator.storage?.estimate?.()).catch(() => undefined),
    countLocked(person).catch(() => 0),
  ]);
  const used = estimate?.usage ? `${formatCount(Math.ceil(estimate.usage / 1_000_000))} MB used` : "";
  const lasting = isKept ? "Kept until you sign out" : "The browser may clear it when space runs out";
  return { storage: [used, lasting].filter(Boolean).join(". "), locked };
}
