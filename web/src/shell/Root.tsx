import { Outlet } from "@tanstack/react-router";
import { Toasts } from "./Toasts.tsx";

/** What every address shows around its screen. */
export function Root() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}
