import type { ComponentProps } from "react";
import { TextArea } from "../form/TextArea.tsx";

type Props = Omit<ComponentProps<typeof TextArea>, "onChange"> & {
  onChange: (event: React.ChangeEvent<HTMLTextAreaElement>) => unknown;
  /** The city that the address began with; empty when there is none. */
  city: string;
};

/** An address that begins with a city only: what is typed comes before the city, with a comma between them. */
export function AddressField({ city, onChange, ...field }: Props) {
  return (
    <TextArea
      {...field}
      onFocus={({ currentTarget }) => {
        if (city !== "" && currentTarget.value === city) currentTarget.setSelectionRange(0, 0);
      }}
      onChange={(event) => {
        const typed = typedBeside(city, event.target.value);
        if (typed !== null) {
          event.target.value = `${typed}, ${city}`;
          event.target.setSelectionRange(typed.length, typed.length);
        }
        return onChange(event);
      }}
    />
  );
}

/** What a first key put directly before or after the city, as in "1Pune"; null when it was something else. */
export function typedBeside(city: string, text: string): string | null {
  if (city === "" || text.length <= city.length) return null;
  const before = text.endsWith(city) ? text.slice(0, -city.length) : null;
  const after = text.startsWith(city) ? text.slice(city.length) : null;
  const typed = before ?? after ?? "";
  return /^[\p{L}\p{N}#]+$/u.test(typed) ? typed : null;
}
