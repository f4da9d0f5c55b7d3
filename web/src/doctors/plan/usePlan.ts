import { useState } from "react";
import { newId } from "../../api/new-id.ts";

/**
 * What a button knows that plans one visit with a tap: whether it is busy, and the visit that is planned since. Each attempt
 * has the same id, so that a lost answer plans no second visit.
 */
export function usePlan(plan: (id: string, onUndone: () => void) => Promise<string | undefined>) {
  const [id, setId] = useState(newId);
  const [busy, setBusy] = useState(false);
  const [visit_id, setVisitId] = useState<string>();
  const onUndone = () => {
    setId(newId());
    setVisitId(undefined);
  };
  const run = async () => {
    if (busy) return;
    setBusy(true);
    setVisitId(await plan(id, onUndone));
    setBusy(false);
  };
  return { busy, visit_id, run };
}
