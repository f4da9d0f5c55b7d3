import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { extract } from "tar";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Where the migrations are, and where they were in earlier versions. */
const places = ["platform/database/migrations", "database/migrations", "server/src/database/migrations"];

const git = async (...args: string[]) =>
  (await promisify(execFile)("git", args, { cwd: root })).stdout.trim();

/** The sources before the newest migrations, ready to run. */
export type PreviousVersion = {
  /** The commit of these sources. */
  commit: string;
  folder: string;
  /** Names of the migrations that the version knows. */
  migrations: string[];
};

const namesOf = (files: readonly string[]) => files.map((file) => basename(file, ".sql")).sort();

/**
 * The newest commit that knows only the first of today's migrations. A commit whose migrations are out of that order,
 * because they were added side by side and numbered later, was never a version that anybody ran.
 */
async function findPrevious(): Promise<string> {
  const today = namesOf(await readdir(join(root, places[0] ?? "")));
  const changes = await git("log", "--format=%H", "--", ...places);
  for (const change of changes.split("\n")) {
    // In a shallow clone everything seems to be added by the oldest commit, which has no parent.
    const commit = await git("rev-parse", "--verify", `${change}^`);
    const names = namesOf((await git("ls-tree", "--name-only", "-r", commit, "--", ...places)).split("\n"));
    if (names.length < today.length && names.every((name, at) => name === today[at])) return commit;
  }
  throw new Error("no commit knows fewer migrations");
}

/**
 * Unpacks the version before the newest committed migrations into a new folder, with the libraries installed here; or
 * returns, in words, why that is not possible (no git, no history, a missing library).
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
  const workspaces = workspacesOf(await git("show", `${commit}:package.json`));
  await git("archive", `--output=${archive}`, commit, "package.json", ...workspaces);
  await extract({ file: archive, cwd: folder });
  await rm(archive);

  const libraries = join(folder, "node_modules");
  await mkdir(join(libraries, "@rounds"), { recursive: true });
  const installed = (await readdir(join(root, "node_modules"))).filter((name) => name !== "@rounds");
  for (const name of installed) await symlink(join(root, "node_modules", name), join(libraries, name));
  const needed = new Set<string>();
  for (const name of workspaces) {
    await symlink(join(folder, name), join(libraries, "@rounds", basename(name)));
    const { dependencies = {} } = JSON.parse(await readFile(join(folder, name, "package.json"), "utf8"));
    for (const library of Object.keys(dependencies)) needed.add(library);
  }
  for (const name of needed) {
    const found = await readFile(join(libraries, name, "package.json")).catch(() => undefined);
    if (found || !(await imports(commit, name))) continue;
    await rm(folder, { recursive: true });
    return `its library ${name} is not installed any more`;
  }
  const files = await Promise.all(places.map((place) => readdir(join(folder, place)).catch(() => [])));
  return { commit, folder, migrations: namesOf(files.flat()) };
}

/** The version's workspaces that its server needs. */
function workspacesOf(manifest: string): string[] {
  const { workspaces } = JSON.parse(manifest) as { workspaces: string[] };
  const others = new Set(["web", "e2e", "bench", "cluster"]);
  return workspaces.filter((name) => !others.has(name));
}

/** Whether a file of the commit imports a library; a version may name one that it does not use. */
async function imports(commit: string, library: string): Promise<boolean> {
  return await git("grep", "--quiet", "--fixed-strings", `from "${library}`, commit, "--", "*.ts").then(
    () => true,
    () => false,
  );
}
