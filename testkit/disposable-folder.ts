import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, connect as dial } from "node:net";
import { join } from "node:path";

const prefix = "rounds-test-";

/** The socket in each folder on which its process listens, so that others can tell whether that still lives. */
const ownerSocket = "owner";

/**
 * Creates a folder in `place` for this process; `remove` removes it. First removes what killed processes left there:
 * a socket refuses connections once nobody listens. A folder without a socket may be about to get one, so it stays.
 */
export async function createDisposableFolder(
  place: string,
): Promise<{ folder: string; remove(): Promise<void> }> {
  const names = (await readdir(place)).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => removeLeftover(join(place, name))));
  const folder = await mkdtemp(join(place, prefix));
  // PostgreSQL may run as another account, which must be able to pass through.
  await chmod(folder, 0o711);
  const owner = createServer((connection) => connection.destroy()).unref();
  await once(owner.listen(join(folder, ownerSocket)), "listening");
  return {
    folder,
    async remove() {
      owner.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A PostgreSQL that still runs in it ends by itself once its files are gone. */
async function removeLeftover(folder: string): Promise<void> {
  if (await isLeft(folder)) await rm(folder, { recursive: true, force: true }).catch(() => {});
}

function isLeft(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial(join(folder, ownerSocket));
    socket.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code === "ECONNREFUSED"));
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
  });
}
