import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Site, send, withChildren } from "./network.ts";
import type { Programs } from "./packages.ts";
import { exampleEnvironment, exampleFile, type Place } from "./place.ts";
import { createService } from "./service.ts";

/** One of the three machines of the database: etcd, Patroni and the PostgreSQL that Patroni keeps. */
export type DatabaseNode = {
  name: string;
  address: string;
  start(): void;
  /** Ends PostgreSQL and Patroni like a power cut; Patroni comes back after that many milliseconds. */
  crashDatabase(forMilliseconds: number): void;
  /** Ends etcd like a power cut; it comes back after that many milliseconds. */
  crashEtcd(forMilliseconds: number): void;
  cut(): void;
  join(): void;
  /** All processes of the machine. */
  pids(): number[];
  stop(): Promise<void>;
};

/** The machines' addresses in the example, which shows the files of node1. */
const exampleAddress = /10\.0\.0\.1([123])/g;

/** A machine of the cluster with the configuration of deploy/. Nothing runs before `start`. */
export function createNode(
  index: number,
  sites: readonly Site[],
  place: Place,
  programs: Programs,
): DatabaseNode {
  const site = at(sites, index);
  const name = `node${index + 1}`;
  const data = join(place.folder(name), "postgres");
  const prefix = [...site.prefix, ...place.asUser];

  /** A setting of the example's file for this machine; values that name several machines are the same on all. */
  function environment(file: string): Record<string, string> {
    const example = exampleEnvironment(file);
    return Object.fromEntries(
      Object.entries(example).map(([key, value]) => {
        const everybody = value.includes("10.0.0.12");
        const rendered = value.replaceAll(exampleAddress, (_, number) =>
          everybody ? at(sites, Number(number) - 1).address : site.address,
        );
        return [key, rendered === "node1" ? name : rendered];
      }),
    );
  }

  const etcd = createService(join(place.logs, `${name}-etcd.log`), {
    prefix,
    program: programs.etcd,
    env: { ...environment("etcd/etcd.env"), ETCD_DATA_DIR: join(place.folder(name), "etcd") },
  });
  const patroni = createService(join(place.logs, `${name}-patroni.log`), {
    prefix,
    program: programs.patroni,
    args: [exampleFile("patroni/patroni.yml")],
    env: {
      ...environment("patroni/patroni.env"),
      HOME: place.folder(name),
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_BIN_DIR: programs.postgresBin,
      PATRONI_POSTGRESQL_PGPASS: join(place.folder(name), "pgpass"),
    },
  });

  function postmaster(): number | undefined {
    const file = join(data, "postmaster.pid");
    const pid = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
    // The pid file of a killed postmaster stays.
    return pid > 0 && existsSync(`/proc/${pid}`) ? pid : undefined;
  }

  return {
    name,
    address: site.address,
    start() {
      etcd.start();
      patroni.start();
    },
    crashDatabase(forMilliseconds) {
      const pid = postmaster();
      patroni.crash(forMilliseconds);
      if (pid) send(pid, "SIGKILL");
    },
    crashEtcd: etcd.crash,
    cut: site.cut,
    join: site.join,
    pids: () =>
      [etcd.pid(), patroni.pid(), postmaster()].flatMap((pid) =>
        pid === undefined ? [] : withChildren(pid),
      ),
    async stop() {
      // A halted process can't end.
      site.join();
      await patroni.stop();
      const left = postmaster();
      if (left) send(left, "SIGKILL");
      await etcd.stop();
    },
  };
}

function at(sites: readonly Site[], index: number): Site {
  const site = sites[index];
  if (!site) throw new RangeError(`There is no machine ${index}`);
  return site;
}
