export const skipReasons = ["on_leave", "not_available", "asked_later", "clinic_closed", "other"] as const;

type SkipReason = (typeof skipReasons)[number];

/** The reasons for people, in the order of their list. */
export const skipReasonLabels: Readonly<Record<SkipReason, string>> = {
  on_leave: "Doctor on leave",
  not_available: "Not available today",
  asked_later: "Asked to come later",
  clinic_closed: "Clinic closed",
  other: "Other",
};

/** Why a doctor is skipped: "Clinic closed", "Other: camp in Satara". */
export function skipWords({ reason, note }: { reason: SkipReason; note: string | null }): string {
  return [skipReasonLabels[reason], note].filter(Boolean).join(": ");
}
