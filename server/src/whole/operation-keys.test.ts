import { randomUUID } from "node:crypto";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import {
  aDoctor,
  anItem,
  aProduct,
  doctorBody,
  productBody,
  stockOf,
  visitBody,
} from "@rounds/testkit/builders.ts";
import { type Member, requestOf } from "@rounds/testkit/caller.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";

let app: TestApp;
let ravi: Member;
let doctor_id: string;
let product_id: string;
beforeAll(async () => {
  app = await startApp();
  ravi = await app.signUp("ravi@example.com");
  ({ id: doctor_id } = await aDoctor(app));
  ({ id: product_id } = await aProduct(app, 1000));
});
afterAll(() => app.close());

type Body = Record<string, unknown> & { id: string };

/** How each noun is written, with a body and a change of it. */
const nouns = {
  doctors: { routes: doctorRoutes, body: () => doctorBody() as Body, change: { name: "Dr. Changed" } },
  products: { routes: productRoutes, body: () => productBody() as Body, change: { name: "Changed" } },
  visits: {
    routes: visitRoutes,
    body: () => visitBody(doctor_id, { items: [anItem(product_id, 2)] }) as Body,
    change: { notes: "Changed" },
  },
};
type Noun = keyof typeof nouns;

/** Sends a write with a key, and gives its status and content. */
async function write(by: Member, noun: Noun, op: "create" | "update" | "delete", body: Body, key?: string) {
  const { id, ...values } = body;
  // The three nouns' routes differ in their types only.
  const route = nouns[noun].routes[op] as typeof doctorRoutes.update;
  const given = op === "create" ? { body } : { params: { id }, ...(op === "update" && { body: values }) };
  const { path, headers, ...request } = requestOf(route, given as never);
  const answer = await by.send(path, {
    ...request,
    headers: { ...headers, ...(key && { "idempotency-key": key }) },
  });
  return { status: answer.status, content: JSON.parse(answer.text) };
}

