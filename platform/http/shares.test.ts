import { expect, test } from "vitest";
import { createShares, type ShareLimits } from "./shares.ts";

/** Work of people, started through shares and ended by the test, with the names of what has begun. */
function begin(limits: ShareLimits) {
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
  const { begun, run, end } = begin({ under_way: 2, screens: 5, waiting: 5 });
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

test("while more of a person's requests wait than screens ask, one is worked on at a time", async () => {
  const { begun, run, end } = begin({ under_way: 3, screens: 2, waiting: 10 });
  const names = ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"];
  const answers = names.map((name) => run("asha", name));
  // Five wait.
  await expect.poll(() => begun).toEqual(["a1", "a2", "a3"]);
  const finish = async (name: string) => {
    end(name);
    await answers[names.indexOf(name)];
  };
  await finish("a2");
  await finish("a3");
  expect(begun).toEqual(["a1", "a2", "a3"]);
  await finish("a1");
  await expect.poll(() => begun).toEqual(["a1", "a2", "a3", "a4"]);
  await finish("a4");
  await expect.poll(() => begun.slice(4)).toEqual(["a5"]);
  // Two would wait, as on a screen: there are three places again.
  await finish("a5");
  await expect.poll(() => begun.slice(5)).toEqual(["a6", "a7", "a8"]);
  for (const name of ["a6", "a7", "a8"]) end(name);
  expect(await Promise.all(answers)).toEqual(names);
});

test("one more than may wait is refused at once", async () => {
  const { begun, run, end } = begin({ under_way: 1, screens: 1, waiting: 1 });
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
  const { begun, run, end } = begin({ under_way: 1, screens: 5, waiting: 5 });
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
  const shares = createShares({ under_way: 1, screens: 0, waiting: 0 });
  const { signal } = new AbortController();
  const failing = shares.run("asha", signal, () => Promise.reject(new Error("failed")));
  await expect(failing).rejects.toThrow("failed");
  expect(await shares.run("asha", signal, async () => "next")).toBe("next");
});
