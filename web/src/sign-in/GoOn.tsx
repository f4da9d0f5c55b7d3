import { useEffect } from "react";
import type { Target } from "../paths.ts";
import { Redirect } from "../ui/Redirect.tsx";
import { forgetProgress } from "./progress.ts";

/** Leaves the sign-in screens, replacing this one: the person is signed in. */
export function GoOn({ target }: { target: Target }) {
  useEffect(forgetProgress, []);
  return <Redirect target={target} />;
}
