import type { Factor } from "@supabase/auth-js";
import { useState } from "react";
import { ConfirmDialog } from "../../ui/dialog/ConfirmDialog.tsx";
import { toast } from "../../ui/message/toast.ts";
import { wordsOf } from "../auth-call.ts";
import { nameOf, removeFactor } from "../factors.ts";
import type { Account } from "../queries.ts";
import { useAsking } from "../useAsking.ts";

type Props = { factor: Factor; account: Account; onClose: () => void };

/** Asks before removing a second step, and says how the account is protected afterwards. */
export function RemoveFactorDialog({ factor, account, onClose }: Props) {
  const { busy, run } = useAsking(false);
  const [error, setError] = useState<string>();
  const others = account.factors.filter(({ id }) => id !== factor.id);

  const remove = () => {
    setError(undefined);
    void run(
      async () => {
        await removeFactor(factor);
        toast.success("The second step is removed.");
        onClose();
      },
      (thrown) => setError(wordsOf(thrown)),
    );
  };

  return (
    <ConfirmDialog
      title="Remove second step"
      question={`Remove ${nameOf(factor)}?`}
      details={
        others.length === 0
          ? "Signing in then takes no code any more: whoever knows your password gets in."
          : `Signing in still takes a code, from ${others.map(nameOf).join(" or ")}.`
      }
      confirmLabel="Remove"
      busyLabel="Removing..."
      busy={busy}
      error={error}
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}
