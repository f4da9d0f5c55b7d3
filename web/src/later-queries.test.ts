import { expect, test, vi } from "vitest";
import { laterQueries } from "./later-queries.ts";

test("queries are loaded once, and then given at once; after a failure they are loaded again", async () => {
  const load = vi.fn(async () => "queries").mockRejectedValueOnce(new Error("no connection"));
  const queries = laterQueries(load);
  await expect(queries()).rejects.toThrow("no connection");
  expect(await queries()).toBe("queries");
  expect(queries()).toBe("queries");
  expect(load).toHaveBeenCalledTimes(2);
});
