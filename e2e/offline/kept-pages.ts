import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { untilRows } from "../kit/phone-store.ts";

/**
 * Waits until the browser has kept everything that a start without a connection needs. The test allows service workers:
 * `test.use({ serviceWorkers: "allow" })`.
 */
export async function untilKept(page: Page) {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const worker = navigator.serviceWorker.controller;
          if (!worker) return false;
          return new Promise<boolean>((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = ({ data }) => resolve(data === true);
            setTimeout(() => resolve(false), 1_000);
            worker.postMessage({ is_kept: true }, [port2]);
          });
        }),
      { timeout: 30_000, message: "the pages are kept" },
    )
    .toBe(true);
}

/** Opens the doctors, and waits until this many of them and all pages are kept. */
export async function openKept(page: Page, person_id: string, doctors: number) {
  await page.goto("/doctors");
  await untilRows(page, person_id, "doctors", doctors);
  await untilKept(page);
}
