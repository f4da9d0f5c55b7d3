import type { Page } from "@playwright/test";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { withoutDatabase } from "../kit/phone-store.ts";
import { expectNoSidewaysScroll, goInside, message, messages, windowSizes } from "../kit/screen.ts";

const nameField = (page: Page) => page.getByLabel("Doctor Name");
const foot = (page: Page) => page.getByRole("form").getByRole("alert");

test("what was typed in a closed tab is offered, or merged with what was saved since; Back never opens a saved form", async ({
  signedIn: page,
  context,
  make,
  call,
}) => {
  const second = await context.newPage();
  const third = await context.newPage();
  for (const other of [second, third]) await other.routeWebSocket(/\/realtime\//, () => {});

  await test.step("offers what was typed in a closed tab, and leaves a second open tab alone", async () => {
    await page.goto("/doctors/add");
    await nameField(page).fill("Dr. Half Typed");
    await second.goto("/doctors/add");
    await nameField(second).fill("Dr. Second");
    await expect(second.getByRole("button", { name: "Continue" })).toBeHidden({ timeout: 10_000 });
    await page.close();
    await second.reload();
    await expect(second.getByText("Continue with what you typed at", { exact: false })).toBeVisible();
    await expectAccessible(second, "a form that offers a draft");
    await expect(nameField(second)).toHaveValue("Dr. Second");
    await second.getByRole("button", { name: "Continue" }).click();
    await expect(nameField(second)).toHaveValue("Dr. Half Typed");
    // Now what was typed in this tab is offered.
    await second.getByRole("button", { name: "Continue" }).click();
    await expect(nameField(second)).toHaveValue("Dr. Second");
    await second.getByRole("button", { name: "Discard" }).click();
    await second.getByRole("button", { name: "Add Doctor" }).click();
    await expect(message(second, "Doctor added successfully!")).toBeVisible();
    await expect(second).toHaveURL("/doctors");
    const { rows } = await call(doctorRoutes.list, { query: {} });
    expect(rows.map(({ name }) => name)).toEqual(["Dr. Second"]);
    await goInside(second, "/doctors/add");
    await expect(nameField(second)).toHaveValue("");
    await expect(second.getByRole("button", { name: "Continue" })).toHaveCount(0);
  });

  const { id, name, version } = await make.doctor({ name: "Dr. Asha Rao", hospital: "Old" });

  await test.step("merges an edit started in a closed tab with what was saved since", async () => {
    await goInside(second, `/doctors/${id}/edit`);
    await second.getByLabel("Hospital/Clinic").fill("KEM");
    await second.close();
    await call(doctorRoutes.update, {
      params: { id },
      body: { name, hospital: "Old", contact_number: "200", version },
    });
    await third.goto(`/doctors/${id}/edit`);
    await third.getByRole("button", { name: "Continue" }).click();
    await third.getByRole("button", { name: "Save Changes" }).click();
    await expect(message(third, "Doctor updated successfully!")).toBeVisible();
    const saved = await call(doctorRoutes.read, { params: { id } });
    expect(saved).toMatchObject({ hospital: "KEM", contact_number: "200" });
  });

  await test.step("saving returns to the previous screen, and Back never opens the form again", async () => {
    await goInside(third, "/doctors");
    await goInside(third, `/doctors/${id}`);
    await third.getByRole("link", { name: "Add Visit" }).first().click();
    await expect(third.getByRole("heading", { name: "Add Visit" })).toBeVisible();
    await third.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(third, "Visit added successfully!")).toBeVisible();
    await expect(third).toHaveURL(`/doctors/${id}`);
    await third.goBack();
    await expect(third).toHaveURL("/doctors");

    // Saving leads to the new doctor; one step back from it is the dashboard, not the form.
    await goInside(third, "/");
    await third.getByRole("link", { name: "Add Doctor" }).first().click();
    await nameField(third).fill("Dr. New");
    await third.getByRole("button", { name: "Add Doctor" }).click();
    await expect(third).toHaveURL("/doctors");
    await third.goBack();
    await expect(third).toHaveURL("/");

    await goInside(third, "/doctors");
    await goInside(third, `/doctors/${id}/edit`);
    await nameField(third).fill("Dr. Asha Roy");
    await third.getByRole("button", { name: "Save Changes" }).click();
    await expect(third).toHaveURL(`/doctors/${id}`);
    await third.goBack();
    await expect(third).toHaveURL("/doctors");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a failed save is reported above the footer, and done automatically once unless something was changed since", async ({
    signedIn: page,
    context,
    make,
    call,
  }) => {
    await withoutDatabase(page);
    const { id } = await make.doctor();

    await test.step("reported until the form is saved, automatically and once", async () => {
      await page.goto(`/visits/add?doctor_id=${id}`);
      await page.getByLabel("Notes").fill("Wants samples");
      let tries = 0;
      page.on("request", (request) => {
        if (request.method() === "POST" && request.url().endsWith("/api/visits")) tries++;
      });
      await context.setOffline(true);
      await page.getByRole("button", { name: "Add Visit" }).tap();
      await expect(foot(page)).toContainText("Not saved. The server can't be reached.");
      await expect(foot(page)).toContainText("will be saved when the connection is back");
      await expect(messages(page)).toHaveCount(0);
      await expect(foot(page)).toBeInViewport({ ratio: 1 });
      await expect(page.getByText("No connection.")).toBeHidden();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page, "a form that is not saved");
      await context.setOffline(false);
      await expect(message(page, "Visit added successfully!")).toBeVisible({ timeout: 20_000 });
      expect(tries).toBe(2);
      expect((await call(visitRoutes.list, { query: {} })).rows).toMatchObject([{ notes: "Wants samples" }]);
    });

    await test.step("what was changed after the failure is not saved automatically", async () => {
      // It closes by itself, on a busy machine before it could be closed.
      await expect(message(page, "Visit added successfully!")).toBeHidden();
      await expect(page).toHaveURL("/visits");
      await goInside(page, `/visits/add?doctor_id=${id}`);
      await page.getByLabel("Notes").fill("First");
      await context.setOffline(true);
      await page.getByRole("button", { name: "Add Visit" }).tap();
      await expect(foot(page)).toContainText("will be saved when");
      await page.getByLabel("Notes").fill("Half a sen");
      await expect(foot(page)).toContainText("Please check your connection and try again.");
      await context.setOffline(false);
      await page.getByRole("button", { name: "Add Visit" }).tap();
      await expect(message(page, "Visit added successfully!")).toBeVisible();
      expect((await call(visitRoutes.list, { query: {} })).rows).toMatchObject([
        { notes: "Half a sen" },
        { notes: "Wants samples" },
      ]);
    });
  });
});

