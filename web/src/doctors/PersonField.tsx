import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { peopleQuery } from "../api/people.ts";
import { nameOf } from "../api/person-name.ts";
import { SelectField } from "../form/SelectField.tsx";

type Props = Omit<ComponentProps<typeof SelectField>, "options" | "value"> & {
  /** The chosen person's id, who may not be known yet or any more. */
  value: unknown;
};

/** Chooses to whom a doctor belongs. Accepts the result of `register(name)`. */
export function PersonField({ value, ...select }: Props) {
  const { data, isPending } = useQuery(peopleQuery);
  const people = data?.rows ?? [];
  const options = people.map(({ id, name }) => ({ value: id, label: name }));
  // The browser shows a choice only if it is in the list.
  if (typeof value === "string" && value && !people.some(({ id }) => id === value)) {
    options.push({ value, label: isPending ? "Loading…" : nameOf(people, value) });
  }
  return <SelectField {...select} options={options} />;
}
