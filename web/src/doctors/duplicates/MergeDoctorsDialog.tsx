import type { Doctor, DoctorInput } from "@rounds/domain/doctors/doctor.ts";
import type { LikelyPair } from "@rounds/domain/doctors/duplicates/likely-pairs.ts";
import {
  type MergeMoves,
  type MergePreview,
  proposedFields,
} from "@rounds/domain/doctors/duplicates/merge-doctors.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { callUndoable } from "../../api/batches.ts";
import { call } from "../../api/client.ts";
import { refetchAfterWrite } from "../../api/live/stored-rows.ts";
import { usePeople } from "../../api/people.ts";
import { useRefusals } from "../../api/permissions.ts";
import { undoOffer } from "../../history/undo-offer.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { SubmitActions } from "../../ui/dialog/SubmitActions.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { ErrorBanner } from "../../ui/message/ErrorBanner.tsx";
import { RetryPanel } from "../../ui/message/RetryPanel.tsx";
import { Skeleton } from "../../ui/message/Skeleton.tsx";
import { toast } from "../../ui/message/toast.ts";
import { doctorFieldList, shownValue } from "../form/doctor-fields.ts";
import { useMergeRefusal } from "./useMergeRefusal.ts";

/** Makes one of two doctors: which of them stays, field by field, and what moves. */
export function MergeDoctorsDialog({ pair, onClose }: { pair: LikelyPair; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["doctors", "merge-preview", pair.one.id, pair.other.id],
    queryFn: ({ signal }) =>
      call(
        doctorRoutes.mergePreview,
        { params: { id: pair.one.id }, query: { other: pair.other.id } },
        signal,
      ),
    // What is asked about stays while it is looked at, whatever becomes of doctors; the server refuses what was changed since.
    gcTime: 0,
    staleTime: "static",
  });
  const [busy, setBusy] = useState(false);
  return (
    <Dialog title="Merge two doctors" size="large" busy={busy} onClose={onClose}>
      {data ? (
        <MergeForm preview={data} busy={busy} setBusy={setBusy} onClose={onClose} />
      ) : error ? (
        <RetryPanel
          message={`The doctors could not be loaded. ${asApiError(error).message}`}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  );
}

type FormProps = {
  preview: MergePreview;
  busy: boolean;
  setBusy: (busy: boolean) => void;
  onClose: () => void;
};

function MergeForm({ preview, busy, setBusy, onClose }: FormProps) {
  const { one, other, moves, visits_of_others } = preview;
  const { people } = usePeople({ read: true });
  const refusals = useRefusals();
  const refusalOf = useMergeRefusal();
  const refusalToKeep = (id: string) =>
    refusalOf(
      id === one.id
        ? { ...other, visits_of_others: visits_of_others.other }
        : { ...one, visits_of_others: visits_of_others.one },
    );
  const [keptId, setKeptId] = useState(() => {
    const lesser = preview.fuller === one.id ? other.id : one.id;
    return refusalToKeep(preview.fuller) && !refusalToKeep(lesser) ? lesser : preview.fuller;
  });
  const [chosen, setChosen] = useState<Partial<DoctorInput>>({});
  const [error, setError] = useState<string>();
  const [kept, gone] = keptId === one.id ? [one, other] : [other, one];
  const moving = keptId === one.id ? moves.other : moves.one;
  const fields = { ...proposedFields(kept, gone), ...chosen };
  const isGiven = (fields.representative_id ?? null) !== kept.representative_id;
  const refusal = refusalToKeep(keptId) ?? (isGiven ? refusals.ofDoctor(kept) : undefined);
  const differing = doctorFieldList.filter(([name]) => (one[name] ?? "") !== (other[name] ?? ""));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || refusal) return;
    setBusy(true);
    setError(undefined);
    try {
      const body = { other: gone.id, version: kept.version, other_version: gone.version, fields };
      const saved = await callUndoable(doctorRoutes.merge, { params: { id: kept.id }, body });
      void refetchAfterWrite("doctors");
      void refetchAfterWrite("visits");
      const offer = undoOffer(saved, { noun: "doctors", id: gone.id, op: "delete" });
      toast.success(`${gone.name} was merged into ${saved.doctor.name}.`, offer);
      setBusy(false);
      onClose();
    } catch (thrown) {
      const { code, message } = asApiError(thrown);
      setError(
        code === "changed_meanwhile"
          ? "Somebody changed one of them. Please close this and look again."
          : message,
      );
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      <Choice
        label="Who stays"
        name="kept"
        options={[one, other].map(({ id, name }) => ({ key: id, text: name }))}
        value={keptId}
        onChange={(id) => {
          setKeptId(id);
          setChosen({});
        }}
      />
      {differing.map(([name, field]) => (
        <Choice
          key={name}
          label={field.label}
          name={name}
          options={[one, other].map((doctor: Doctor) => ({
            key: doctor.id,
            text: shownValue(field, doctor[name], people) || "Empty",
          }))}
          value={(fields[name] ?? null) === (one[name] ?? null) ? one.id : other.id}
          onChange={(id) => setChosen({ ...chosen, [name]: (id === one.id ? one : other)[name] })}
        />
      ))}
      <p className="wrap-anywhere">
        {movesWords(moving, gone.name)} Links and entries for {gone.name} lead to the doctor who stays.
      </p>
      <ErrorBanner message={refusal ?? error} />
      <SubmitActions onCancel={onClose} busy={busy} busyLabel="Merging..." refusal={refusal}>
        Merge
      </SubmitActions>
    </form>
  );
}

function movesWords({ visits, planned, sales, skips, dropped }: MergeMoves, name: string): string {
  const parts = [
    counted(visits - planned, "visit"),
    ...(planned > 0 ? [counted(planned, "planned visit")] : []),
    ...(sales > 0 ? [counted(sales, "sale")] : []),
    ...(skips > 0 ? [counted(skips, "skipped day")] : []),
  ];
  const moved = visits + skips === 0 ? `${name} has no visits.` : `Moves from ${name}: ${parts.join(", ")}.`;
  if (dropped === 0) return moved;
  return `${moved} ${counted(dropped, "plan")} for a day that is planned twice ${dropped === 1 ? "goes" : "go"}.`;
}

type ChoiceProps = {
  label: string;
  name: string;
  options: readonly { key: string; text: string }[];
  value: string;
  onChange: (key: string) => void;
};

function Choice({ label, name, options, value, onChange }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map(({ key, text }) => (
          <label
            key={key}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-card border border-line px-3 py-2 has-checked:border-accent"
          >
            <input
              type="radio"
              name={`merge-${name}`}
              checked={key === value}
              onChange={() => onChange(key)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 wrap-anywhere whitespace-pre-line">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
