import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "./free-port.ts";

test("a port is given that nobody listens on, and no outgoing connection takes", async () => {
  const port = await freePort();
  expect(port).toBeGreaterThanOrEqual(20_000);
  expect(port).toBeLessThan(32_768);
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  try {
    await expect(freePort({ from: port, to: port })).rejects.toThrow("no free port on 127.0.0.1");
  } finally {
    server.close();
  }
});
