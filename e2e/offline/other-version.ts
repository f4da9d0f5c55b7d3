import { cp, mkdtemp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const builtPages = fileURLToPath(new URL("../../web/dist", import.meta.url));

/**
 * A copy of the built pages as another build would be: every file with a hash has another name, and none of the old names
 * is left. The caller removes the folder.
 */
export async function copyAsOtherVersion(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "rounds-version-"));
  const isPlain = (file: string) => !/\.(?:br|gz)$/.test(file);
  await cp(builtPages, folder, { recursive: true, filter: isPlain });
  const assets = await readdir(join(folder, "assets"));
  const renamed = (name: string) => name.replace(/(\.\w+)$/, "0$1");
  for (const part of ["", "assets", "worker"]) {
    for (const { name } of (await readdir(join(folder, part), { withFileTypes: true })).filter((f) =>
      f.isFile(),
    )) {
      if (!/\.(?:js|css|html|json)$/.test(name)) continue;
      const file = join(folder, part, name);
      let text = await readFile(file, "utf8");
      for (const asset of assets) text = text.replaceAll(asset, renamed(asset));
      await writeFile(file, text.replace(/"version":"/, '"version":"other-'));
    }
  }
  for (const name of assets)
    await rename(join(folder, "assets", name), join(folder, "assets", renamed(name)));
  return folder;
}
