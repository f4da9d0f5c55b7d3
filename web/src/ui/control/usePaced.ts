import { useCallback, useEffect, useLayoutEffect, useRef } from "react";

/** The least time between two requests while somebody types, in milliseconds. */
export const typingPauseMs = 250;

/** Passes on a text that is being typed. */
type Paced = {
  /** At once after a rest, then one text each pause; the last one always. A lone letter waits: most likely more follow. */
  typed: (text: string) => void;
  /** At once, as for Enter. */
  now: (text: string) => void;
  /** Forgets what waits. */
  forget: () => void;
};

/** Passes a typed text on without a pause where one key is enough, and seldom enough for fast typists. */
export function usePaced(pass: (text: string) => void): Paced {
  const waiting = useRef<string>(undefined);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(pass);
  useLayoutEffect(() => {
    latest.current = pass;
  }, [pass]);

  const forget = useCallback(() => {
    waiting.current = undefined;
  }, []);
  const rest = useCallback(() => {
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      resting.current = undefined;
      const text = waiting.current;
      if (text === undefined) return;
      waiting.current = undefined;
      latest.current(text);
      rest();
    }, typingPauseMs);
  }, []);
  const now = useCallback(
    (text: string) => {
      waiting.current = undefined;
      latest.current(text);
      rest();
    },
    [rest],
  );
  const typed = useCallback(
    (text: string) => {
      if (resting.current === undefined && text.trim().length !== 1) return now(text);
      waiting.current = text;
      if (resting.current === undefined) rest();
    },
    [now, rest],
  );
  useEffect(() => () => clearTimeout(resting.current), []);
  return { typed, now, forget };
}
