import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";

/** Where one machine of the cluster is. */
export type Site = {
  address: string;
  /** The command prefix to run a program on that machine. */
  prefix: string[];
  /** Drops everything, in both directions, without an error to anybody. */
  cut(): void;
  join(): void;
};

/** The machines' networks. `kind` says how cables are simulated. */
export type Network = {
  kind: "namespaces" | "loopback";
  sites: Site[];
  /** Ends everything that still runs in these networks, and the networks. */
  close(): void;
};

/**
 * A network with that many machines: each in a separate namespace behind a bridge, if this machine allows it (root on
 * Linux); otherwise addresses of 127.0.0.0/8, where processes must be halted to seem cut off.
 */
export function openNetwork(count: number, stopped: (index: number) => number[]): Network {
  removeLeftovers();
  const name = `rounds${process.pid}`;
  if (run("ip", "netns", "add", `${name}-probe`)) {
    run("ip", "netns", "del", `${name}-probe`);
    return namespaces(count, name);
  }
  return loopback(count, stopped);
}

function namespaces(count: number, name: string): Network {
  const net = freeNet();
  const bridge = `rb${process.pid}`;
  const sites = Array.from({ length: count }, (_, index) => {
    const space = `${name}-${index + 1}`;
    const cable = `rv${process.pid}-${index + 1}`;
    return { space, cable, address: `${net}.${index + 11}` };
  });
  must("ip", "link", "add", bridge, "type", "bridge");
  must("ip", "addr", "add", `${net}.1/24`, "dev", bridge);
  must("ip", "link", "set", bridge, "up");
  for (const { space, cable, address } of sites) {
    must("ip", "netns", "add", space);
    must("ip", "link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space);
    must("ip", "link", "set", cable, "master", bridge, "up");
    must("ip", "-n", space, "addr", "add", `${address}/24`, "dev", "eth0");
    must("ip", "-n", space, "link", "set", "eth0", "up");
    must("ip", "-n", space, "link", "set", "lo", "up");
  }
  return {
    kind: "namespaces",
    sites: sites.map(({ space, cable, address }) => ({
      address,
      prefix: ["ip", "netns", "exec", space],
      cut: () => must("ip", "link", "set", cable, "down"),
      join: () => must("ip", "link", "set", cable, "up"),
    })),
    close() {
      for (const { space } of sites) removeSpace(space);
      run("ip", "link", "del", bridge);
    },
  };
}

/** A part of 198.18.0.0/15, reserved for tests by RFC 2544, that this machine doesn't use. */
function freeNet(): string {
  const used = Object.values(networkInterfaces()).flatMap(
    (list) => list?.map(({ address }) => address) ?? [],
  );
  for (let number = process.pid % 256; ; number = (number + 1) % 256) {
    const net = `198.18.${number}`;
    if (!used.some((address) => address.startsWith(`${net}.`))) return net;
  }
}

function loopback(count: number, stopped: (index: number) => number[]): Network {
  const net = `127.${1 + (process.pid % 250)}.${1 + (Math.floor(process.pid / 250) % 250)}`;
  const signal = (index: number, name: NodeJS.Signals) => {
    for (const pid of stopped(index)) send(pid, name);
  };
  return {
    kind: "loopback",
    sites: Array.from({ length: count }, (_, index) => ({
      address: `${net}.${index + 11}`,
      prefix: [],
      cut: () => signal(index, "SIGSTOP"),
      join: () => signal(index, "SIGCONT"),
    })),
    close() {
      for (let index = 0; index < count; index++) signal(index, "SIGKILL");
    },
  };
}

/** What a killed earlier run left behind. */
function removeLeftovers() {
  const { stdout } = spawnSync("ip", ["netns", "list"], { encoding: "utf8" });
  for (const [space, pid] of (stdout ?? "").matchAll(/^rounds(\d+)-\w+/gm)) {
    if (existsSync(`/proc/${pid}`)) continue;
    removeSpace(space);
    run("ip", "link", "del", `rb${pid}`);
  }
}

function removeSpace(space: string) {
  const { stdout } = spawnSync("ip", ["netns", "pids", space], { encoding: "utf8" });
  for (const pid of (stdout ?? "").split("\n").filter(Boolean)) send(Number(pid), "SIGKILL");
  run("ip", "netns", "del", space);
}

/** Sends a signal to a process that may have ended in the meantime. */
export function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** A process with all its descendants. */
export function withChildren(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(path)) return [];
  const children = readFileSync(path, "utf8").trim().split(/\s+/).filter(Boolean).map(Number);
  return [pid, ...children.flatMap(withChildren)];
}

function run(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

function must(program: string, ...args: string[]) {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr ?? error?.message}`);
}
