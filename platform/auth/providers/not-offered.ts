import type { Answer } from "../base/context.ts";
import { AuthError } from "../base/errors.ts";

/** Identities are linked only by a verified address. */
export function linkingDisabled(): AuthError {
  return new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
}

/** GET /user/identities/authorize and DELETE /user/identities/:identity_id. */
export async function refuseLinking(): Promise<Answer> {
  throw linkingDisabled();
}

/** POST /sso. */
export async function refuseSaml(): Promise<Answer> {
  throw new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
}
