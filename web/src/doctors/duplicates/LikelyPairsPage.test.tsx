import type { LikelyPair, PairDecision } from "@rounds/domain/doctors/duplicates/likely-pairs.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { pageAtHand } from "@rounds/domain/paging/page.ts";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { findMessage, prepareScreen } from "../../testing/render-screen.tsx";
import { anId } from "../../testing/rows.ts";

const doctor = {
  ...{ specialization: null, hospital: null, contact_number: "98300 12345", email: null },
  ...{ representative_id: null, visits_of_others: false },
};
const pair: LikelyPair = {
  one: { ...doctor, id: anId(), name: "Dr. Shantanu Banerjee", address: "Salt Lake, Kolkata", visits: 12 },
  other: { ...doctor, id: anId(), name: "SANTANU BANERJI", address: null, visits: 0 },
  reason: "same phone, name sounds alike",
};
const page = (rows: LikelyPair[], wanted = 1) => ({ ...pageAtHand(rows, wanted, 10), is_limited: false });

test("a pair says what speaks for it, and “Not the same” takes it off the list until Undo", async () => {
  const { server, user, open } = prepareScreen();
  let rows = [pair];
  server.answer(doctorRoutes.likelyPairs, () => page(rows));
  server.answer(doctorRoutes.decidePair, (asked) => {
    const body = asked.body as PairDecision;
    rows = body.are_two ? [] : [pair];
    return body;
  });
  await open("/data");
  await user.click(await screen.findByRole("link", { name: /^Likely duplicates/ }));
  await screen.findByText("Same phone, name sounds alike");
  expect(screen.getByRole("list", { name: "Likely duplicates" }).textContent).toContain(
    "Dr. Shantanu Banerjee98300 12345Salt Lake, Kolkata12 visitsSANTANU BANERJI98300 12345No visits",
  );
  await user.click(
    screen.getByRole("button", { name: "Not the same: Dr. Shantanu Banerjee and SANTANU BANERJI" }),
  );
  await findMessage("Dr. Shantanu Banerjee and SANTANU BANERJI are two doctors.");
  await screen.findByText("No likely duplicates.");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await findMessage("Undone: the pair is in the list again.");
  await screen.findByText("Same phone, name sounds alike");
  const asked = server.asked(doctorRoutes.decidePair).map(({ body }) => body);
  const ids = { one: pair.one.id, other: pair.other.id };
  expect(asked).toEqual([
    { ...ids, are_two: true },
    { ...ids, are_two: false },
  ]);
});

test("by keyboard alone, one pair after the other is decided: the focus goes to the next one, and to the heading after the last", async () => {
  const { server, user, open } = prepareScreen();
  const [first, second] = ["Dr. First", "Dr. Second"].map((name) => ({
    ...pair,
    one: { ...pair.one, id: anId(), name },
    other: { ...pair.other, id: anId() },
  })) as [LikelyPair, LikelyPair];
  let rows = [first, second];
  server.answer(doctorRoutes.likelyPairs, () => page(rows));
  server.answer(doctorRoutes.decidePair, (asked) => {
    const body = asked.body as PairDecision;
    rows = rows.filter(({ one }) => one.id !== body.one);
    return body;
  });
  await open("/data/likely-duplicates");
  const button = (name: string) =>
    screen.findByRole("button", { name: `Not the same: ${name} and SANTANU BANERJI` });
  (await button("Dr. First")).focus();
  await user.keyboard("{Enter}");
  await findMessage("Dr. First and SANTANU BANERJI are two doctors.");
  const next = await button("Dr. Second");
  await waitFor(() => expect(document.activeElement).toBe(next));
  await user.keyboard("{Enter}");
  await screen.findByText("No likely duplicates.");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Likely duplicates"));
});

test("after the only pair of the last page is decided, Previous leads to the page before the one that is shown", async () => {
  const { server, user, open } = prepareScreen();
  let rows = Array.from({ length: 21 }, (_, n) => ({
    ...pair,
    one: { ...pair.one, id: anId(), name: `Dr. ${n}` },
  }));
  server.answer(doctorRoutes.likelyPairs, ({ query }) => page(rows, Number(query.page)));
  server.answer(doctorRoutes.decidePair, (asked) => {
    const body = asked.body as PairDecision;
    rows = rows.filter(({ one }) => one.id !== body.one);
    return body;
  });
  await open("/data/likely-duplicates");
  const press = async (name: string) => await user.click(await screen.findByRole("button", { name }));
  await press("Next");
  await press("Next");
  await press("Not the same: Dr. 20 and SANTANU BANERJI");
  await screen.findByText("Page 2 of 2");
  await press("Previous");
  await screen.findByText("Page 1 of 2");
});

test("a list that can't be read offers to try again", async () => {
  const { server, user, open } = prepareScreen();
  server.refuse(doctorRoutes.likelyPairs, "not_found");
  await open("/data/likely-duplicates");
  await screen.findByText("Error loading the likely duplicates. Please try again.");
  server.answer(doctorRoutes.likelyPairs, page([]));
  await user.click(screen.getByRole("button", { name: /^Retry/ }));
  await waitFor(() => expect(screen.queryByText("No likely duplicates.")).not.toBeNull());
});
