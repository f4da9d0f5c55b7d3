import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { AddressField, standsBeside } from "./AddressField.tsx";

function Address({ city }: { city: string }) {
  const { register } = useForm({ defaultValues: { address: city } });
  return <AddressField label="Address" city={city} {...register("address")} />;
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Address" });

test("inserts what is typed before the default city", async () => {
  const user = userEvent.setup();
  render(<Address city="Pune" />);
  field().focus();
  await user.keyboard("12 MG Road");
  expect(field().value).toBe("12 MG Road, Pune");
});

test("also with the caret after the city, except for a PIN code", async () => {
  const user = userEvent.setup();
  const { unmount } = render(<Address city="Pune" />);
  field().focus();
  field().setSelectionRange(4, 4);
  await user.keyboard("12 MG Road");
  expect(field().value).toBe("12 MG Road, Pune");
  unmount();
  render(<Address city="Pune" />);
  field().focus();
  field().setSelectionRange(4, 4);
  await user.keyboard(" 411001");
  expect(field().value).toBe("Pune 411001");
});

test("the city can be removed and replaced", async () => {
  const user = userEvent.setup();
  render(<Address city="Pune" />);
  await user.clear(field());
  await user.type(field(), "4 Park Street, Kolkata");
  expect(field().value).toBe("4 Park Street, Kolkata");
});

test.each(["NewDelhi", "12 MG Road, Mumbai", "Delhi"])(
  "what replaces the city is left unchanged: %s",
  async (text) => {
    const user = userEvent.setup();
    render(<Address city="Delhi" />);
    field().select();
    field().focus();
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 5]);
    // At once, as dictation and the browser's autofill do.
    await user.paste(text);
    expect(field().value).toBe(text);
  },
);

test.each(["12 MG Road, Mumbai", "Mumbai"])("a pasted address replaces the city: %s", async (text) => {
  const user = userEvent.setup();
  render(<Address city="Pune" />);
  await user.click(field());
  await user.paste(text);
  expect(field().value).toBe(text);
  await user.paste(" 400001");
  expect(field().value).toBe(`${text} 400001`);
});

test("words that arrive at once go before the city like keys, but not what replaced it", () => {
  expect(standsBeside("Pune", "12 MG Road", "12 MG RoadPune")).toBe(true);
  expect(standsBeside("Pune", "Baner", "PuneBaner")).toBe(true);
  expect(standsBeside("Delhi", "NewDelhi", "NewDelhi")).toBe(false);
  expect(standsBeside("Pune", " 411001", "Pune 411001")).toBe(false);
});
