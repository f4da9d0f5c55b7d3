import { useEffect, useRef } from "react";
import type { Target } from "../../paths.ts";
import { useLeave } from "./useLeave.ts";

/** Goes to a screen after some milliseconds, unless this screen was left before. */
export function useGoLater(): (target: Target, milliseconds: number) => void {
  const leave = useLeave();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (target, milliseconds) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => leave(target), milliseconds);
  };
}
