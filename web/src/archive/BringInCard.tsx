import type { ArchiveState } from "@rounds/domain/archive/archive.ts";
import { mostArchiveBytes } from "@rounds/domain/archive/limits.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { Upload } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { queryClient } from "../api/query-client.ts";
import { holdUnsavedWork } from "../api/unsaved-work.ts";
import { FileInput } from "../form/field/FileInput.tsx";
import { useAskBeforeClosing } from "../form/useUnsavedChanges.tsx";
import { paths } from "../paths.ts";
import { Button } from "../ui/control/Button.tsx";
import { ButtonLink } from "../ui/control/ButtonLink.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { counted } from "../ui/figure/counted.ts";
import { ErrorBanner } from "../ui/message/ErrorBanner.tsx";
import { NoticeBanner } from "../ui/message/NoticeBanner.tsx";
import { type ArchiveProgress, type ArchiveResult, bringArchiveIn } from "./bring-in.ts";
import { progressWords } from "./progress-words.ts";

/** Brings an archive into an empty Rounds, or says why that is not possible here. */
export function BringInCard({ state }: { state: ArchiveState }) {
  const [result, setResult] = useState<ArchiveResult>();
  return (
    <Card title="Bring in an archive">
      <div className="flex flex-col gap-4">
        <p className="text-muted">
          Everything comes back as it was: records with their history, stock, settings and saved views. The
          file is checked whole before anything is stored. Holidays, norms, leave and saved views of this
          server are replaced.
        </p>
        {result ? (
          <Result result={result} />
        ) : state.is_empty ? (
          <BringInForm onDone={setResult} />
        ) : (
          <NoticeBanner announced={false}>
            This Rounds is not empty: it has {counted(state.doctors, "doctor")},{" "}
            {counted(state.products, "product")} and {counted(state.visits, "visit")}. An archive can only be
            brought in where there are none yet.
          </NoticeBanner>
        )}
      </div>
    </Card>
  );
}

function BringInForm({ onDone }: { onDone: (result: ArchiveResult) => void }) {
  const id = useId();
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<ArchiveProgress>();
  const [problem, setProblem] = useState<string>();
  const busy = progress !== undefined;
  useEffect(() => (busy ? holdUnsavedWork() : undefined), [busy]);
  useAskBeforeClosing(busy);

  const bringIn = async () => {
    setProblem(undefined);
    if (!file || file.size === 0) return setProblem("Please choose an archive of Rounds, a .zip file.");
    if (file.size > mostArchiveBytes)
      return setProblem(
        "An archive may have at most 1 GB. Please use the command import-archive on the server.",
      );
    try {
      onDone(await bringArchiveIn(file, setProgress));
      // What was read before is out of date; this screen keeps its result.
      await queryClient.invalidateQueries();
    } catch (error) {
      // The sign-in page explains an ended session.
      const { status, message, code } = asApiError(error);
      if (code === "unreachable")
        setProblem(
          `${message} If the file was sent whole, look first whether the records are there already.`,
        );
      else if (status !== 401) setProblem(message);
    }
    setProgress(undefined);
  };

  return (
    <form
      noValidate
      aria-label="Bring in an archive"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void bringIn();
      }}
    >
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="font-medium">
          Archive (.zip)
        </label>
        <FileInput
          id={id}
          accept=".zip,application/zip"
          disabled={busy}
          onChange={(event) => {
            setFile(event.target.files?.[0]);
            setProblem(undefined);
          }}
        />
      </div>
      <ErrorBanner message={problem} />
      {progress && <Progress progress={progress} />}
      <div>
        <Button variant="primary" type="submit" icon={Upload} busy={busy} busyLabel="Bringing in...">
          Bring in
        </Button>
      </div>
    </form>
  );
}

function Progress({ progress }: { progress: ArchiveProgress }) {
  const id = useId();
  const { stage, done, of } = progress;
  return (
    <div className="flex flex-col gap-1.5">
      <p id={id} className="text-muted" aria-live="polite">
        {progressWords(progress)}
      </p>
      <progress
        aria-labelledby={id}
        className="h-2 w-full"
        {...(of > 0 && stage !== "finishing" && { value: done, max: of })}
      />
      <p className="text-small text-muted">Keep this page open. If it is closed, nothing is changed.</p>
    </div>
  );
}

function Result({ result }: { result: ArchiveResult }) {
  const { doctors, products, visits, sales, people_made } = result;
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className="font-medium">
        The archive is in: {counted(doctors, "doctor")}, {counted(products, "product")},{" "}
        {counted(visits, "visit")} and {counted(sales, "sale")}. All checksums, counts and sums agree.
      </p>
      {people_made > 0 && (
        <p className="text-muted">
          {people_made === 1 ? "One person" : `${formatCount(people_made)} people`} of the archive had no
          account here. Their names are kept, but nobody can sign in before you invite them on the Team page.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <ButtonLink variant="primary" target={paths.doctors()}>
          Go to doctors
        </ButtonLink>
        {people_made > 0 && <ButtonLink target={paths.team()}>Go to the team</ButtonLink>}
      </div>
    </div>
  );
}