test("a message covers no button of the page at any width", async ({ signedIn: page }) => {
  await withoutDatabase(page);
  const shown = messages(page);
  /** What the message covers of the controls that are on the screen. */
  const covered = () =>
    shown.evaluate((message) => {
      const box = message.getBoundingClientRect();
      const controls = document.querySelectorAll<HTMLElement>(
        ":is(main, header) :is(button, a, select, input, textarea)",
      );
      return (
        [...controls]
          .filter((control) => {
            const { left, right, top, bottom, width } = control.getBoundingClientRect();
            const apart = left >= box.right || right <= box.left || top >= box.bottom || bottom <= box.top;
            return width > 0 && !apart && !control.closest("[aria-label=Messages]");
          })
          .map((control) => control.getAttribute("aria-label") ?? control.innerText)
          // The person's own address in the top bar is not a button: on a phone it is under a message.
          .filter((name) => !name.includes("@"))
      );
    });
  const coversNone = async () => {
    for (const size of windowSizes) {
      await page.setViewportSize(size);
      // It stays while it is pointed at.
      await shown.hover();
      expect(await covered(), `at ${size.width}`).toEqual([]);
    }
  };
  await page.goto("/doctors/add");
  await page.getByRole("button", { name: "Add Doctor" }).click();
  await expect(shown).toContainText("Please enter the doctor's name");
  await coversNone();

  await goInside(page, "/inventory");
  // What is on its way may still arrive, and would be the refreshed data.
  await expect(page.getByText("No products in the inventory yet.")).toBeVisible();
  await page.route("**/api/inventory**", (route) => route.fulfill({ status: 500 }));
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(shown).toContainText("Failed to load inventory data.", { timeout: 20_000 });
  await coversNone();
});
