import { clientOf } from "@rounds/auth/base/context.ts";
import type { Auth } from "@rounds/auth/service.ts";
import type { Position } from "@rounds/database/replica/position.ts";
import type { Permission } from "@rounds/domain/account/permissions.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { ErrorCode } from "@rounds/domain/errors/errors.ts";
import { roleOf } from "@rounds/domain/team/roles.ts";
import type { FastifyRequest } from "fastify";
import type { Actor, Caller } from "./context.ts";
import { requirePermission } from "./permission.ts";

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor;
    caller: Caller;
    /** The primary's position when the caller was looked up; null unless replicas are used. */
    position: Position | null;
  }
}

/** Who may use a route: a check before anything of the request is read, and its name in the OpenAPI document. */
export type Guard = {
  check: (request: FastifyRequest) => Promise<void>;
  openapi: { [scheme: string]: string[] }[];
};

/** The error for a request without a valid session, by reason. */
const refusals = {
  missing: "not_signed_in",
  invalid: "session_ended",
  session_ended: "session_ended",
  second_step_missing: "second_factor_needed",
} as const satisfies Record<string, ErrorCode>;

/**
 * The guards of all routes, which read role and permissions as stored at this moment: those in the access token may be out
 * of date. The OpenAPI document names what each route needs, as OpenAPI 3.1 does it for roles.
 */
export type Guards = {
  /** Accepts everybody who is signed in. */
  member: Guard;
  admin: Guard;
  /** Accepts those who have the permissions. */
  needs: (...permissions: Permission[]) => Guard;
  /** Accepts everybody who is signed in; the command needs the permissions for some rows, such as those of others. */
  needsForSome: (...permissions: Permission[]) => Guard;
};

/** The guards, by the access token of the auth service; they refuse an ended session. */
export function createGuards(auth: Auth): Guards {
  const guard = (names: string[], check: (actor: Actor) => void = () => {}): Guard => ({
    openapi: [{ session: names }],
    async check(request) {
      await admit(auth, request);
      check(request.actor);
    },
  });
  return {
    member: guard([]),
    admin: guard(["admin"], ({ role }) => {
      if (role !== "admin") throw new AppError("forbidden");
    }),
    needs: (...permissions) =>
      guard(permissions, (actor) => {
        for (const permission of permissions) requirePermission(actor, permission);
      }),
    needsForSome: (...permissions) => guard(permissions.map((permission) => `some:${permission}`)),
  };
}

/** Records who sends a request; throws if nobody is signed in. */
async function admit(auth: Auth, request: FastifyRequest): Promise<void> {
  const result = await auth.authenticate(request.headers.authorization);
  if (!result.ok) throw new AppError(refusals[result.reason]);
  const { user, session_id, position = null } = result;
  request.actor = { id: user.id, email: user.email, role: roleOf(user.role), denied: user.denied };
  request.caller = { session_id, client: clientOf(request.ip, request.headers["user-agent"]) };
  request.position = position;
}
