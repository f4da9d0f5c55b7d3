import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { peopleQuery } from "../api/people.ts";
import { nameOf } from "../api/person-name.ts";
import { SelectField } from "../form/SelectField.tsx";

type Props = Omit<ComponentProps<typeof SelectField>, "options" | "value"> & {
  /** The chosen person's id, who may not be known yet or any more. */
  value: unknown;
  /** Why nobody else can be chosen; the field then says so. */
  refusal?: string | undefined;
};

/** Chooses to whom a doctor belongs. Accepts the result of `register(name)`. */
export function PersonField({ value, refusal, ...select }: Props) {
  const { data, isPending } = useQuery(peopleQuery);
  const people = data?.rows ?? [];
  const options = people.map(({ id, name }) => ({ value: id, label: name }));
  // The browser shows a choice only if it is in the list.
  if (typeof value === "string" && value && !people.some(({ id }) => id === value)) {
    options.push({ value, label: isPending ? "Loading…" : nameOf(people, value) });
  }
  if (refusal) {
    const own = options.filter((option) => option.value === value);
    return <SelectField {...select} placeholder={undefined} hint={refusal} options={own} />;
  }
  return <SelectField {...select} options={options} />;
}
