import { readFile, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, resolve } from "node:path";
import { EmbeddedDatabaseError } from "./failure.ts";

/**
 * The operating system account PostgreSQL runs as. PostgreSQL refuses to run as root, so root uses the owner of the
 * data, or `nobody` while there are no data; everybody else runs it as themselves.
 */
export type Account =
  | { kind: "own"; name: string; uid: number | undefined }
  | { kind: "handed-over"; name: string; uid: number; gid: number };

type PasswdEntry = {
  name: string;
  uid: number;
  gid: number;
};

/** Chooses the account; `dataOwner` is the owner of existing data. */
export async function chooseAccount(dataOwner: { uid: number; gid: number } | undefined): Promise<Account> {
  const uid = process.getuid?.();
  if (uid !== 0) return { kind: "own", name: ownName(), uid };

  const entries = await readPasswd();
  if (dataOwner && dataOwner.uid !== 0) {
    const entry = entries.find((candidate) => candidate.uid === dataOwner.uid);
    return { kind: "handed-over", name: entry?.name ?? `uid ${dataOwner.uid}`, ...dataOwner };
  }
  // initdb asks the system for the name of its uid, so a bare number is not enough.
  const entry = ["nobody", "daemon"]
    .map((name) => entries.find((candidate) => candidate.name === name))
    .find((candidate) => candidate !== undefined && candidate.uid !== 0);
  if (!entry) {
    throw new EmbeddedDatabaseError(
      "account",
      "PostgreSQL can't run as root, and /etc/passwd has no user “nobody” to run it as instead. " +
        "Start Rounds as an ordinary user, or set DATABASE_URL.",
    );
  }
  return { kind: "handed-over", ...entry };
}

/** The name of the user running this process, or its uid if the system knows no name. */
export function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "?"}`;
  }
}

/** The name of a uid, for messages. */
export async function nameOf(uid: number): Promise<string> {
  const entry = (await readPasswd()).find((candidate) => candidate.uid === uid);
  return entry ? `“${entry.name}” (uid ${uid})` : `uid ${uid}`;
}

/** The `spawn` options to run a program as the account. */
export function spawnIdentity(account: Account): { uid?: number; gid?: number } {
  if (account.kind === "own") return {};
  // macOS writes nobody's -2 as 4294967294; spawn accepts only the signed number.
  return { uid: account.uid | 0, gid: account.gid | 0 };
}

/**
 * The nearest directory on the way to `directory` that the account can't enter, or undefined if it can get there.
 * Judges by mode bits, as the kernel does for an account without supplementary groups.
 */
export async function barrierFor(account: Account, directory: string): Promise<string | undefined> {
  if (account.kind === "own") return undefined;
  const steps: string[] = [];
  for (let step = resolve(directory); ; step = dirname(step)) {
    steps.unshift(step);
    if (step === dirname(step)) break;
  }
  for (const step of steps) {
    const found = await stat(step);
    const execute = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001;
    if ((found.mode & execute) === 0) return step;
  }
  return undefined;
}

async function readPasswd(): Promise<PasswdEntry[]> {
  const text = await readFile("/etc/passwd", "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    if (!name || name.startsWith("#") || !uid || !gid) return [];
    return [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }];
  });
}
