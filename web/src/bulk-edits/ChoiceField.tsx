import { usePeople } from "../api/people.ts";
import { SelectField } from "../form/field/SelectField.tsx";
import { noValue } from "./change-input.ts";

type Props = {
  label: string;
  error: string | undefined;
  disabled: boolean;
  /** Empty until something is chosen. */
  value: string;
  onChange: (value: string) => void;
};

type ChoiceProps = Props & {
  placeholder: string;
  options: readonly { value: string; label: string }[];
};

/** A choice that has to be made: nothing is chosen at first. */
export function ChoiceField({ placeholder, options, onChange, ...field }: ChoiceProps) {
  return (
    <SelectField
      {...field}
      required
      options={[{ value: "", label: placeholder, disabled: true }, ...options]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Chooses who gets the doctors: a person other than `except`, or everybody. */
export function PersonChoice({ except, ...field }: Props & { except?: string }) {
  const { people } = usePeople({ read: true });
  const others = people.filter(({ id }) => id !== except);
  return (
    <ChoiceField
      {...field}
      placeholder="Select a person"
      options={[
        { value: noValue, label: "Everybody" },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
