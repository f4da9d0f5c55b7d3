import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitCreation } from "@rounds/domain/visits/visit-list.ts";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerDoctorPage } from "../../testing/doctor-page.ts";
import { address, atAddress, findMessage, prepareScreen } from "../../testing/render-screen.tsx";
import { aDoctor, aVisit, aVisitList } from "../../testing/rows.ts";
import { anOption } from "../../testing/visit-form.ts";

const asha = aDoctor();
const record = `/visits/record?doctor_id=${asha.id}`;

/** The quick record of a doctor who was never visited; what is saved is answered as it was sent. */
function recording() {
  const prepared = prepareScreen();
  const { server } = prepared;
  answerDoctorPage(server, asha);
  server.answer(todayRoutes.read, {
    ...{ day: "2025-11-20", kind: "field", holiday: null, next_day: "2025-11-21" },
    ...{ doctors: 1, targets: 0, never_total: 0, ahead: 0, planned: [], planned_total: 0 },
    ...{ unrecorded: { visits: 0, day: null }, due: [], late_total: 0, due_total: 0 },
    ...{ done: [], done_total: 0, calls: 0, total_sales: "0.00", skipped: [] },
  });
  server.answer(doctorRoutes.pick, { rows: [anOption(asha)], total: 1 });
  server.answer(productRoutes.pick, []);
  server.answer(visitRoutes.list, aVisitList([]));
  server.answer(visitRoutes.create, ({ body }) => {
    const { id, visit_date, status } = body as VisitCreation;
    return aVisit(asha, { id, visit_date, status });
  });
  return prepared;
}

const press = (name: string) => screen.findByRole("button", { name });

test("recording leads back to the screen it began on, past the choice of the doctor", async () => {
  const { user, open } = recording();
  const router = await open("/today");
  await screen.findByRole("heading", { name: "Today", level: 1 });
  await router.navigate({ to: "/visits/record" });
  await user.click(await screen.findByRole("link", { name: /Dr\. Asha Rao/ }));
  await atAddress(record);
  await user.click(await press("Save Visit"));
  await findMessage("Visit added successfully!");
  await atAddress("/today");
});

test("a restored draft says what it holds, on its button too, and can be discarded", async () => {
  const { user, open } = recording();
  await open(record);
  await user.type(await screen.findByLabelText("Notes"), "Samples");
  expect(await press("Save Visit")).toBeTruthy();
  await open(record);
  await screen.findByText("What you typed before is still here: Dr. Asha Rao, notes.");
  expect(await press("Save restored visit")).toBeTruthy();
  await user.click(await press("Start over"));
  expect(await press("Save Visit")).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Notes").value).toBe("");
});

test("a draft of a closed tab is offered for its own doctor", async () => {
  const { user, open } = recording();
  await open(record);
  await user.type(await screen.findByLabelText("Notes"), "Samples");
  // Another tab has a storage of its own, and does not know the draft's slot.
  sessionStorage.clear();
  await open(record);
  await screen.findByText(/^Continue with what you typed/);
  await user.click(await press("Continue"));
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>("Notes").value).toBe("Samples"));
  expect(address()).toBe(record);
});
