import { open } from "node:fs/promises";
import { createAuth } from "@rounds/auth/service.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { ConfigError } from "@rounds/http/config-error.ts";
import { errorText } from "@rounds/postgres/failure.ts";
import { importArchive } from "../archive/import-archive.ts";
import type { ArchiveBytes } from "../archive/zip-reader.ts";
import { fileArgument, readArguments, runCommand } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

const usage = `Usage: npm run import-archive -- FILE
Brings an archive of everything (docs/archive.md) into a Rounds without doctors, products and visits. The archive is
checked whole first; if anything is wrong, nothing is changed. The product may be running.`;

await runCommand(usage, async (args, signal) => {
  try {
    await bringIn(readArguments(args, { one: "Name one archive." }).argument, signal);
  } catch (error) {
    throw error instanceof AppError && error.status < 500 ? new ConfigError(error.message) : error;
  }
});

async function bringIn(name: string, signal: AbortSignal): Promise<void> {
  const file = await openFile(name);
  try {
    await withDatabase(signal, async (db, config) => {
      const silent = { info: () => {}, warn: () => {}, error: () => {} };
      const { accounts } = await createAuth({ db, clock: systemClock, config, log: silent });
      let said = "";
      const result = await importArchive(db, file.bytes, {
        accounts,
        by: { actor_id: null, client: { ip: null, user_agent: "import-archive" } },
        signal,
        tell(news) {
          const text = "stage" in news ? `${news.stage} ${news.file ?? ""}`.trim() : "";
          if (text !== said && text !== "") process.stdout.write(`${text} …\n`);
          said = text;
        },
      });
      process.stdout.write(
        `Brought in ${result.doctors} doctors, ${result.products} products, ${result.visits} visits and ${result.sales} sales; ` +
          `${result.people_made} of ${result.people} people have a new account, which waits for an invitation.\n`,
      );
    });
  } finally {
    await file.close();
  }
}

async function openFile(name: string): Promise<{ bytes: ArchiveBytes; close(): Promise<void> }> {
  const file = await open(fileArgument(name)).catch((error: unknown) => {
    throw new ConfigError(`The archive can't be opened: ${errorText(error)}`);
  });
  const { size } = await file.stat();
  return {
    bytes: {
      size,
      async read(offset, length) {
        const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
        return buffer.subarray(0, bytesRead);
      },
    },
    close: () => file.close(),
  };
}
