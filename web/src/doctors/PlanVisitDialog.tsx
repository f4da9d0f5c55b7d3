import type { ComponentType } from "react";

export type PlanVisitProps = { doctor: { id: string; name: string }; onClose: () => void };

let dialog: ComponentType<PlanVisitProps> | undefined;

/** Tells the doctors' screens how to plan a visit: days to plan belong to Today, which stands above. */
export function planVisitsWith(component: ComponentType<PlanVisitProps>): void {
  dialog = component;
}

/** Asks for which day a visit to a doctor is planned, the next field day first. */
export function PlanVisitDialog(props: PlanVisitProps) {
  const Dialog = dialog;
  return Dialog && <Dialog {...props} />;
}
