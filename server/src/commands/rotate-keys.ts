import { announceKey, replaceKeys } from "@rounds/auth/sessions/key-rotation.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { ConfigError } from "@rounds/http/config-error.ts";
import { readArguments, runCommand } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

const usage = `Usage: npm run rotate-keys [-- --now]
Publishes a new key for signing access tokens. After 15 minutes it signs, and the former one is accepted for two more
hours; nobody has to sign in again. The product may be running.
  --now  for a key that others may know: the new one signs at once and all former ones are worth nothing, so that
         everybody's access token has to be refreshed`;

await runCommand(usage, (args, signal) =>
  rotate(readArguments(args, { flags: ["now"] }).flags.has("now"), signal),
);

async function rotate(now: boolean, signal: AbortSignal): Promise<void> {
  await withDatabase(signal, async (db, config) => {
    const { jwt_algorithm } = config;
    if (jwt_algorithm === "HS256") {
      throw new ConfigError("JWT_ALGORITHM=HS256 signs with JWT_SECRET: set another secret and start again.");
    }
    const change = { db, clock: systemClock, config, log: { info: () => {} } };
    if (now) {
      await replaceKeys(change, jwt_algorithm);
      process.stdout.write("A new key signs, and all former ones are worth nothing.\n");
    } else {
      const moment = await announceKey(change, jwt_algorithm);
      process.stdout.write(`A new key is published and signs from ${moment} on.\n`);
    }
  });
}
