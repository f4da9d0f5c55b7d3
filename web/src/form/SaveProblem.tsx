import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

type Props = {
  /** Why it is not saved; nothing if no attempt has failed. */
  problem: ReactNode;
  /** Whether it may be saved all the same, because only the answer may have been lost. */
  isUnknown?: boolean;
  /** False if what is typed would be lost with the page. */
  isKept: boolean;
};

/** Why a form is not saved while it waits to be saved automatically; `isKept`: the device keeps what is typed. */
export function savedLater(isKept: boolean): string {
  const what = isKept ? "What you typed is kept, and" : "It";
  return `The server can't be reached. ${what} will be saved when the connection is back.`;
}

/** Says above the form's buttons that it is not saved, or that nobody knows, why, and what happens next. It stays until the form is saved. */
export function SaveProblem({ problem, isUnknown = false, isKept }: Props) {
  if (!problem && isKept) return null;
  return (
    <div data-notice="unsaved" className="flex flex-col gap-2">
      {problem && (
        <Box alert>
          <strong className="font-semibold">
            {isUnknown ? "It is not known whether this was saved." : "Not saved."}
          </strong>{" "}
          {problem}
        </Box>
      )}
      {!isKept && <Box>This device can't keep what you typed. Please save before you close this page.</Box>}
    </div>
  );
}

function Box({ alert = false, children }: { alert?: boolean; children: ReactNode }) {
  const Icon = alert ? CircleAlert : TriangleAlert;
  const look = alert
    ? "border-danger-line bg-danger-soft text-danger"
    : "border-warn-line bg-warn-soft text-warn";
  return (
    <div
      role={alert ? "alert" : "status"}
      className={`flex items-start gap-2.5 rounded-control border px-3.5 py-2.5 ${look}`}
    >
      <Icon size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      <p className="min-w-0 flex-1">{children}</p>
    </div>
  );
}
