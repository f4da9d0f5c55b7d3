import type { ReactNode } from "react";
import { Toasts } from "./message/Toasts.tsx";
import { useSubmitKeys } from "./useSubmitKeys.ts";

/** What every address shows around its screen. */
export function Root({ children }: { children: ReactNode }) {
  useSubmitKeys();
  return (
    <>
      {children}
      <Toasts />
    </>
  );
}
