import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { AddressField } from "./AddressField.tsx";

function Address({ city }: { city: string }) {
  const { register } = useForm({ defaultValues: { address: city } });
  return <AddressField label="Address" city={city} {...register("address")} />;
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Address" });

test("what is typed comes before the city that the address began with", async () => {
  const user = userEvent.setup();
  render(<Address city="Pune" />);
  field().focus();
  await user.keyboard("12 MG Road");
  expect(field().value).toBe("12 MG Road, Pune");
});

test("also with the caret behind the city, but a pin code stays there", async () => {
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

test("the city can be taken away and replaced", async () => {
  const user = userEvent.setup();
  render(<Address city="Pune" />);
  await user.clear(field());
  await user.type(field(), "4 Park Street, Kolkata");
  expect(field().value).toBe("4 Park Street, Kolkata");
});
