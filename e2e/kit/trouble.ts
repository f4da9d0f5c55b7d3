import type { Page, Request, Route } from "@playwright/test";
import type { Product } from "./product.ts";

type Calls = { method: string; path: string | RegExp };

function isOne({ method, path }: Calls, request: Request): boolean {
  if (request.method() !== method) return false;
  const { pathname } = new URL(request.url());
  return typeof path === "string" ? pathname === path : path.test(pathname);
}

/** Does this with the next such call; all others go on as always. */
async function meetNext(page: Page, calls: Calls, act: (route: Route) => Promise<void>) {
  let met = false;
  await page.route("**/*", async (route, request) => {
    if (met || !isOne(calls, request)) return await route.fallback();
    met = true;
    await act(route);
  });
  // The browser tells a busy page of its first route without waiting for it, and a key pressed now may overtake that: the
  // key's request would pass. What is evaluated can't overtake it.
  await page.evaluate(() => {});
}

/** Holds the next such call back until `release`: the server knows nothing of it. */
export async function holdNextCall(page: Page, calls: Calls) {
  const released = moment();
  await meetNext(page, calls, async (route) => {
    await released.came;
    await route.fallback();
  });
  return { release: released.come };
}

/** Lets the server process the next such call, and loses its answer on the way back. */
export async function loseNextAnswer(page: Page, calls: Calls) {
  await meetNext(page, calls, async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
}

/** A promise, and the function that resolves it. */
export function moment() {
  let come = () => {};
  const came = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { came, come };
}

/**
 * Holds the answer to the next such call back until `release`. `answered` resolves once the server has processed it.
 */
export async function holdNextAnswer(page: Page, calls: Calls) {
  const answered = moment();
  const released = moment();
  await meetNext(page, calls, async (route) => {
    const response = await route.fetch();
    answered.come();
    await released.came;
    // The page may have been reloaded in the meantime.
    await route.fulfill({ response }).catch(() => {});
  });
  return { answered: answered.came, release: released.come };
}

/** Renames a table, so that every call that needs it fails on the server, until `repair`. */
export async function breakTable({ database }: Product, table: string) {
  const name = table.split(".").at(-1);
  await database.pool.query(`alter table ${table} rename to ${name}_away`);
  return {
    repair: async () => {
      await database.pool.query(`alter table ${table}_away rename to ${name}`);
    },
  };
}

/** Ends every session on the server, as signing out everywhere from another device does. */
export async function endSessions({ database }: Product) {
  await database.pool.query("delete from auth.sessions");
}

/**
 * Changes something when the next such call arrives, which meets the change then. What changes earlier may be noticed by
 * another call of the page, before the test has done what should meet it.
 */
export async function changeAt(page: Page, calls: Calls, change: () => Promise<unknown>) {
  await meetNext(page, calls, async (route) => {
    await change();
    await route.fallback();
  });
}

/** Ends every session when the next such call arrives, which is refused then. */
export async function endSessionsAt(page: Page, product: Product, calls: Calls) {
  await changeAt(page, calls, () => endSessions(product));
}
