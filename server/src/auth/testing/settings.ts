import { z } from "zod";
import { type AuthSettings, authEnvironment, readAuthSettings } from "../settings.ts";

/** The service's settings as on a machine of one's own, where mail is shown on a page. */
export function privateSettings(env: Record<string, string> = {}): AuthSettings {
  return readAuthSettings(z.object(authEnvironment).parse(env), {
    private_address: true,
    product_name: "Rounds",
    host: "localhost",
  });
}
