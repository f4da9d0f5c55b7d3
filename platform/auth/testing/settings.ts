import { z } from "zod";
import { type AuthSettings, authEnvironment, type HashingCost, readAuthSettings } from "../base/settings.ts";

/** So that tests which are not about hashing don't wait for it. */
const cheapHashing: HashingCost = { memoryCost: 128, timeCost: 1, parallelism: 1, outputLen: 32 };

/** The service's settings as on a developer's own machine, where mail is shown on a page; hashing is cheap. */
export function privateSettings(
  env: Record<string, string> = {},
): AuthSettings & { hashing_cost: HashingCost } {
  const settings = readAuthSettings(z.object(authEnvironment).parse(env), {
    private_address: true,
    product_name: "Rounds",
    host: "localhost",
  });
  return { ...settings, hashing_cost: cheapHashing };
}
