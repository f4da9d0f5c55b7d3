import { type ConnectionSettings, connect, type Database } from "@rounds/database/connect.ts";
import { migrate } from "@rounds/database/migrate.ts";
import { type Day, dayOf } from "@rounds/domain/calendar/calendar.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { fill, type Size } from "./data.ts";
import { openPlace, type Place } from "./place.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

/** The time zone of the businesses that are measured. */
export const zone = "Asia/Kolkata";

type Choices = {
  /** The server with the databases; `BENCH_DATABASE_URL` unless given, and an own one where that is empty. */
  url?: string;
  /** Where an own server's databases stay for the next run. */
  folder?: string | undefined;
};

type Wanted = Choices & {
  /** The database's name. */
  name: string;
  /** With how many rows it is filled; with none unless given. */
  size?: Size;
  /** Told how far filling is. */
  say?: (text: string) => void;
};

/** A database that is measured. */
type Measured = { place: Place; settings: ConnectionSettings; today: Day };

/**
 * Does `work` where the databases of a benchmark are. An own server ends with it, also if it fails or the process is
 * interrupted; then the process ends with code 130.
 */
export async function withPlace(
  work: (place: Place) => Promise<void>,
  { url = process.env.BENCH_DATABASE_URL ?? "", folder }: Choices = {},
): Promise<void> {
  const place = await openPlace(url, folder);
  let stopping: Promise<void> | undefined;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      stopping ??= place.close().finally(() => process.exit(130));
    });
  }
  try {
    await work(place);
  } catch (error) {
    // Queries under way end with the database; that is not a failure.
    if (!stopping) throw error;
  } finally {
    await (stopping ?? place.close());
  }
}

/** Does `work` with a connection to a database, migrated and filled. */
export async function withDatabase(
  { name, size, say = () => {}, ...choices }: Wanted,
  work: (given: Measured & { db: Database }) => Promise<void>,
): Promise<void> {
  await withPlace(async (place) => {
    const settings = await place.database(name);
    const today = dayOf(systemClock(), zone);
    const { db, close } = connect(settings, () => {});
    try {
      await migrate(db);
      if (size) await fill(settings, size, today, say);
      await work({ place, settings, today, db });
    } finally {
      await close();
    }
  }, choices);
}

/** Does `work` with the built server running on a database, which is filled; `env` has more environment variables. */
export async function withServer(
  { name, size, say = () => {}, env = {}, ...choices }: Wanted & { env?: Record<string, string> },
  work: (given: Measured & { server: ServerProcess }) => Promise<void>,
): Promise<void> {
  await withPlace(async (place) => {
    const settings = await place.database(name);
    const today = dayOf(systemClock(), zone);
    const server = await startServerProcess(settings, { env });
    try {
      if (size) await fill(settings, size, today, say);
      await work({ place, settings, today, server });
    } finally {
      await server.stop();
    }
  }, choices);
}
