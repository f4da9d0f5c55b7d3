import { accountRoutes } from "@rounds/domain/account/routes.ts";
import type { Factor, User } from "@supabase/auth-js";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/client.ts";
import { jsonFields } from "../api/json.ts";
import { refetchAfterWrite } from "../api/live/stored-rows.ts";
import { apiKey } from "../api/page-settings.ts";
import { queryClient } from "../api/query-client.ts";
import { readQuery } from "../api/reading.ts";
import { askAuth } from "./auth-call.ts";

/** The signed-in user, as the server has it now. */
export type Account = {
  user: User;
  /** Active second steps, the oldest first. */
  factors: Factor[];
  /** Second steps that are not fully set up. */
  unfinished: Factor[];
};

/** Requests the signed-in user from the server. */
export async function readAccount(): Promise<Account> {
  const { user } = await askAuth((auth) => auth.getUser());
  const factors = user.factors ?? [];
  return {
    user,
    factors: factors.filter(({ status }) => status === "verified"),
    unfinished: factors.filter(({ status }) => status !== "verified"),
  };
}

/** Whether the service sends text messages; its public settings say so. */
async function readPhoneOffer(signal: AbortSignal): Promise<boolean> {
  const headers = new Headers(apiKey === "" ? {} : { apikey: apiKey });
  const answer = await fetch("/auth/v1/settings", { headers, signal });
  if (!answer.ok) return false;
  return jsonFields(jsonFields(await answer.json()).external).phone === true;
}

export const accountQueries = {
  account: () => queryOptions({ queryKey: ["account", "user"], queryFn: readAccount }),
  /** How the account can sign in; the auth service's own answers don't contain it. */
  own: () => readQuery(["account", "own"], accountRoutes.read, {}),
  sessions: () => readQuery(["account", "sessions"], accountRoutes.sessions, {}),
  phoneOffer: () =>
    queryOptions({
      queryKey: ["account", "phone-offer"],
      queryFn: ({ signal }) => readPhoneOffer(signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

/** Reloads everything that this page shows; waits until it is there. */
export function accountChanged(): Promise<void> {
  return refetchAfterWrite("account");
}

/** Ends the session of another device, and shows the remaining ones. */
export async function endSession(id: string): Promise<void> {
  const left = await call(accountRoutes.endSession, { params: { id } });
  queryClient.setQueryData(accountQueries.sessions().queryKey, left);
  void accountChanged();
}
