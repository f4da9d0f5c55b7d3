import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPage } from "../../testing/render-page.tsx";
import { FilterChips } from "./FilterChips.tsx";

type Search = { city?: string; doctor_class?: string; status?: string };

function List() {
  const [search, setSearch] = useState<Search>({ city: "Pune", doctor_class: "A", status: "active" });
  return (
    <main>
      <h1>Doctors</h1>
      <FilterChips
        filters={[
          { label: "City", value: search.city, keys: ["city"] },
          { label: "Class", value: search.doctor_class, keys: ["doctor_class"] },
          { label: "Status", value: search.status, keys: ["status"] },
        ]}
        change={(changes) => setSearch((before) => ({ ...before, ...(changes as Search) }))}
      />
    </main>
  );
}

test("after a filter the keyboard is at the next one, after all at the heading", async () => {
  const user = userEvent.setup();
  await renderPage(<List />);
  const button = (name: string | RegExp) => screen.getByRole("button", { name });
  await user.click(button(/^Remove filter City/));
  expect(document.activeElement).toBe(button(/^Remove filter Class/));
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(button(/^Remove filter Status/));
  await user.click(button("Clear All Filters"));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Doctors" }));
});
