import { act, render, screen } from "@testing-library/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { TextArea } from "./TextArea.tsx";

let form: ReturnType<typeof useForm<{ notes: string }>>;

function Notes() {
  form = useForm({ defaultValues: { notes: "" } });
  // What a form shows of its state draws it again.
  useState(form.formState.isDirty);
  return <TextArea label="Notes" limit={10} {...form.register("notes")} />;
}

test("counts what the form fills in and takes away as well as what is typed", async () => {
  render(<Notes />);
  expect(screen.getByRole("status").textContent).toBe("");
  await act(async () => form.reset({ notes: "twelve chars" }));
  expect(screen.getByText("12 of 10 characters")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("2 characters too many");
  await act(async () => form.reset({ notes: "" }));
  expect(screen.queryByText(/of 10 characters/)).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("");
});
