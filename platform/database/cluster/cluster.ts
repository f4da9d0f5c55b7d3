import type { Log } from "@rounds/postgres/log.ts";
import type { ConnectionSettings } from "../connect.ts";
import { Session } from "../session.ts";
import type { ClusterAddress } from "./address.ts";
import { createLocator, type Locator } from "./locator.ts";

type Cluster = {
  /** Connections made with these go to the current primary. */
  settings: ConnectionSettings;
  stop(): Promise<void>;
};

const usualLimits = {
  /** How long a start waits for a primary: a booting machine starts its database beside the product. */
  startMilliseconds: 60_000,
  /** How long requests wait for the next primary after a loss. */
  longestWaitMilliseconds: 5_000,
};

/**
 * Opens a PostgreSQL of one or several hosts, one of which is the primary at a time. Resolves once it is known; throws
 * `NoPrimaryError` if none is found, or `wanted` is aborted. When the primary is lost, its connections end, and new
 * ones go to the next.
 */
export async function openCluster(
  address: ClusterAddress,
  log: Log,
  { wanted, ...limits }: Partial<typeof usualLimits> & { wanted?: AbortSignal } = {},
): Promise<Cluster> {
  const { startMilliseconds, longestWaitMilliseconds } = { ...usualLimits, ...limits };
  const locator = createLocator(address, log, longestWaitMilliseconds);
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

/** A `pg.Client` that asks the locator where to connect. */
function sessionsOf(locator: Locator) {
  return class ClusterSession extends Session {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads, with a callback or with a promise
    override connect(callback?: any): any {
      if (callback) return this.#reach(callback);
      return new Promise((resolve, reject) => {
        this.#reach((error) => (error ? reject(error) : resolve(this)));
      });
    }

    #reach(callback: (error: Error | null) => void): void {
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
