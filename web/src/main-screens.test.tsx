import { expect, test, vi } from "vitest";
import { mainScreenCode } from "./routes.tsx";

const loaded: string[] = [];
vi.mock("./today/TodayPage.tsx", () => {
  loaded.push("Today");
  return { TodayPage: () => null };
});
vi.mock("./today/record/RecordPage.tsx", () => {
  loaded.push("Record");
  return { RecordPage: () => null };
});

test("the code of Today and of the quick record is there before anybody opens them", async () => {
  const [today, record] = mainScreenCode();
  await today?.();
  await record?.();
  expect(loaded).toEqual(["Today", "Record"]);
});
