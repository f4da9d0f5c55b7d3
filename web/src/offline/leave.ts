import { browserStore } from "./browser-store.ts";
import { hiddenLateKey } from "./hidden-late.ts";
import { createKeeper } from "./keeper.ts";
import { endOf, resultOf } from "./requests.ts";
import { databaseName, personOf } from "./stores.ts";
import { deviceKey } from "./this-device.ts";

/** How long to wait until another tab lets go of a database, in milliseconds. */
const maxWait = 3_000;

/**
 * Removes what this device keeps of a person, and the kept pages. `locked`: the entries that are not sent stay, for
 * when the same person signs in again; nobody else sees more of them than their number.
 */
export async function leaveDevice(user_id: string, isLocked: boolean): Promise<void> {
  const name = databaseName(user_id);
  const locked = isLocked && (await countEntries(name)) > 0;
  if (locked) {
    const keeper = createKeeper(name);
    await browserStore(keeper).commit(() => ({ clear: true, forget: true }));
    await keeper.use((database) => {
      const write = database.transaction("seen", "readwrite");
      write.objectStore("seen").clear();
      return endOf(write);
    });
    keeper.close();
  } else {
    // It is deleted once every tab has let go, whether this waits for it or not.
    const late = new Promise((resolve) => setTimeout(resolve, maxWait));
    await Promise.race([resultOf(indexedDB.deleteDatabase(name)).catch(() => {}), late]);
  }
  // Where this tab has been. The device's own choices, such as its theme, stay.
  sessionStorage.clear();
  localStorage.removeItem(hiddenLateKey);
  if (!locked) localStorage.removeItem(deviceKey);
  if (!("caches" in globalThis)) return;
  for (const cache of await caches.keys().catch(() => [])) await caches.delete(cache);
}

/** How many entries of other people wait on this device. */
export async function countLocked(user_id: string): Promise<number> {
  // Older browsers can't list them.
  const known = (await indexedDB.databases?.()) ?? [];
  let entries = 0;
  for (const { name = "" } of known) {
    const person = personOf(name);
    if (person === undefined || person === user_id) continue;
    entries += await countEntries(name).catch(() => 0);
  }
  return entries;
}

/** How many entries wait in a person's database. */
async function countEntries(name: string): Promise<number> {
  const keeper = createKeeper(name);
  try {
    return await keeper.use((database) =>
      resultOf(database.transaction("outbox").objectStore("outbox").count()),
    );
  } finally {
    keeper.close();
  }
}
