import type { Page } from "@playwright/test";

/** What a screen costs until its page does nothing more: with the code of other screens, which it loads ahead. */
export type Cost = {
  /** Processor time of the process that shows the page, in milliseconds. */
  processor: number;
  /** Compressed bytes of the bodies that came over the network, and how many requests brought them. */
  bytes: number;
  requests: number;
};

/** Measures what the screen costs that `open` loads in a page; `open` waits until the page is quiet. */
export async function costOf(page: Page, open: () => Promise<void>): Promise<Cost> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const processorSeconds = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "ProcessTime")?.value ?? Number.NaN;
  };
  const before = await processorSeconds();
  await open();
  const processor = ((await processorSeconds()) - before) * 1_000;
  await session.detach();
  const loaded = await page.evaluate(() => {
    const entries = [
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource"),
    ] as PerformanceResourceTiming[];
    // What came from the cache was not transferred.
    const transferred = entries.filter(({ transferSize }) => transferSize > 0);
    return {
      bytes: transferred.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      requests: transferred.length,
    };
  });
  return { processor, ...loaded };
}
