import { type ReactNode, useEffect } from "react";
import { useAuth } from "../api/session/AuthProvider.tsx";
import type { Target } from "../paths.ts";
import { FullScreenSpinner } from "../ui/message/FullScreenSpinner.tsx";
import { Redirect } from "../ui/navigation/Redirect.tsx";
import { forgetProgress } from "./progress.ts";

/** Holds a screen for people who are not signed in; people who are, or just did, continue to `onwards`. */
export function SignedOutOnly({ onwards, children }: { onwards: Target; children: ReactNode }) {
  const { user, loading } = useAuth();
  if (loading) return <FullScreenSpinner />;
  return user ? <Onwards target={onwards} /> : children;
}

function Onwards({ target }: { target: Target }) {
  useEffect(forgetProgress, []);
  return <Redirect target={target} />;
}
