import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@rounds/postgres/free-port.ts";
import type { DatabaseCluster } from "./database-cluster.ts";
import type { Programs } from "./packages.ts";
import { exampleFile, type Place } from "./place.ts";
import { createService, type Service } from "./service.ts";

const main = fileURLToPath(new URL("../server/dist/main.js", import.meta.url));

/** Two servers of Rounds behind HAProxy. */
export type RoundsServers = {
  /** Where people reach them. */
  url: string;
  servers: Service[];
  /** Problems in words; undefined if there are none. */
  trouble(): Promise<string | undefined>;
  stop(): Promise<void>;
};

/** A password for the product's role in the database. */
export const databasePassword = randomBytes(12).toString("hex");

/** Starts HAProxy with the configuration of deploy/ and two built servers on the cluster. */
export async function startRoundsServers(
  cluster: DatabaseCluster,
  place: Place,
  programs: Programs,
): Promise<RoundsServers> {
  const ports = [await freePort(), await freePort()];
  const [door, postgres] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${door}`;
  const hosts = cluster.nodes.map(({ address }) => `${address}:5432`).join(",");
  const servers = ports.map((port, index) =>
    createService(join(place.logs, `rounds${index + 1}.log`), {
      program: process.execPath,
      args: [main],
      env: {
        NODE_ENV: "production",
        PORT: String(port),
        PUBLIC_URL: url,
        TRUSTED_PROXIES: "127.0.0.1",
        DATA_DIR: place.folder(`rounds${index + 1}`),
        DATABASE_URL: `postgres://rounds:${databasePassword}@${hosts}/rounds`,
        DATABASE_REPLICA_URL: `postgres://rounds:${databasePassword}@${hosts}/rounds`,
        LOG_LEVEL: "warn",
      },
    }),
  );
  const haproxy = createService(join(place.logs, "haproxy.log"), {
    program: programs.haproxy,
    args: ["-db", "-f", exampleFile("haproxy/haproxy.cfg")],
    env: {
      ROUNDS_BIND: `127.0.0.1:${door}`,
      ROUNDS_1: `127.0.0.1:${ports[0]}`,
      ROUNDS_2: `127.0.0.1:${ports[1]}`,
      POSTGRES_BIND: `127.0.0.1:${postgres}`,
      POSTGRES_1: cluster.nodes[0]?.address ?? "",
      POSTGRES_2: cluster.nodes[1]?.address ?? "",
      POSTGRES_3: cluster.nodes[2]?.address ?? "",
      HAPROXY_LOG: "stderr",
    },
  });
  haproxy.start();
  for (const server of servers) server.start();

  return {
    url,
    servers,
    async trouble() {
      for (const [index, port] of ports.entries()) {
        const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
          signal: AbortSignal.timeout(5000),
        }).catch(() => undefined);
        await answer?.body?.cancel();
        if (answer?.status !== 200) return `server ${index + 1} is not ready`;
      }
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(
        () => undefined,
      );
      await answer?.body?.cancel();
      return answer?.status === 200 ? undefined : "HAProxy has no server";
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await haproxy.stop();
    },
  };
}
