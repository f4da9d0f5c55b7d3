import type { Page } from "@playwright/test";

/** An event of Chromium's trace; durations in microseconds, `tdur` is processor time of the thread. */
type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/**
 * The processor time, in milliseconds, of the longest task of the page's main thread while `work` runs, and what `work` returns:
 * how long the page did not answer on a machine that does nothing else. What a task waits for other programs is not in it.
 */
export async function longestTaskOf<Result>(
  page: Page,
  work: () => Promise<Result>,
): Promise<{ longest: number; result: Result }> {
  const session = await page.context().newCDPSession(page);
  const mains = new Set<string>();
  const tasks = new Map<string, number>();
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const { name, pid, tid, tdur = 0, args } of value as unknown as TraceEvent[]) {
      const thread = `${pid} ${tid}`;
      if (name === "thread_name" && args?.name === "CrRendererMain") mains.add(thread);
      else if (name.endsWith("RunTask")) tasks.set(thread, Math.max(tasks.get(thread) ?? 0, tdur));
    }
  });
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["disabled-by-default-devtools.timeline", "toplevel"] },
  });
  const result = await work();
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  const longest = [...tasks].map(([thread, longest]) => (mains.has(thread) ? longest : 0));
  return { longest: Math.max(0, ...longest) / 1000, result };
}
