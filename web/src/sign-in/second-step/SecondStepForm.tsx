import { useCallback, useEffect, useState } from "react";
import { type Problem, wasSentJustNow, wordsOf } from "../../api/session/attempt.ts";
import { useSession } from "../../api/session/session.ts";
import { useSignOut } from "../../shell/useSignOut.tsx";
import { later, NotLoaded } from "../../ui/browser/later.tsx";
import { Button } from "../../ui/control/Button.tsx";
import { ErrorBanner } from "../../ui/message/ErrorBanner.tsx";
import { Spinner } from "../../ui/message/Spinner.tsx";
import { useWait } from "../../ui/message/useWait.ts";
import { CodeForm } from "../CodeForm.tsx";
import { QuietButton } from "../QuietLink.tsx";
import { WaitLine } from "../WaitLine.tsx";
import {
  readSecondFactors,
  type SecondFactor,
  secondFactorsOf,
  secondStepTitle,
  sendSecondCode,
  showSecondCode,
} from "./second-factors.ts";

// Few people ever need it.
const RecoveryCodeForm = later(
  () => import("./RecoveryCodeForm.tsx").then((module) => module.RecoveryCodeForm),
  (_, away) => (away.failed ? <NotLoaded {...away} /> : <Spinner label="Loading" />),
);

/** Asks for the code of one of the person's factors. The changed session then opens the page. */
export function SecondStepForm() {
  const { factors, problem, read } = useSecondFactors();
  const { user } = useSession();
  const [chosenId, setChosenId] = useState<string>();
  const [byRecovery, setByRecovery] = useState(false);
  const chosen = factors?.find(({ id }) => id === chosenId) ?? factors?.[0];

  return (
    <div className="flex flex-col gap-4">
      {problem && (
        <ErrorBanner
          message={wordsOf(problem)}
          action={
            <Button size="small" onClick={read}>
              Retry
            </Button>
          }
        />
      )}
      {!factors && !problem && (
        <span className="self-center py-4">
          <Spinner label="Loading" />
        </span>
      )}
      {byRecovery && <RecoveryCodeForm />}
      {!byRecovery && factors && factors.length > 1 && (
        <Choice factors={factors} chosen={chosen} onChoose={(id) => setChosenId(id)} />
      )}
      {!byRecovery && chosen?.by === "totp" && <AuthenticatorCode key={chosen.id} factor={chosen} />}
      {!byRecovery && chosen?.by === "phone" && <PhoneCode key={chosen.id} factor={chosen} />}
      {factors && factors.length > 0 && (
        <QuietButton onClick={() => setByRecovery(!byRecovery)}>
          {byRecovery ? "Use the code from your device" : "Use a recovery code"}
        </QuietButton>
      )}
      <div className="border-t border-line pt-3 text-small text-muted">
        <p>
          Lost your device and your recovery codes? Ask an administrator of your team to remove the second
          step.
        </p>
        <p className="mt-1">
          If you are the only administrator, run this on the server:{" "}
          <code className="font-mono wrap-anywhere">npm run remove-second-factor -- {user?.email}</code>
        </p>
        <SignOutButton />
      </div>
    </div>
  );
}

/** The factors in the session, otherwise those that the server knows. */
function useSecondFactors() {
  const { user } = useSession();
  const [found, setFound] = useState<{ factors: SecondFactor[]; problem?: Problem }>();
  const known = user ? secondFactorsOf(user) : [];
  const isUnknown = known.length === 0;

  const read = useCallback(() => {
    setFound(undefined);
    void readSecondFactors().then(setFound);
  }, []);
  useEffect(() => {
    if (isUnknown) read();
  }, [isUnknown, read]);

  return {
    factors: isUnknown ? found?.factors : known,
    problem: isUnknown ? found?.problem : undefined,
    read,
  };
}

type Props = { factors: SecondFactor[]; chosen: SecondFactor | undefined; onChoose: (id: string) => void };

function Choice({ factors, chosen, onChoose }: Props) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">Where do you get your codes?</legend>
      {factors.map(({ id, label }) => (
        <label
          key={id}
          className="flex min-h-11 items-center gap-2.5 rounded-control border border-line px-3 py-1.5 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name="factor"
            value={id}
            checked={id === chosen?.id}
            onChange={() => onChoose(id)}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function AuthenticatorCode({ factor }: { factor: SecondFactor }) {
  return (
    <CodeForm
      name={secondStepTitle}
      hint="Your authenticator app shows a new one every 30 seconds."
      onCode={(code) => showSecondCode(factor.id, code)}
    />
  );
}

function PhoneCode({ factor }: { factor: SecondFactor }) {
  const [challengeId, setChallengeId] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const { seconds, start } = useWait();

  const send = async () => {
    setBusy(true);
    setProblem(undefined);
    const sent = await sendSecondCode(factor.id);
    setBusy(false);
    if (!sent.problem) {
      setChallengeId(sent.challengeId);
      return start(60);
    }
    setProblem(sent.problem);
    start(sent.problem.wait);
  };

  const error = <ErrorBanner message={problem && wordsOf(problem)} />;
  if (challengeId === undefined) {
    return (
      <div className="flex flex-col gap-4">
        {error}
        <div>
          <Button
            variant="primary"
            wide
            busy={busy}
            busyLabel="Sending..."
            disabled={seconds > 0}
            onClick={() => void send()}
          >
            Send me a code
          </Button>
          <WaitLine seconds={seconds} />
        </div>
        {problem && wasSentJustNow(problem) && (
          <p className="text-small text-muted">Only a new code is valid on this page.</p>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      {error}
      <CodeForm
        key={challengeId}
        name={secondStepTitle}
        hint={`${factor.label}. The code is valid for 5 minutes.`}
        onCode={(code) => showSecondCode(factor.id, code, challengeId)}
      />
      <QuietButton disabled={busy || seconds > 0} onClick={() => void send()}>
        <span className="tabular-nums">{seconds > 0 ? `Send again in ${seconds} s` : "Send again"}</span>
      </QuietButton>
    </div>
  );
}

function SignOutButton() {
  const { busy, begin, dialog } = useSignOut();
  return (
    <>
      <QuietButton disabled={busy} onClick={begin}>
        Sign Out
      </QuietButton>
      {dialog}
    </>
  );
}
