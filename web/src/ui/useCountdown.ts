import { useEffect, useState } from "react";
import { now } from "../api/clock.ts";

/** The seconds until a moment (milliseconds since 1970), counting down to 0. */
export function useCountdown(until: number): number {
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
  return Math.max(0, Math.ceil((until - time) / 1000));
}
