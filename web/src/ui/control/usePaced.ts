import { withoutControls } from "@rounds/domain/text/control.ts";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";

/** The least time between two requests while somebody types, in milliseconds. */
export const typingPauseMs = 250;

/** Passes on a text that is being typed. */
type Paced = {
  /** At once after a pause, then one text each pause; the last one always. A lone letter waits: most likely more follow. */
  typed: (text: string) => void;
  /** At once, as for Enter. */
  now: (text: string) => void;
  /** Forgets what waits. */
  forget: () => void;
};

/** Passes a typed text on without a pause where one key is enough, and seldom enough for fast typists. */
export function usePaced(pass: (text: string) => void): Paced {
  const waiting = useRef<string>(undefined);
  const pausing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(pass);
  useLayoutEffect(() => {
    // The server refuses control characters, as somebody pastes them from a table.
    latest.current = (text) => pass(withoutControls(text));
  }, [pass]);

  const forget = useCallback(() => {
    waiting.current = undefined;
  }, []);
  const pause = useCallback(() => {
    clearTimeout(pausing.current);
    pausing.current = setTimeout(() => {
      pausing.current = undefined;
      const text = waiting.current;
      if (text === undefined) return;
      waiting.current = undefined;
      latest.current(text);
      pause();
    }, typingPauseMs);
  }, []);
  const now = useCallback(
    (text: string) => {
      waiting.current = undefined;
      latest.current(text);
      pause();
    },
    [pause],
  );
  const typed = useCallback(
    (text: string) => {
      if (pausing.current === undefined && text.trim().length !== 1) return now(text);
      waiting.current = text;
      if (pausing.current === undefined) pause();
    },
    [now, pause],
  );
  useEffect(() => () => clearTimeout(pausing.current), []);
  return { typed, now, forget };
}
