import { formatMoment } from "@rounds/domain/calendar/calendar.ts";
import type { Import } from "@rounds/domain/imports/import.ts";
import { undoableDays } from "@rounds/domain/imports/limits.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { Trash2, Undo2, Upload } from "lucide-react";
import { useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { serverNow } from "../../api/clock.ts";
import { businessTimeZone } from "../../api/page-settings.ts";
import { useRefusals } from "../../api/permissions.ts";
import { useNavigate } from "../../router/RouterProvider.tsx";
import { Button } from "../../ui/control/Button.tsx";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { refused } from "../../ui/control/refused.ts";
import { ConfirmDialog } from "../../ui/dialog/ConfirmDialog.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { ErrorBanner } from "../../ui/message/ErrorBanner.tsx";
import { toast } from "../../ui/message/toast.ts";
import { applyWords, doneWords, leftOutWords, stockWords, toApply } from "../import-words.ts";
import { nounWords } from "../noun-words.ts";
import { discard, type Step } from "../queries.ts";
import { StepProgress } from "../StepProgress.tsx";
import { useStepFocus } from "../useStepFocus.ts";
import { ImportRowList } from "./ImportRowList.tsx";
import { MoveStock } from "./MoveStock.tsx";
import { NamesToMatch } from "./NamesToMatch.tsx";
import { useSteps } from "./useSteps.ts";

/** Whether the file of an import is open still, and what hears that it is not needed any more. */
type OpenFile = { isOpen: boolean; onOver: () => void };

/** An import whose rows were sent: checked, applied and undone here, wherever it stopped. */
export function ImportView({ state, ...file }: { state: Import } & OpenFile) {
  const { step, problem, run } = useSteps(state);
  const stopped = stoppedStep(state);
  useStepFocus(step ?? stopped ?? state.state, file.isOpen);
  return (
    <>
      {step || stopped ? (
        <Progress
          state={state}
          step={step ?? stopped ?? "check"}
          stopped={!step}
          problem={problem}
          run={run}
        />
      ) : (
        <>
          <ErrorBanner message={problem} />
          <Summary state={state} run={run} {...file} />
        </>
      )}
      {state.noun === "visits" && state.state === "checked" && !step && <NamesToMatch state={state} />}
      {state.state !== "filling" && state.state !== "checking" && !step && !stopped && (
        <ImportRowList key={`${state.id} ${state.state}`} state={state} />
      )}
    </>
  );
}

/** What was not finished, because the screen was left. Checking goes on by itself. */
function stoppedStep({ state }: Import): Step | undefined {
  return state === "applying"
    ? "apply"
    : state === "undoing"
      ? "undo"
      : state === "checking"
        ? "check"
        : undefined;
}

const stepWords: Record<Step, string> = { check: "Checking", apply: "Importing", undo: "Undoing" };

type Run = (step: Step) => void;

type Props = { state: Import; step: Step; stopped: boolean; problem: string | undefined; run: Run };

function Progress({ state, step, stopped, problem, run }: Props) {
  const { counts, total } = state;
  const [done, of] = {
    check: [total - counts.unchecked, total],
    apply: [counts.applied + counts.failed, toApply(state)],
    undo: [counts.undone + counts.kept, counts.applied + counts.undone + counts.kept],
  }[step];
  const words = `${stopped && step !== "check" ? "Stopped after " : ""}${formatCount(done ?? 0)} of ${counted(of ?? 0, "row")}`;
  return (
    <StepProgress
      title={stepWords[step]}
      words={words}
      done={done ?? 0}
      of={of ?? 0}
      problem={problem}
      onRetry={() => run(step)}
      {...(stopped && !problem && step !== "check" && { back: { label: "Continue", run: () => run(step) } })}
    />
  );
}

function Summary({ state, run, ...file }: { state: Import; run: Run } & OpenFile) {
  switch (state.state) {
    case "filling":
      return (
        <Card title="Not all rows were sent">
          <p className="mb-4 text-muted">
            The page was closed before all rows had arrived. Nothing was imported. Please choose the list
            again.
          </p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink variant="primary" target={nounWords[state.noun].start}>
              Choose the list again
            </ButtonLink>
            <Discard state={state} onOver={file.onOver} />
          </div>
        </Card>
      );
    case "checked":
      return <Checked state={state} run={run} {...file} />;
    case "applied":
    case "undone":
      return <Done state={state} run={run} />;
    default:
      return null;
  }
}

function Checked({ state, run, isOpen, onOver }: { state: Import; run: Run } & OpenFile) {
  const [asking, setAsking] = useState(false);
  const { one, start } = nounWords[state.noun];
  const rows = toApply(state);
  const leftOut = leftOutWords(state);
  return (
    <Card title={rows > 0 ? "Nothing is imported yet" : "There is nothing to import"}>
      <p className="mb-4 text-muted">
        {rows > 0
          ? `${applyWords(state)} ${leftOut} Please look at the rows below first.`
          : state.counts.same === state.total
            ? `All ${one}s of this list are here already, with the same data.`
            : `No row can be imported as it is. ${leftOut}`}
      </p>
      {state.noun === "visits" && <MoveStock state={state} />}
      <div className="flex flex-wrap gap-2">
        {rows > 0 && (
          <Button variant="primary" icon={Upload} aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Import {counted(rows, one)}
          </Button>
        )}
        {isOpen && (
          <ButtonLink variant={rows > 0 ? "secondary" : "primary"} target={start}>
            Change the columns
          </ButtonLink>
        )}
        <Discard state={state} onOver={onOver} />
      </div>
      {asking && (
        <ConfirmDialog
          title={`Import ${counted(rows, one)}?`}
          question={applyWords(state)}
          details={`${leftOut} ${stockWords(state)} You can undo the import for 30 days.`.trim()}
          confirmLabel="Import"
          danger={false}
          onConfirm={() => {
            setAsking(false);
            run("apply");
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

function Done({ state, run }: { state: Import; run: Run }) {
  const [asking, setAsking] = useState(false);
  const refusals = useRefusals();
  const { counts, undo_until } = state;
  const { one, list, start, needs } = nounWords[state.noun];
  const isUndone = state.state === "undone";
  // What stayed can be undone later, once its reason is gone.
  const left = isUndone ? counts.kept : counts.applied;
  const isOver = undo_until !== null && Date.parse(undo_until) < serverNow();
  const undo = isUndone ? "Undo the rest" : "Undo";
  return (
    <Card title={isUndone ? "The import is undone" : "The import is done"}>
      <p role="status" className="mb-1">
        {doneWords(state)}
      </p>
      {undo_until && left > 0 && (
        <p className="text-muted">
          {isOver
            ? `Its ${undoableDays} days are over: it can't be undone any more.`
            : `You can undo ${isUndone ? "the rest" : "it"} until ${formatMoment(undo_until, businessTimeZone)}.`}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <ButtonLink variant="primary" target={list}>
          Go to {state.noun}
        </ButtonLink>
        {undo_until && left > 0 && !isOver && (
          <Button
            icon={Undo2}
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
            {...refused(needs ? refusals.of(needs) : undefined)}
          >
            {undo}
          </Button>
        )}
        <ButtonLink target={start}>Import another list</ButtonLink>
      </div>
      {asking && (
        <ConfirmDialog
          title={isUndone ? "Undo the rest?" : "Undo the import?"}
          question={
            isUndone
              ? `Undo is tried again for ${counted(left, one)}. Those whose reason is still there stay as they are.`
              : `${counted(left, one)} go back to what they were before. Those that somebody has changed since stay as they are.`
          }
          confirmLabel={undo}
          onConfirm={() => {
            setAsking(false);
            run("undo");
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

/** Throws an import away that was not applied. */
function Discard({ state, onOver }: { state: Import; onOver: () => void }) {
  const navigate = useNavigate();
  const { one, start } = nounWords[state.noun];
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await discard(state.id);
      onOver();
      toast.success("Import thrown away");
      void navigate({ ...start, replace: true });
    } catch (thrown) {
      setError(asApiError(thrown).message);
      setBusy(false);
    }
  };
  return (
    <>
      <Button icon={Trash2} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Throw away
      </Button>
      {asking && (
        <ConfirmDialog
          title="Throw away this import?"
          question={`Its rows and what you corrected in them are deleted. No ${one} is changed.`}
          confirmLabel="Throw away"
          busy={busy}
          busyLabel="Deleting..."
          error={error ?? null}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
