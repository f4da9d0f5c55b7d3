import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Something missing on this machine, so that the test can't be run; the message is for the person. */
export class CannotRun extends Error {}

/** The programs of a cluster, as Debian installs them. */
export type Programs = { etcd: string; haproxy: string; patroni: string; postgresBin: string };

/** Finds Debian's packages, and installs missing ones if root. Throws `CannotRun`. */
export function findPrograms(say: (text: string) => void): Programs {
  const missing = missingPackages();
  if (missing.length > 0) {
    if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
      throw new CannotRun(
        `These packages of Debian are missing: ${missing.join(", ")}. As root they are installed.`,
      );
    }
    say(`installing ${missing.join(", ")}`);
    install(missing);
  }
  const postgresBin = findPostgres();
  const still = missingPackages();
  if (still.length > 0 || !postgresBin)
    throw new CannotRun(`Still missing: ${still.join(", ") || "postgresql"}.`);
  return { etcd: "/usr/bin/etcd", haproxy: "/usr/sbin/haproxy", patroni: "/usr/bin/patroni", postgresBin };
}

const proofs: Record<string, () => boolean> = {
  "etcd-server": () => existsSync("/usr/bin/etcd"),
  haproxy: () => existsSync("/usr/sbin/haproxy"),
  patroni: () => existsSync("/usr/bin/patroni"),
  "python3-etcd": () => existsSync("/usr/lib/python3/dist-packages/etcd"),
  postgresql: () => findPostgres() !== undefined,
};

function missingPackages(): string[] {
  return Object.entries(proofs).flatMap(([name, isThere]) => (isThere() ? [] : name));
}

/** The newest PostgreSQL on this machine that the product supports. */
function findPostgres(): string | undefined {
  const folder = "/usr/lib/postgresql";
  const versions = existsSync(folder) ? readdirSync(folder).map(Number) : [];
  const fit = versions.filter((version) => existsSync(join(folder, String(version), "bin/postgres")));
  const newest = Math.max(...fit.filter((version) => version >= 15));
  return Number.isFinite(newest) ? join(folder, String(newest), "bin") : undefined;
}

const policy = "/usr/sbin/policy-rc.d";

/** Installs packages without starting their services. */
function install(packages: string[]) {
  const ownPolicy = !existsSync(policy);
  if (ownPolicy) {
    writeFileSync(policy, "#!/bin/sh\nexit 101\n");
    chmodSync(policy, 0o755);
  }
  const apt = (...args: string[]) =>
    spawnSync("apt-get", ["-q", "-o", "DPkg::Lock::Timeout=120", ...args], {
      encoding: "utf8",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  const wanted = ["install", "-y", "--no-install-recommends", ...packages];
  try {
    let done = apt(...wanted);
    if (done.status !== 0) {
      apt("update");
      done = apt(...wanted);
    }
    if (done.status !== 0) throw new CannotRun(`apt-get could not install them:\n${done.stderr}`);
  } finally {
    if (ownPolicy) rmSync(policy);
  }
  // And not at the next start of this machine either.
  if (existsSync("/run/systemd/system")) {
    const services = ["etcd", "haproxy", "patroni", "postgresql"].filter((name) =>
      packages.some((one) => one.startsWith(name)),
    );
    spawnSync("systemctl", ["disable", ...services], { stdio: "ignore" });
  }
}
