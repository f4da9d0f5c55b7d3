import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import type {
  Invitation,
  LinkSent,
  PasswordReset,
  RemainsConfirmation,
  TeamMemberDetail,
} from "@rounds/domain/team/team.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { asApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { refetchAfterWrite, rowDeleted, rowSaved } from "../api/live/stored-rows.ts";
import { acrossFilters, fresh, readQuery, unkept } from "../api/reading.ts";
import type { AuditSearch, TeamSearch } from "../search.ts";

/** The queries of the team. They are for administrators only; others get `forbidden`. */
export const teamQueries = {
  list: (search: TeamSearch) =>
    readQuery(["team", "list", search], teamRoutes.list, { query: search }, acrossFilters),
  row: (id: string) => readQuery(["team", "row", id], teamRoutes.read, { params: { id } }),
  /** The devices on which somebody works without a connection. */
  phones: (id: string) => readQuery(["sync", "devices", id], syncRoutes.devices, { params: { id } }, fresh),
  deletionEffect: (id: string) =>
    readQuery(["team", "deletion-effect", id], teamRoutes.deletionEffect, { params: { id } }, unkept),
  audit: (search: AuditSearch) =>
    readQuery(["team", "audit", search], teamRoutes.audit, { query: search }, acrossFilters),
  /** The people offered by a filter by person. */
  choices: (search: string) =>
    queryOptions({
      queryKey: ["team", "choices", search],
      queryFn: async ({ signal }) =>
        (await call(teamRoutes.list, { query: { search, per_page: 20 } }, signal)).rows,
      placeholderData: keepPreviousData,
    }),
};

/** Changes of a member's account that need no further input. */
export type MemberChange =
  | "disable"
  | "enable"
  | "endSessions"
  | "makeAdmin"
  | "makeManager"
  | "makeRepresentative"
  | "removeFactors";

/** Makes the change; throws `last_admin` if no administrator would be left. */
export async function changeMember(id: string, change: MemberChange): Promise<TeamMemberDetail> {
  const member = await call(teamRoutes[change], { params: { id } });
  rowSaved("team", member);
  return member;
}

/**
 * Invites somebody, for the first time or again; throws `email_taken` if there is an account already, and
 * `account_disabled` for one that is disabled.
 */
export async function invite(body: Invitation): Promise<LinkSent> {
  const sent = await call(teamRoutes.invite, { body });
  rowSaved("team", sent.member);
  return sent;
}

/** Sends a member the link to choose a new password. */
export async function resetPassword(id: string, body: PasswordReset): Promise<LinkSent> {
  const sent = await call(teamRoutes.resetPassword, { params: { id }, body });
  rowSaved("team", sent.member);
  return sent;
}

/**
 * Deletes an account; throws `changed_meanwhile` if something else was confirmed. One that is already gone, as after a lost
 * answer, counts as deleted.
 */
export async function deleteMember(id: string, confirmed: RemainsConfirmation): Promise<void> {
  try {
    await call(teamRoutes.delete, { params: { id }, query: confirmed });
  } catch (error) {
    if (asApiError(error).code !== "not_found") throw error;
  }
  rowDeleted("team", id);
}

/** Refetches everything about the team, as after a change whose answer was lost. */
export function teamChanged(): void {
  void refetchAfterWrite("team");
}
