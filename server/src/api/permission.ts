import { notPermittedWords, type Permission } from "@rounds/domain/account/permissions.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { Actor } from "./context.ts";

/** Whether somebody has a permission. Administrators and the product itself have all. */
export function isPermitted({ denied }: Pick<Actor, "denied">, permission: Permission): boolean {
  return !denied?.includes(permission);
}

/** The `not_permitted` error, which says what is not allowed and who can change it, after why it is needed. */
export function notPermitted(permission: Permission, why = ""): AppError {
  const message = `${why} ${notPermittedWords(permission)}`.trim();
  return new AppError("not_permitted", { message, details: { permission } });
}

/** Throws `not_permitted` without a permission. */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (!isPermitted(actor, permission)) throw notPermitted(permission);
}
