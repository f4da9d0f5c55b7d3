import { createAuth } from "@rounds/auth/service.ts";
import { findUser } from "@rounds/auth/users/create-user.ts";
import { normalEmail } from "@rounds/auth/users/email.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { ConfigError } from "@rounds/http/config-error.ts";
import { readArguments, runCommand } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

const usage = `Usage: npm run remove-second-factor -- EMAIL
Removes the second step of an account, for somebody who lost the authenticator and the recovery codes and has no
administrator to ask. Signing in takes the password alone from then on. The account's history and a mail to its owner
tell of it. The product may be running.`;

await runCommand(usage, async (args, signal) => {
  const { argument } = readArguments(args, { one: "Name one account by its email address." });
  await remove(normalEmail(argument), signal);
});

async function remove(email: string, signal: AbortSignal): Promise<void> {
  await withDatabase(signal, async (db, config) => {
    const user = await findUser(db, { email });
    if (!user) throw new ConfigError(`Nobody has an account with the address ${email}.`);
    const silent = { info: () => {}, warn: () => {}, error: () => {} };
    const { accounts } = await createAuth({ db, clock: systemClock, config, log: silent });
    const removed = await accounts.removeFactors(user.id, {
      actor_id: null,
      client: { ip: null, user_agent: "remove-second-factor" },
    });
    process.stdout.write(
      removed > 0
        ? `The second step of ${email} is removed. Set it up again on the account page after signing in.\n`
        : `${email} has no second step.\n`,
    );
  });
}
