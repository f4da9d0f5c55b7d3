import type { LikeRecord } from "@rounds/domain/imports/import-row.ts";
import type { ImportName } from "@rounds/domain/imports/visits/names.ts";
import { useEffect, useRef, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { DoctorPicker } from "../../doctors/DoctorPicker.tsx";
import { ProductPicker } from "../../products/ProductPicker.tsx";
import { Button } from "../../ui/control/Button.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { Tag } from "../../ui/figure/Tag.tsx";
import { outcomeWords } from "../../ui/message/outcome.ts";
import { toast } from "../../ui/message/toast.ts";
import { matchName } from "../queries.ts";

const states = {
  unclear: { label: "Not clear", tone: "warning" },
  chosen: { label: "Matched", tone: "good" },
  left_out: { label: "Left out", tone: "neutral" },
} as const;

/** A doctor or product as a list of visits names it, and which one a person says it is. */
export function NameItem({ id, name }: { id: string; name: ImportName }) {
  const { kind, cells, rows, state, record, is_remembered } = name;
  const [text = "No name", ...others] = [
    ...[cells.doctor, cells.product],
    ...[cells.contact_number, cells.hospital, cells.city],
  ].filter((cell): cell is string => cell !== undefined);
  const [busy, setBusy] = useState(false);
  /** The state about which a person has just decided. */
  const decided = useRef<ImportName["state"]>(undefined);
  const again = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  // The pressed button is gone once another state is here, perhaps after the answer to the decision.
  useEffect(() => {
    if (busy || decided.current === undefined || decided.current === state) return;
    decided.current = undefined;
    (again.current ?? first.current)?.focus();
  }, [state, busy]);
  const decide = async (choice: LikeRecord | "left_out" | "unclear") => {
    setBusy(true);
    decided.current = state;
    try {
      await matchName(id, name, choice);
    } catch (thrown) {
      decided.current = undefined;
      const error = asApiError(thrown);
      const lead = outcomeWords(error, `“${text}” was not matched.`, `“${text}” was matched`);
      toast.error(error.message, { lead });
    }
    setBusy(false);
  };
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 sm:px-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-small text-muted">{kind === "doctor" ? "Doctor" : "Product"}</span>
          <span className="font-medium wrap-anywhere">{text}</span>
          <Tag tone={states[state].tone}>{states[state].label}</Tag>
        </p>
        <p className="text-small wrap-anywhere text-muted">{[...others, counted(rows, "row")].join(" · ")}</p>
      </div>
      {state === "unclear" ? (
        <Choices name={name} text={text} busy={busy} first={first} decide={(choice) => void decide(choice)} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
            {state === "left_out" ? (
              "Its rows are left out."
            ) : record ? (
              <>
                It is <span className="font-medium">{record.name}</span>{" "}
                <span className="text-muted">{record.where}</span>
              </>
            ) : (
              "What you chose was deleted."
            )}
            {is_remembered && (
              <span className="block text-small text-muted">As you decided for another file.</span>
            )}
          </p>
          <Button
            size="small"
            ref={again}
            disabled={busy}
            aria-label={`Decide again about ${text}`}
            onClick={() => void decide("unclear")}
          >
            Decide again
          </Button>
        </div>
      )}
    </li>
  );
}

type ChoiceProps = {
  name: ImportName;
  text: string;
  busy: boolean;
  first: React.Ref<HTMLButtonElement>;
  decide: (choice: LikeRecord | "left_out") => void;
};

/** The likely records, a search for any other, and leaving the rows out. */
function Choices({ name: { kind, candidates }, text, busy, first, decide }: ChoiceProps) {
  const [searching, setSearching] = useState(false);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {candidates.length > 0 && (
        <ul aria-label={`Like ${text}`} className="flex flex-col gap-1.5">
          {candidates.map((candidate) => (
            <li key={candidate.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-0 flex-1 basis-32 text-small wrap-anywhere">
                <span className="font-medium">{candidate.name}</span>{" "}
                <span className="text-muted">{candidate.where}</span>
              </span>
              <Button
                size="small"
                disabled={busy}
                aria-label={`It is this one: ${candidate.name} ${candidate.where}, for ${text}`}
                onClick={() => decide(candidate)}
              >
                It is this one
              </Button>
            </li>
          ))}
        </ul>
      )}
      {searching &&
        (kind === "doctor" ? (
          <DoctorPicker
            label={`Which doctor is ${text}?`}
            value={null}
            opensAtOnce
            onChange={(doctor) =>
              doctor &&
              decide({ id: doctor.id, name: doctor.name, where: placeOf(doctor.hospital, doctor.city) })
            }
          />
        ) : (
          <ProductPicker
            label={`Which product is ${text}?`}
            opensAtOnce
            onTake={(product) => decide({ id: product.id, name: product.name, where: "" })}
          />
        ))}
      <div className="flex flex-wrap gap-2 lg:justify-end">
        {!searching && (
          <Button
            size="small"
            ref={first}
            disabled={busy}
            aria-label={`Search for ${text}`}
            onClick={() => setSearching(true)}
          >
            Search
          </Button>
        )}
        <Button
          size="small"
          disabled={busy}
          aria-label={`Leave these rows out: ${text}`}
          onClick={() => decide("left_out")}
        >
          Leave these rows out
        </Button>
      </div>
    </div>
  );
}

function placeOf(...parts: (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(", ");
}
