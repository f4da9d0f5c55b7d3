import { type ReactNode, useCallback, useRef, useState } from "react";
import { ConfirmDialog } from "../ui/dialog/ConfirmDialog.tsx";

/**
 * Asks whether unlikely values are right: `ask` returns true if there are none, otherwise a promise of the person's answer.
 * What was confirmed once is not asked again. Render the second value.
 */
export function useDoubts(): [
  ask: (doubts: readonly string[]) => true | Promise<boolean>,
  dialog: ReactNode,
] {
  const [doubts, setDoubts] = useState<readonly string[]>([]);
  const answer = useRef<(sure: boolean) => void>(() => {});

  const sure = useRef(new Set<string>());

  const ask = useCallback((all: readonly string[]) => {
    const found = all.filter((doubt) => !sure.current.has(doubt));
    if (found.length === 0) return true;
    setDoubts(found);
    return new Promise<boolean>((resolve) => {
      answer.current = (isSure) => {
        if (isSure) for (const doubt of found) sure.current.add(doubt);
        resolve(isSure);
      };
    });
  }, []);

  if (doubts.length === 0) return [ask, null];
  const close = (sure: boolean) => {
    setDoubts([]);
    answer.current(sure);
  };
  const [first, ...others] = doubts;
  return [
    ask,
    <ConfirmDialog
      key="doubts"
      title="Is this right?"
      question={first ?? ""}
      details={
        others.length > 0 && (
          <ul className="flex flex-col gap-1.5">
            {others.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        )
      }
      confirmLabel="Save anyway"
      cancelLabel="Change it"
      danger={false}
      onConfirm={() => close(true)}
      onCancel={() => close(false)}
    />,
  ];
}
