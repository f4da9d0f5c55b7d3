import { clientOf } from "@rounds/auth/base/context.ts";
import type { Auth } from "@rounds/auth/service.ts";
import type { Position } from "@rounds/database/replica/position.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { ErrorCode } from "@rounds/domain/errors/errors.ts";
import type { FastifyRequest } from "fastify";
import type { Actor, Caller } from "./context.ts";

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

/** Accepts signed-in users, by the access token of the auth service; refuses an ended session. */
export function memberGuard(auth: Auth): Guard {
  return {
    openapi: [{ session: [] }],
    async check(request) {
      await admit(auth, request);
    },
  };
}

/** Accepts administrators, as stored at this moment: the role in the access token may be out of date. */
export function adminGuard(auth: Auth): Guard {
  return {
    openapi: [{ session: [] }],
    async check(request) {
      if ((await admit(auth, request)) !== "admin") throw new AppError("forbidden");
    },
  };
}

/** Records who sends a request and returns the role; throws if nobody is signed in. */
async function admit(auth: Auth, request: FastifyRequest): Promise<string | undefined> {
  const result = await auth.authenticate(request.headers.authorization);
  if (!result.ok) throw new AppError(refusals[result.reason]);
  const { user, session_id, position = null } = result;
  request.actor = { id: user.id, email: user.email };
  request.caller = { session_id, client: clientOf(request.ip, request.headers["user-agent"]) };
  request.position = position;
  return user.role;
}
