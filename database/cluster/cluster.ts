import type { Log } from "@rounds/postgres/log.ts";
import type { ConnectionSettings } from "../connect.ts";
import { Session } from "../session.ts";
import type { ClusterAddress } from "./address.ts";
import { createLocator, type Locator } from "./locator.ts";

export type Cluster = {
  /** Connections made with these go to whichever host is the primary at that moment. */
  settings: ConnectionSettings;
  stop(): Promise<void>;
};

const usualLimits = {
  /** How long a start waits for a primary: a machine that boots starts its database beside the product. */
  startMilliseconds: 60_000,
  /** How long requests wait for the next primary when one was lost. */
  patienceMilliseconds: 5_000,
};

/**
 * Opens a PostgreSQL of one host or several, of which one at a time is the primary. Resolves once it is known; throws
 * `NoPrimaryError` when none shows up, or `wanted` is aborted. Where the primary is lost, its connections end, and new ones go to the next.
 */
export async function openCluster(
  address: ClusterAddress,
  log: Log,
  { wanted, ...limits }: Partial<typeof usualLimits> & { wanted?: AbortSignal } = {},
): Promise<Cluster> {
  const { startMilliseconds, patienceMilliseconds } = { ...usualLimits, ...limits };
  const locator = createLocator(address, log, patienceMilliseconds);
  try {
    await locator.firstPrimary(startMilliseconds, wanted);
  } catch (error) {
    await locator.stop();
    throw error;
  }
  return {
    settings: { ...address.settings, Client: sessionsOf(locator) },
    stop: locator.stop,
  };
}

type Callback = (error: Error | null) => void;

/** A `pg.Client` that asks where to connect to. */
function sessionsOf(locator: Locator) {
  return class ClusterSession extends Session {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads, with a callback or with a promise
    override connect(callback?: any): any {
      if (callback) return this.#reach(callback);
      return new Promise((resolve, reject) => {
        this.#reach((error) => (error ? reject(error) : resolve(this)));
      });
    }

    #reach(callback: Callback): void {
      locator.primary().then((host) => {
        Object.assign(this, host);
        const release = locator.watch(this, host);
        const suspect = () => locator.suspect(host);
        this.on("error", suspect);
        this.once("end", release);
        this.connection.on("errorMessage", () => this.unfit && suspect());
        super.connect((error: Error | null) => {
          if (error) {
            release();
            suspect();
          }
          callback(error);
        });
      }, callback);
    }
  };
}
