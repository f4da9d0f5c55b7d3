import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Whether the product is built to exactly the same bytes wherever and whenever it is built: twice, in folders with
// different names and depths, at different times, in different time zones and languages.

const root = fileURLToPath(new URL("..", import.meta.url));
const products = ["server/dist", "web/dist"];

/** Copies the sources into a folder, with the installed libraries. */
async function copySources(folder: string) {
  const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const files = execFileSync("git", listed, { cwd: root, encoding: "utf8" }).split("\0");
  for (const file of files.filter(Boolean)) await cp(join(root, file), join(folder, file));
  const libraries = join(folder, "node_modules");
  await mkdir(join(libraries, "@rounds"), { recursive: true });
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name !== "@rounds") await symlink(join(root, "node_modules", name), join(libraries, name));
  }
  // A room's link leads to its folder from here, so the same link leads to its copy.
  const rooms = join(root, "node_modules/@rounds");
  for (const name of await readdir(rooms))
    await symlink(await readlink(join(rooms, name)), join(libraries, "@rounds", name));
}

/** The SHA-256 of every built file, by its path. */
async function build(folder: string, env: Record<string, string>): Promise<Map<string, string>> {
  execFileSync(process.execPath, ["--import", "tsx", "scripts/build-all.ts"], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  const sums = new Map<string, string>();
  for (const product of products) {
    const entries = await readdir(join(folder, product), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((entry) => entry.isFile())) {
      const file = join(entry.parentPath, entry.name);
      sums.set(
        file.slice(folder.length + 1),
        createHash("sha256")
          .update(await readFile(file))
          .digest("hex"),
      );
    }
  }
  return sums;
}

const scratch = await mkdtemp(join(tmpdir(), "rounds-build-"));
try {
  const [one, other] = [join(scratch, "one"), join(scratch, "deeper/folder of the second")];
  for (const folder of [one, other]) await copySources(folder);
  const first = await build(one, { TZ: "Asia/Kolkata", LC_ALL: "C" });
  const second = await build(other, { TZ: "UTC", LC_ALL: "en_US.UTF-8" });
  const differing = [...new Set([...first.keys(), ...second.keys()])].filter(
    (file) => first.get(file) !== second.get(file),
  );
  for (const file of differing) process.stderr.write(`${file} differs\n`);
  const all = createHash("sha256")
    .update(JSON.stringify([...first].sort()))
    .digest("hex");
  process.stdout.write(`${first.size} files, ${differing.length} differ; sha256 of them all ${all}\n`);
  process.exitCode = differing.length === 0 ? 0 : 1;
} finally {
  await rm(scratch, { recursive: true });
}
