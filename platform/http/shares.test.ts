import { expect, test } from "vitest";
import { createShares } from "./shares.ts";

/** Work of people, started through shares and ended by the test, with the names of what has begun. */
function begin(limits: { under_way: number; waiting: number }) {
  const shares = createShares(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    run: (person: string, name: string, signal = new AbortController().signal) =>
      shares.run(person, signal, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      }),
    end: (name: string) => ends.get(name)?.(),
  };
}

test("a person's requests above the limit wait in the order in which they came, and nobody else's", async () => {
  const { begun, run, end } = begin({ under_way: 2, waiting: 5 });
  const answers = ["a1", "a2", "a3", "a4"].map((name) => run("asha", name));
  const other = run("ravi", "r1");
  await expect.poll(() => begun).toEqual(["a1", "a2", "r1"]);
  end("a2");
  expect(await answers[1]).toBe("a2");
  await expect.poll(() => begun).toEqual(["a1", "a2", "r1", "a3"]);
  end("a1");
  await expect.poll(() => begun).toEqual(["a1", "a2", "r1", "a3", "a4"]);
  for (const name of ["a3", "a4", "r1"]) end(name);
  expect(await Promise.all([...answers, other])).toEqual(["a1", "a2", "a3", "a4", "r1"]);
});

test("one more than may wait is refused at once", async () => {
  const { begun, run, end } = begin({ under_way: 1, waiting: 1 });
  const first = run("asha", "a1");
  const second = run("asha", "a2");
  await expect(run("asha", "a3")).rejects.toMatchObject({ code: "too_many_requests" });
  await expect.poll(() => begun).toEqual(["a1"]);
  end("a1");
  await first;
  await expect.poll(() => begun).toEqual(["a1", "a2"]);
  end("a2");
  expect(await second).toBe("a2");
});

test("a request that is dropped while it waits never begins, and its place goes to the next", async () => {
  const { begun, run, end } = begin({ under_way: 1, waiting: 5 });
  const leaving = new AbortController();
  const first = run("asha", "a1");
  const dropped = run("asha", "a2", leaving.signal);
  const third = run("asha", "a3");
  await expect.poll(() => begun).toEqual(["a1"]);
  leaving.abort(new Error("left"));
  await expect(dropped).rejects.toThrow("left");
  await expect(run("asha", "a4", leaving.signal)).rejects.toThrow("left");
  end("a1");
  await first;
  await expect.poll(() => begun).toEqual(["a1", "a3"]);
  end("a3");
  await third;
});

test("work that fails gives its place back", async () => {
  const shares = createShares({ under_way: 1, waiting: 0 });
  const { signal } = new AbortController();
  const failing = shares.run("asha", signal, () => Promise.reject(new Error("failed")));
  await expect(failing).rejects.toThrow("failed");
  expect(await shares.run("asha", signal, async () => "next")).toBe("next");
});
