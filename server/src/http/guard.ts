import type { ErrorCode } from "@rounds/domain/errors/errors.ts";
import type { FastifyRequest } from "fastify";
import type { Auth } from "../auth/service.ts";
import { AppError } from "./app-error.ts";
import type { Actor } from "./context.ts";

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor;
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
      const result = await auth.authenticate(request.headers.authorization);
      if (!result.ok) throw new AppError(refusals[result.reason]);
      request.actor = { id: result.user.id, email: result.user.email };
    },
  };
}
