import { useEffect, useState } from "react";
import { now } from "../../api/clock.ts";

/** How long something may not be tried again. */
type Wait = {
  /** What is left of it, counting down to 0. */
  seconds: number;
  /** Begins to wait for so many seconds; 0 ends it. */
  start: (seconds: number) => void;
};

/** Counts down to a moment (milliseconds since 1970), and to those that are begun later. */
export function useWait(begin: number | (() => number) = 0): Wait {
  const [until, setUntil] = useState(begin);
  const [time, setTime] = useState(now);
  useEffect(() => {
    setTime(now());
    if (until <= now()) return;
    const timer = setInterval(() => {
      setTime(now());
      if (until <= now()) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return {
    seconds: Math.max(0, Math.ceil((until - time) / 1000)),
    start: (seconds) => setUntil(seconds > 0 ? now() + seconds * 1000 : 0),
  };
}
