import type { Import } from "@rounds/domain/imports/import.ts";
import type { ImportDecision } from "@rounds/domain/imports/import-row.ts";
import { useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { Button } from "../../ui/control/Button.tsx";
import { ConfirmDialog } from "../../ui/dialog/ConfirmDialog.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { nounWords } from "../noun-words.ts";
import { decideAll } from "../queries.ts";

type Decision = ImportDecision["decision"];

/** Decides at once about all rows that wait for a person, such as the doctors who share the number of their clinic. */
export function DecideAll({ state: { id, noun }, count }: { state: Import; count: number }) {
  const { one } = nounWords[noun];
  const [asking, setAsking] = useState<Decision>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const ask = (decision: Decision) => {
    setError(undefined);
    setAsking(decision);
  };
  const run = async (decision: Decision) => {
    setBusy(true);
    setError(undefined);
    try {
      await decideAll(id, decision);
      setAsking(undefined);
    } catch (thrown) {
      setError(asApiError(thrown).message);
    }
    setBusy(false);
  };
  const words = {
    create: {
      title: `Import these ${counted(count, "row")} as other ${one}s?`,
      question: `Each of them becomes another ${one}, although it is like one that is here or in the list.`,
      confirmLabel: `Other ${one}s`,
    },
    skip: {
      title: `Leave out these ${counted(count, "row")}?`,
      question: `They are not imported. No ${one} is changed.`,
      confirmLabel: "Leave out",
    },
  } satisfies Record<Decision, object>;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => ask("create")}>
        All are other {one}s
      </Button>
      <Button aria-haspopup="dialog" onClick={() => ask("skip")}>
        Leave all out
      </Button>
      {asking && (
        <ConfirmDialog
          {...words[asking]}
          details="You can still change your mind about each of them."
          danger={false}
          busy={busy}
          busyLabel="Saving..."
          error={error ?? null}
          onConfirm={() => void run(asking)}
          onCancel={() => setAsking(undefined)}
        />
      )}
    </>
  );
}
