import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ApiError } from "../api/api-error.ts";
import type { Target } from "../paths.ts";
import { TextLink } from "../ui/TextLink.tsx";

type Props = {
  error: ApiError | null;
  /** Messages of fields that the form does not show. */
  unplaced: readonly string[];
  /** Whether the form is saved again by itself once the server answers. */
  isWaiting: boolean;
  /** False when what is typed would be lost with the page. */
  isKept: boolean;
  /** Where the new row is, if it was saved already and only the answer was lost. */
  savedTarget?: Target;
};

/** Says over the form's buttons that it is not saved, why, and what happens next. It stays until it is saved. */
export function SaveProblem({ error, unplaced, isWaiting, isKept, savedTarget }: Props) {
  if (!error && isKept) return null;
  return (
    <div data-notice="unsaved" className="flex flex-col gap-2">
      {error && (
        <Box alert>
          {error.code === "id_taken" && savedTarget ? (
            <>
              This was saved already, before your last changes.{" "}
              <TextLink target={savedTarget}>Open what was saved</TextLink>
            </>
          ) : (
            <>
              <strong className="font-semibold">Not saved.</strong> {reason(error, unplaced, isWaiting)}
            </>
          )}
        </Box>
      )}
      {!isKept && <Box>This device can't keep what you typed. Please save before you close this page.</Box>}
    </div>
  );
}

function reason(error: ApiError, unplaced: readonly string[], isWaiting: boolean): string {
  if (isWaiting) {
    return "The server can't be reached. What you typed is kept, and is saved by itself when the connection is back.";
  }
  return [error.message, ...unplaced].join(" ");
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
