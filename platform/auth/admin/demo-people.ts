import type { Database } from "@rounds/database/connect.ts";
import type { TeamRole } from "@rounds/domain/team/roles.ts";
import type { AuthContext } from "../base/context.ts";
import { createUser, inventedByDemo } from "../users/create-user.ts";
import { note } from "./account.ts";
import { metadataOf } from "./user-role.ts";

/** An invented person; `since` is the moment (ISO 8601) from which the account is in use. */
export type DemoPerson = {
  id: string;
  name: string;
  email: string;
  role: Exclude<TeamRole, "admin">;
  since: string;
};

/**
 * Makes the accounts of the demo's people. They are in use, so that doctors and visits can be theirs, but have no password
 * and an address that no mail reaches: nobody signs in with one unless an administrator lets them. Who signs up first is
 * the administrator all the same.
 */
export async function createDemoPeople(
  tx: Database,
  context: Pick<AuthContext, "clock">,
  people: readonly DemoPerson[],
): Promise<void> {
  for (const { id, name, email, role, since } of people) {
    const appMetadata = { ...metadataOf(role), ...inventedByDemo };
    await createUser(tx, context, { id, email, data: { full_name: name }, appMetadata });
    await tx
      .updateTable("auth.users")
      .set({ created_at: since, email_confirmed_at: since })
      .where("id", "=", id)
      .execute();
    const by = { actor_id: null, client: { ip: null, user_agent: null } };
    await note(tx, context, { id }, by, "user_created", { from: "demo" });
  }
}
