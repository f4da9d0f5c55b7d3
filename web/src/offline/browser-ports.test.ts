import { expect, onTestFinished, test, vi } from "vitest";
import { sessionKey } from "../api/session/stored-session.ts";
import type { Entry } from "../phone/entry.ts";
import { issuedSession } from "../testing/session.ts";
import { browserPorts } from "./browser-ports.ts";
import { memoryStore } from "./testing/memory-store.ts";

const entry = {
  noun: "doctors",
  op: "create",
  entity: "d1",
  body: { name: "A" },
  key: "k1",
} as unknown as Entry;

/** The ports of a person's phone, while somebody is signed in and the server answers so. */
function portsOf(person: string, signedIn: string, answer: () => Response) {
  const asked = vi.fn(async (_url: string, _init: RequestInit) => answer());
  vi.stubGlobal("fetch", asked);
  const before = localStorage.getItem(sessionKey);
  localStorage.setItem(sessionKey, JSON.stringify(issuedSession(1, signedIn)));
  const ports = browserPorts(person, "1", memoryStore());
  onTestFinished(() => {
    ports.close();
    vi.unstubAllGlobals();
    if (before === null) localStorage.removeItem(sessionKey);
    else localStorage.setItem(sessionKey, before);
  });
  return { network: ports.network, asked };
}

test("an entry is sent with its person's token, and never with that of somebody else", async () => {
  const own = portsOf("u1", "u1", () => Response.json({ id: "d1" }, { status: 201 }));
  expect(await own.network.send(entry)).toEqual({ status: 201, body: { id: "d1" } });
  const authorization = `Bearer ${issuedSession(1, "u1").access_token}`;
  expect(own.asked.mock.calls[0]?.[1].headers).toMatchObject({ authorization });
  const other = portsOf("u1", "u2", () => Response.json({}));
  expect(await other.network.send(entry)).toBe("none");
  expect(other.asked).not.toHaveBeenCalled();
});

test("a refusal of a pull keeps what it says", async () => {
  const refusal = { code: "forbidden", message: "Not you." };
  const { network } = portsOf("u1", "u1", () => Response.json(refusal, { status: 403 }));
  expect(await network.pull({})).toEqual({ status: 403, body: refusal });
});
