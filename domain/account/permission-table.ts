import { z } from "zod";
import { type LimitedRole, limitedRoles, type Permission, permissions } from "./permissions.ts";

const allowed = z.strictObject(
  Object.fromEntries(permissions.map((permission) => [permission, z.boolean()])) as Record<
    Permission,
    z.ZodBoolean
  >,
);

/** Who may do what: for each role, whether each permission is given. */
export const permissionTable = z.strictObject(
  Object.fromEntries(limitedRoles.map((role) => [role, allowed])) as Record<LimitedRole, typeof allowed>,
);

/** The table in which a role may do what `isAllowed` says. */
export function tableOf(isAllowed: (role: LimitedRole, permission: Permission) => boolean): PermissionTable {
  const rowOf = (role: LimitedRole) =>
    Object.fromEntries(permissions.map((permission) => [permission, isAllowed(role, permission)]));
  // Every role and permission is in it.
  return Object.fromEntries(limitedRoles.map((role) => [role, rowOf(role)])) as PermissionTable;
}

/** As long as nobody has chosen anything else. */
export const everythingAllowed = tableOf(() => true);

/** What representatives may do with their own rows only; managers may do everything. */
export const ownWorkOnly = tableOf((role) => role === "manager");

/** The same as it is stored. `is_chosen`: whether somebody has chosen already. */
export const permissionSettings = z.object({ table: permissionTable, is_chosen: z.boolean() });

/** What the person who asks may not do, each with the sentence that says so. */
export const ownPermissions = z.object({
  role: z.enum([...limitedRoles, "admin"]),
  denied: z.object({ permission: z.enum(permissions), message: z.string() }).array(),
});

export type PermissionTable = z.output<typeof permissionTable>;
export type PermissionSettings = z.output<typeof permissionSettings>;
export type OwnPermissions = z.output<typeof ownPermissions>;
