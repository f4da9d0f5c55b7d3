import { useState } from "react";
import { Button } from "../../ui/control/Button.tsx";
import { ConfirmDialog } from "../../ui/dialog/ConfirmDialog.tsx";
import { wordsOf } from "../auth-call.ts";
import { useAsking } from "../useAsking.ts";
import { codeCount, makeRecoveryCodes } from "./recovery-codes.ts";

/** How many recovery codes are left, with a button that creates new ones; `onMade` shows them. */
export function RecoveryCodesRow({ left, onMade }: { left: number; onMade: (codes: string[]) => void }) {
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string>();
  const { busy, run } = useAsking(false);

  const make = () => {
    setError(undefined);
    void run(
      async () => {
        const codes = await makeRecoveryCodes();
        setAsking(false);
        onMade(codes);
      },
      (thrown) => {
        setError(wordsOf(thrown));
        setAsking(true);
      },
    );
  };

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className={left < 3 ? "text-warn" : "text-muted"}>
        {left === 0
          ? "You have no recovery codes. With one you get in when you lose your device."
          : `${left} of ${codeCount} recovery codes left.`}
      </p>
      <Button size="small" busy={busy && !asking} onClick={left === 0 ? make : () => setAsking(true)}>
        {left === 0 ? "Make recovery codes" : "Make new recovery codes"}
      </Button>
      {asking && (
        <ConfirmDialog
          title="Make new recovery codes"
          question="Make ten new recovery codes?"
          details={left > 0 && "The codes you have now stop working."}
          confirmLabel="Make new codes"
          busyLabel="Making..."
          danger={false}
          busy={busy}
          error={error}
          onConfirm={make}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}
