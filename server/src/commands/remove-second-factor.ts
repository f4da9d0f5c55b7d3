import { parseArgs } from "node:util";
import { createAuth } from "@rounds/auth/service.ts";
import { findUser } from "@rounds/auth/users/create-user.ts";
import { normalEmail } from "@rounds/auth/users/email.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { ConfigError } from "@rounds/http/config-error.ts";
import { errorText } from "@rounds/postgres/failure.ts";
import { explainFailure, UsageError } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

const usage = `Usage: npm run remove-second-factor -- EMAIL
Removes the second step of an account, for somebody who lost the authenticator and the recovery codes and has no
administrator to ask. Signing in takes the password alone from then on. The account's history and a mail to its owner
tell of it. The product may be running.`;

try {
  const email = readArguments(process.argv.slice(2));
  if (email === undefined) process.stdout.write(`${usage}\n`);
  else await remove(email);
} catch (error) {
  explainFailure(error, usage);
}

async function remove(email: string): Promise<void> {
  await withDatabase(async (db, config) => {
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

/** The account's address, or nothing if help was requested. */
function readArguments(args: string[]): string | undefined {
  const { values, positionals } = parse(args);
  const [email, ...more] = positionals;
  if (values.help) return undefined;
  if (!email || more.length > 0) throw new UsageError("Name one account by its email address.");
  return normalEmail(email);
}

function parse(args: string[]) {
  try {
    const options = { help: { type: "boolean", default: false } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(errorText(error));
  }
}
