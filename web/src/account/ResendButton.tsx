import { useState } from "react";
import { now } from "../api/clock.ts";
import { Button } from "../ui/control/Button.tsx";
import { toast } from "../ui/message/toast.ts";
import { useWait } from "../ui/message/useWait.ts";
import { AuthRefusal, wordsOf } from "./auth-call.ts";
import { useAsking } from "./useAsking.ts";

/** How long the service waits between two messages of a kind, in seconds. */
const interval = 60;

type Props = {
  /** When the last one was sent: milliseconds since 1970, 0 for never. */
  sent: number;
  onSend: () => Promise<void>;
  /** The toast after sending. */
  done: string;
};

/** Sends a message again, at the earliest a minute after the last one. */
export function ResendButton({ sent, onSend, done }: Props) {
  // The server's clock may be ahead of this one.
  const { seconds, start } = useWait(() => Math.min(sent, now()) + interval * 1000);
  const { busy, run } = useAsking(false);
  const [error, setError] = useState<string>();

  const send = () => {
    setError(undefined);
    void run(
      async () => {
        await onSend();
        start(interval);
        toast.success(done);
      },
      (thrown) => {
        if (thrown instanceof AuthRefusal) start(thrown.wait);
        setError(wordsOf(thrown));
      },
    );
  };

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button size="small" onClick={send} busy={busy} busyLabel="Sending..." disabled={seconds > 0}>
        {seconds > 0 ? `Send again in ${seconds} s` : "Send again"}
      </Button>
      <p role="alert" className="min-w-0 text-small text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}
