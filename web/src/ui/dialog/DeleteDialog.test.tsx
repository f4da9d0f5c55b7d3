import { queryOptions } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError, unreachableError } from "../../api/api-error.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";

const notFound = new ApiError(404, { code: "not_found", message: "Not found." });
const deleteButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Delete" });

/** Opens the dialog for a product; `read` answers how many sales it has, `remove` deletes it. */
async function open(read: () => Promise<number>, remove = vi.fn(async (_confirmed?: number) => undefined)) {
  const onDeleted = vi.fn();
  await renderPage(
    <DeleteDialog
      title="Delete product"
      question="Are you sure?"
      name="Amoxyl 500"
      effect={queryOptions({ queryKey: ["products", "deletion-effect", "1"], queryFn: read })}
      describe={(sales) => `It has ${sales} sales.`}
      isAllowed={(sales) => sales === 0}
      goneText="This product was deleted already."
      onDelete={remove}
      doneText={() => "Product deleted"}
      onDeleted={onDeleted}
      onClose={vi.fn()}
    />,
  );
  return { remove, onDeleted };
}

test("deletes once it has said what else will be deleted", async () => {
  let answer = (_sales: number) => {};
  const { remove, onDeleted } = await open(() => new Promise((resolve) => (answer = resolve)));
  expect(screen.getByText("Checking what else will be deleted…")).toBeTruthy();
  expect(deleteButton().ariaDisabled).toBe("true");
  answer(0);
  expect(await screen.findByText("It has 0 sales.")).toBeTruthy();
  fireEvent.click(deleteButton());
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(remove).toHaveBeenCalledOnce();
});

test("can't delete what has sales, and says so", async () => {
  await open(async () => 2);
  expect(await screen.findByText("It has 2 sales.")).toBeTruthy();
  expect(deleteButton().ariaDisabled).toBe("true");
});

test("checks again when asked, after that failed", async () => {
  const read = vi.fn<() => Promise<number>>().mockRejectedValueOnce(unreachableError()).mockResolvedValue(0);
  await open(read);
  expect(await screen.findByText("What else will be deleted could not be checked.")).toBeTruthy();
  expect(deleteButton().ariaDisabled).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("It has 0 sales.")).toBeTruthy();
  expect(deleteButton().ariaDisabled).toBeNull();
});

test("treats a row that is gone already as deleted", async () => {
  const { onDeleted } = await open(async () => {
    throw notFound;
  });
  expect(await screen.findByText("This product was deleted already.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  fireEvent.click(deleteButton());
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
});

test("asks again, with the new figures, if these are not what was confirmed", async () => {
  const message = "This has changed since you were asked. Please look again at what will be deleted.";
  const remove = vi
    .fn<(confirmed: number | undefined) => Promise<undefined>>()
    .mockRejectedValueOnce(new ApiError(409, { code: "changed_meanwhile", message }))
    .mockResolvedValue(undefined);
  let answer = (_units: number) => {};
  const read = vi
    .fn<() => Promise<number>>()
    .mockResolvedValueOnce(1)
    .mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const onDeleted = vi.fn();
  await renderPage(
    <DeleteDialog
      title="Delete visit"
      question="Are you sure?"
      effect={queryOptions({ queryKey: ["visits", "deletion-effect", "1"], queryFn: read })}
      describe={(units) => `${units} units come back.`}
      goneText="This visit was deleted already."
      onDelete={remove}
      doneText={() => "Visit deleted"}
      failedText={() => "Failed to delete visit."}
      onDeleted={onDeleted}
      onClose={vi.fn()}
    />,
  );
  await screen.findByText("1 units come back.");
  fireEvent.click(deleteButton());
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  // Nothing is deleted before the new figures are there.
  expect(screen.getByRole("button", { name: "Deleting..." })).toBeTruthy();
  answer(50);
  await screen.findByText("50 units come back.");
  await screen.findByText(message);
  expect(screen.queryByText("Failed to delete visit.")).toBeNull();
  expect(onDeleted).not.toHaveBeenCalled();
  fireEvent.click(deleteButton());
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(remove.mock.calls).toEqual([[1], [50]]);
});

test("says why a deletion failed, and what now prevents it instead of that", async () => {
  const refused = new ApiError(409, { code: "product_has_sales", message: "It was sold meanwhile." });
  const remove = vi.fn(async () => Promise.reject(refused));
  const read = vi.fn<() => Promise<number>>().mockResolvedValueOnce(0).mockResolvedValue(1);
  const { onDeleted } = await open(read, remove);
  await screen.findByText("It has 0 sales.");
  fireEvent.click(deleteButton());
  expect(await screen.findByText("It has 1 sales.")).toBeTruthy();
  expect(screen.queryByText("It was sold meanwhile.")).toBeNull();
  expect(deleteButton().ariaDisabled).toBe("true");
  expect(onDeleted).not.toHaveBeenCalled();
});
