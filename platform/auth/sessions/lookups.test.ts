import { decodeJwt } from "jose";
import type { KyselyPlugin } from "kysely";
import { afterAll, expect, test } from "vitest";
import { type SessionBody, startService } from "../testing/service.ts";
import { createLookups } from "./lookups.ts";

const service = await startService();
afterAll(() => service.close());

const claimsOf = ({ access_token, user }: SessionBody) => ({
  user_id: user.id,
  session_id: String(decodeJwt(access_token).session_id),
  kid: null,
});
const nobody = { user_id: crypto.randomUUID(), session_id: null, kid: null };
const signOut = ({ access_token }: SessionBody) =>
  service.ask("/logout?scope=local", { method: "POST", bearer: access_token });

/** A look-up whose answers can be held back after the database has given them, and which counts its statements. */
function watched() {
  let statements = 0;
  let gate: Promise<void> | undefined;
  let fail: Error | undefined;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements++;
      return node;
    },
    async transformResult({ result }) {
      await gate;
      if (fail) throw fail;
      return result;
    },
  };
  return {
    lookUp: createLookups(service.database.db.withPlugin(plugin), false),
    statements: () => statements,
    hold() {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return () => {
        gate = undefined;
        open();
      };
    },
    breakWith(error: Error | undefined) {
      fail = error;
    },
  };
}

test("requests of one moment share a statement, and each gets its own answer", async () => {
  const [asha, ravi, gone] = await Promise.all(
    ["asha", "ravi", "gone"].map((name) => service.register(`${name}@example.com`)),
  );
  if (!asha || !ravi || !gone) throw new Error("nobody signed up");
  await signOut(gone);
  const { lookUp, statements } = watched();
  const strange = { ...claimsOf(asha), session_id: claimsOf(ravi).session_id };
  const removed = { ...claimsOf(asha), kid: "removed" };
  const asked = [claimsOf(asha), nobody, claimsOf(gone), strange, claimsOf(ravi), removed, claimsOf(asha)];
  const found = await Promise.all(asked.map(lookUp));
  expect(statements()).toBe(1);
  expect(found.map((one) => one && [one.email, one.session_id, one.key_lives])).toEqual([
    ["asha@example.com", claimsOf(asha).session_id, true],
    undefined,
    ["gone@example.com", null, true],
    ["asha@example.com", null, true],
    ["ravi@example.com", claimsOf(ravi).session_id, true],
    ["asha@example.com", claimsOf(asha).session_id, false],
    ["asha@example.com", claimsOf(asha).session_id, true],
  ]);
});

test("an answer that is still on its way is not shared with a request that arrives after a sign-out", async () => {
  const person = await service.register("leaves@example.com");
  const { lookUp, statements, hold } = watched();
  const open = hold();
  const before = lookUp(claimsOf(person));
  // Its statement has been sent, and its answer is held back.
  await expect.poll(statements).toBe(1);
  await signOut(person);
  const after = lookUp(claimsOf(person));
  await expect.poll(statements).toBe(2);
  open();
  expect((await after)?.session_id).toBeNull();
  expect((await before)?.session_id).toBe(claimsOf(person).session_id);
});

test("a signed-out session is refused at once while requests of it are under way", async () => {
  const person = await service.register("busy@example.com");
  const ask = async () => (await service.ask("/user", { bearer: person.access_token })).status;
  const underWay = Array.from({ length: 50 }, ask);
  await signOut(person);
  expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(Array.from({ length: 50 }, () => 403));
  for (const status of await Promise.all(underWay)) expect([200, 403]).toContain(status);
});

test("a failed statement fails the requests that shared it, and no others", async () => {
  const person = await service.register("unlucky@example.com");
  const { lookUp, breakWith } = watched();
  breakWith(new Error("the connection was lost"));
  const failed = await Promise.allSettled([lookUp(claimsOf(person)), lookUp(nobody)]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  breakWith(undefined);
  expect((await lookUp(claimsOf(person)))?.email).toBe("unlucky@example.com");
});

test("very many at once are several statements", async () => {
  const person = await service.register("many@example.com");
  const { lookUp, statements } = watched();
  const found = await Promise.all(Array.from({ length: 250 }, () => lookUp(claimsOf(person))));
  expect(new Set(found.map((one) => one?.email))).toEqual(new Set(["many@example.com"]));
  expect(statements()).toBe(3);
});
