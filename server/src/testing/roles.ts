import { everythingAllowed, tableOf } from "@rounds/domain/account/permission-table.ts";
import type { LimitedRole, Permission } from "@rounds/domain/account/permissions.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { startApp } from "./app.ts";

/** An app whose first member is the administrator, with a person of each role that can be limited. */
export async function startWithRoles() {
  const app = await startApp();
  const people = {
    manager: await app.signUp("manager@example.com"),
    representative: await app.signUp("representative@example.com"),
  };
  await app.call(teamRoutes.makeManager, { params: { id: people.manager.id } });
  return {
    app,
    people,
    /** Permits everything to everybody, as at the beginning. */
    allowAll: () => app.call(teamRoutes.savePermissions, { body: everythingAllowed }),
    /** Permits everything but this to a role, and everything to the other one. */
    deny: (role: LimitedRole, ...denied: Permission[]) =>
      app.call(teamRoutes.savePermissions, {
        body: tableOf((one, permission) => one !== role || !denied.includes(permission)),
      }),
  };
}