describe.each(Object.keys(nouns) as Noun[])("%s", (noun) => {
  const { change } = nouns[noun];
  const newBody = () => nouns[noun].body();
  const create = (body: Body, key?: string, by: Member = app.member) => write(by, noun, "create", body, key);
  const update = (body: Body, version: number, key?: string, by: Member = app.member) =>
    write(by, noun, "update", { ...body, ...change, version } as Body, key);
  const remove = (body: Body, key?: string, by: Member = app.member) => write(by, noun, "delete", body, key);

  test("a creation with its key again gives the row, whatever a later build makes of the content", async () => {
    const [body, key] = [newBody(), randomUUID()];
    const first = await create(body, key);
    expect(first.status).toBe(201);
    expect(await create(body, key)).toEqual(first);
    expect(await create({ ...body, ...change }, key)).toEqual(first);
    expect(await create({ ...body, ...change }, randomUUID())).toMatchObject({
      status: 409,
      content: { code: "id_taken" },
    });
    expect(await create({ ...body, ...change })).toMatchObject({ content: { code: "id_taken" } });
    // Without a key it is known by its content, as before.
    expect(await create(body)).toEqual(first);
  });

  test("after a colleague's edit it gives the row as it is now", async () => {
    const [body, key] = [newBody(), randomUUID()];
    await create(body, key);
    const edited = await update(body, 1, undefined, ravi);
    expect(await create(body, key)).toEqual({ ...edited, status: 201 });
  });

  test("an edit with its key again gives the row, with another key it is refused", async () => {
    const [body, key] = [newBody(), randomUUID()];
    await create(body);
    const edited = await update(body, 1, key);
    expect(edited).toMatchObject({ status: 200, content: { version: 2, ...change } });
    expect(await update(body, 1, key)).toEqual(edited);
    expect(await update(body, 1, randomUUID())).toMatchObject({ content: { code: "changed_meanwhile" } });
    expect(await update(body, 1)).toMatchObject({ content: { code: "changed_meanwhile" } });
    // A later edit doesn't hide the earlier one.
    const later = await update(body, 2, randomUUID(), ravi);
    expect(await update(body, 1, key)).toEqual(later);
  });

  test("the latest twenty edits are known", async () => {
    const body = newBody();
    const keys = Array.from({ length: 21 }, () => randomUUID());
    await create(body);
    for (const [at, key] of keys.entries()) expect((await update(body, at + 1, key)).status).toBe(200);
    expect((await update(body, 2, keys[1])).content.version).toBe(22);
    expect((await update(body, 1, keys[0])).content.code).toBe("changed_meanwhile");
  });

  test("a deletion with its key again gives the same answer; everything else hears that the row is gone", async () => {
    const [body, key, created] = [newBody(), randomUUID(), randomUUID()];
    const stock = await stockOf(app, product_id);
    await create(body, created);
    const deleted = await remove(body, key, ravi);
    expect(deleted.status).toBe(200);
    expect(await remove(body, key, ravi)).toEqual(deleted);
    const gone = {
      status: 410,
      content: {
        code: "gone",
        details: { noun, deleted_by: "ravi@example.com", deleted_at: expect.any(String) },
      },
    };
    expect(await remove(body, randomUUID())).toMatchObject(gone);
    expect(await remove(body)).toMatchObject(gone);
    expect(await update(body, 1, randomUUID())).toMatchObject(gone);
    // Neither the very request nor its content brings it back.
    for (const repeated of [created, undefined, randomUUID()])
      expect(await create(body, repeated)).toMatchObject(gone);
    expect(await stockOf(app, product_id)).toBe(stock);
  });

  test("an id that never was is not found", async () => {
    for (const answer of [await update(newBody(), 1), await remove(newBody(), randomUUID())])
      expect(answer).toMatchObject({ status: 404, content: { code: "not_found" } });
  });

  test("the same creation, edit and deletion at once happen once", async () => {
    const [body, key] = [newBody(), randomUUID()];
    const five = Array.from({ length: 5 });
    const made = await Promise.all(five.map(() => create(body, key)));
    expect(new Set(made.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const edit = randomUUID();
    const edited = await Promise.all(five.map(() => update(body, 1, edit)));
    expect(edited.map(({ content }) => content.version)).toEqual([2, 2, 2, 2, 2]);
    const end = randomUUID();
    const removed = await Promise.all(five.map(() => remove(body, end)));
    expect(new Set(removed.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test("requests that are repeated in any order, some at once, do what each was meant to do at most once", async () => {
    const random = createRandom(noun.length);
    for (let round = 0; round < 25; round += 1) {
      const [body, created, edit, end] = [newBody(), randomUUID(), randomUUID(), randomUUID()];
      const stock = await stockOf(app, product_id);
      const sends = {
        create: () => create(body, created),
        update: () => update(body, 1, edit),
        delete: () => remove(body, end),
      };
      const ops = ["create", "update", "delete"] as const;
      let [exists, edited, deleted] = [false, false, false];
      const deletions = new Set<string>();
      for (let step = 0; step < 6; step += 1) {
        const batch = Array.from({ length: random.integer(1, 4) }, () =>
          random.pick(step < 2 ? ops.slice(0, 2) : ops),
        );
        const answers = await Promise.all(batch.map(async (op) => ({ op, answer: await sends[op]() })));
        for (const { op, answer } of answers) {
          const code = answer.content.code;
          const what = `${noun}, round ${round}, step ${step}: ${batch.join(" ")}: ${op} ${answer.status} ${code}`;
          const mayBeGone = op !== "delete" && (deleted || batch.includes("delete"));
          if (answer.status === 410) expect(mayBeGone, what).toBe(true);
          else if (answer.status === 404) expect(!exists && op !== "create", what).toBe(true);
          // The row came between the edit and the look at why it met none: to be sent again, as the code says.
          else if (answer.status === 503)
            expect([op, exists, batch.includes("create")], what).toEqual(["update", false, true]);
          else {
            expect(answer.status, what).toBe(op === "create" ? 201 : 200);
            expect(deleted && op !== "delete", what).toBe(false);
          }
          if (op === "delete" && answer.status === 200) deletions.add(JSON.stringify(answer.content));
          if (op !== "delete" && answer.status < 300) expect(answer.content.version, what).toBeLessThan(3);
          if (op === "update" && answer.status === 200) edited = true;
        }
        exists ||= answers.some(({ answer }) => answer.status === 201);
        deleted ||= deletions.size > 0;
        expect(deletions.size).toBeLessThan(2);
        if (exists && !deleted) {
          expect((await create(body, created)).content.version).toBe(edited ? 2 : 1);
        }
      }
      if (exists) {
        expect((await remove(body, end)).status).toBe(200);
        expect((await create(body, created)).status).toBe(410);
        expect(await stockOf(app, product_id)).toBe(stock);
      }
    }
  });

  test("a creation that waits for the deletion of the same row does not bring it back", async () => {
    const [body, key] = [newBody(), randomUUID()];
    await create(body, key);
    const deletion = await app.database.pool.connect();
    try {
      await deletion.query("begin");
      if (noun === "visits") await deletion.query("delete from visits where id = $1", [body.id]);
      else await deletion.query(`delete from ${noun} where id = $1`, [body.id]);
      const late = create(body, key);
      // Long enough for the insert to wait at the index.
      await new Promise((resolve) => setTimeout(resolve, 150));
      await deletion.query("commit");
      expect(await late).toMatchObject({ status: 410, content: { code: "gone" } });
    } finally {
      deletion.release();
    }
  });

  test.each(["", "1", "not-a-key", `${randomUUID()}, ${randomUUID()}`, "x".repeat(5000)])(
    "a key such as %j is refused",
    async (key) => {
      const { path, ...request } = requestOf(
        nouns[noun].routes.create as never,
        { body: newBody() } as never,
      );
      const answer = await app.member.send(path, {
        ...request,
        headers: { ...request.headers, "idempotency-key": key },
      });
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.text)).toMatchObject({
        code: "validation_failed",
        fields: { "idempotency-key": "Please send a UUID" },
      });
    },
  );
});

test("a visit for a deleted doctor says who deleted the doctor", async () => {
  const { id } = await aDoctor(app);
  await ravi.call(doctorRoutes.delete, { params: { id } });
  const answer = await write(app.member, "visits", "create", visitBody(id) as Body, randomUUID());
  expect(answer).toMatchObject({
    content: {
      code: "doctor_missing",
      fields: { doctor_id: "This doctor no longer exists." },
      details: { noun: "doctors", deleted_by: "ravi@example.com" },
    },
  });
});

test("visits that went with their doctor stay deleted", async () => {
  const { id } = await aDoctor(app);
  const [body, key] = [visitBody(id) as Body, randomUUID()];
  await write(app.member, "visits", "create", body, key);
  await ravi.call(doctorRoutes.delete, { params: { id } });
  expect(await write(app.member, "visits", "create", { ...body, doctor_id }, key)).toMatchObject({
    content: { code: "gone", details: { deleted_by: "ravi@example.com" } },
  });
});
