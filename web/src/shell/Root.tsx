import { Outlet } from "@tanstack/react-router";
import { Toasts } from "./message/Toasts.tsx";
import { useSubmitKeys } from "./useSubmitKeys.ts";

/** What every address shows around its screen. */
export function Root() {
  useSubmitKeys();
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}
