import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createTestDatabase } from "./database.ts";
import { createDisposableFolder } from "./disposable-folder.ts";

/** Creates a disposable folder in a process of its own. */
async function inAnotherProcess(place: string) {
  const module = JSON.stringify(new URL("./disposable-folder.ts", import.meta.url).href);
  const code = `
    const { createDisposableFolder } = await import(${module});
    const { folder } = await createDisposableFolder(${JSON.stringify(place)});
    process.stdout.write(folder);
    setInterval(() => {}, 1_000_000);`;
  const owner = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [name] = await once(owner.stdout, "data");
  return {
    name: basename(String(name)),
    async kill() {
      owner.kill("SIGKILL");
      await once(owner, "exit");
    },
  };
}

test("a folder stays while its process lives, and the next process removes it after that was killed", async () => {
  const place = await mkdtemp(join(tmpdir(), "rounds-place-"));
  const owner = await inAnotherProcess(place);
  await writeFile(join(place, owner.name, "rows"), "");
  // Its process has not come further yet.
  await mkdir(join(place, "rounds-test-new"));
  await mkdir(join(place, "of-others"));
  const others = ["of-others", "rounds-test-new"];

  const first = await createDisposableFolder(place);
  const firstName = basename(first.folder);
  expect((await readdir(place)).sort()).toEqual([...others, owner.name, firstName].sort());
  await owner.kill();
  const second = await createDisposableFolder(place);
  const secondName = basename(second.folder);
  expect((await readdir(place)).sort()).toEqual([...others, firstName, secondName].sort());
  await first.remove();
  await second.remove();
  expect((await readdir(place)).sort()).toEqual(others);
  await rm(place, { recursive: true });
});

test("the tests' database is in such a folder", async () => {
  const database = await createTestDatabase();
  const { rows } = await database.pool.query<{ data_directory: string }>("show data_directory");
  expect(rows[0]?.data_directory).toContain("/rounds-test-");
  await database.close();
});
