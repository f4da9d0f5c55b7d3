import type { News } from "@rounds/domain/live/news.ts";
import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { queryClient } from "../query-client.ts";
import { startLive } from "./live.ts";
import { setSending } from "./live-state.ts";

const hearing = vi.hoisted(() => ({ onNews: (_: News) => {} }));
vi.mock("./live-client.ts", () => ({
  connect(given: typeof hearing) {
    Object.assign(hearing, given);
    return { close() {} };
  },
}));

test("while the phone sends a queue, what colleagues change is not read; right after it, it is", async () => {
  vi.useFakeTimers();
  let readings = 0;
  const queryFn = async () => ({ rows: [], readings: ++readings });
  const list = new QueryObserver(queryClient, {
    ...{ queryKey: ["visits", "list", {}], queryFn, initialData: { rows: [], readings: 0 } },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const leave = list.subscribe(() => {});
  const stop = startLive();
  try {
    setSending(true);
    hearing.onNews({ tables: ["visits"], changes: [{ noun: "visits", what: "added", id: "v" }], pages: 1 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(readings).toBe(0);
    setSending(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(readings).toBe(1);
  } finally {
    stop();
    leave();
    queryClient.clear();
    vi.useRealTimers();
  }
});
