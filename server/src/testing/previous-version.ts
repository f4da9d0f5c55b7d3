import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { extract } from "tar";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const migrations = "server/src/database/migrations";

const git = async (...args: string[]) =>
  (await promisify(execFile)("git", args, { cwd: root })).stdout.trim();

/** The sources as they were before the newest migrations, ready to run. */
export type PreviousVersion = {
  /** The commit whose sources they are. */
  commit: string;
  folder: string;
  /** Names of the migrations that the version knows. */
  migrations: string[];
};

const namesOf = (files: readonly string[]) => files.map((file) => basename(file, ".sql")).sort();

/**
 * The newest commit that knows only the first of today's migrations. One whose own are out of that order, because they
 * were added side by side and numbered later, was never a version that anybody ran.
 */
async function findPrevious(): Promise<string> {
  const today = namesOf(await readdir(join(root, migrations)));
  const changes = await git("log", "--format=%H", "--", migrations);
  for (const change of changes.split("\n")) {
    // In a shallow clone everything seems to be added by the oldest commit, which has no parent.
    const commit = await git("rev-parse", "--verify", `${change}^`);
    const files = await git("ls-tree", "--name-only", `${commit}:${migrations}`);
    const names = namesOf(files.split("\n"));
    if (names.length < today.length && names.every((name, at) => name === today[at])) return commit;
  }
  throw new Error("no commit knows fewer migrations");
}

/**
 * Unpacks the version before the newest committed migrations into a new folder, with the libraries that are installed
 * here; or says, in words, why that can't be had (no git, no history, a library that is gone).
 */
export async function unpackPreviousVersion(): Promise<PreviousVersion | string> {
  let commit: string;
  try {
    commit = await findPrevious();
  } catch {
    return "git does not tell which commit came before the newest migration";
  }
  const folder = await mkdtemp(join(tmpdir(), "rounds-previous-"));
  const archive = join(folder, "sources.tar");
  await git("archive", `--output=${archive}`, commit, "package.json", "domain", "server");
  await extract({ file: archive, cwd: folder });
  await rm(archive);

  const libraries = join(folder, "node_modules");
  await mkdir(join(libraries, "@rounds"), { recursive: true });
  const installed = (await readdir(join(root, "node_modules"))).filter((name) => name !== "@rounds");
  for (const name of installed) await symlink(join(root, "node_modules", name), join(libraries, name));
  for (const name of ["domain", "server"])
    await symlink(join(folder, name), join(libraries, "@rounds", name));

  const { dependencies } = JSON.parse(await readFile(join(folder, "server/package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    const found = await readFile(join(libraries, name, "package.json")).catch(() => undefined);
    if (found) continue;
    await rm(folder, { recursive: true });
    return `its library ${name} is not installed any more`;
  }
  const files = await readdir(join(folder, migrations));
  return {
    commit,
    folder,
    migrations: namesOf(files),
  };
}
