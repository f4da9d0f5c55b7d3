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
    /** Where the primary stood when the caller was looked up; null unless a replica is to be held against it. */
    position: Position | null;
  }
}

/** Who may use a route: a check before anything of the request is read, and its word in the OpenAPI document. */
export type Guard = {
  check: (request: FastifyRequest) => Promise<void>;
  openapi: { [scheme: string]: string[] }[];
};

/** What a request without a good session is told, by the reason. */
const refusals = {
  missing: "not_signed_in",
  invalid: "session_ended",
  session_ended: "session_ended",
  second_step_missing: "second_factor_needed",
} as const satisfies Record<string, ErrorCode>;

/** Lets signed-in users through, by the access token of the auth service; a signed-out session is refused. */
export function memberGuard(auth: Auth): Guard {
  return {
    openapi: [{ session: [] }],
    async check(request) {
      await admit(auth, request);
    },
  };
}

/** Lets administrators through, as they are stored at this moment: what the access token says may be old. */
export function adminGuard(auth: Auth): Guard {
  return {
    openapi: [{ session: [] }],
    async check(request) {
      if ((await admit(auth, request)) !== "admin") throw new AppError("forbidden");
    },
  };
}

/** Notes who sends a request and gives his role; throws if nobody is signed in. */
async function admit(auth: Auth, request: FastifyRequest): Promise<string | undefined> {
  const result = await auth.authenticate(request.headers.authorization);
  if (!result.ok) throw new AppError(refusals[result.reason]);
  const { user, session_id, position = null } = result;
  request.actor = { id: user.id, email: user.email };
  request.caller = { session_id, client: clientOf(request.ip, request.headers["user-agent"]) };
  request.position = position;
  return user.role;
}
