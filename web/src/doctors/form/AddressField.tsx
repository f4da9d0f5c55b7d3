import type { ChangeEvent, ComponentProps } from "react";
import { TextArea } from "../../form/field/TextArea.tsx";

type Props = Omit<ComponentProps<typeof TextArea>, "onChange"> & {
  onChange: (event: ChangeEvent<HTMLTextAreaElement>) => unknown;
  /** The city with which the address started; empty if there is none. */
  city: string;
};

/**
 * An address that starts with only a city: what is typed goes before the city, with a comma between them. What
 * replaces the city, or is pasted, is left unchanged: it may be a whole address.
 */
export function AddressField({ city, onChange, ...field }: Props) {
  /** Whether the field contains only the city, and none of it is selected. */
  const begins = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
    city !== "" && value === city && selectionStart === selectionEnd;
  return (
    <TextArea
      {...field}
      onFocus={({ currentTarget }) => {
        if (begins(currentTarget)) currentTarget.setSelectionRange(0, 0);
      }}
      onPaste={({ currentTarget }) => {
        if (begins(currentTarget)) currentTarget.select();
      }}
      onChange={(event) => {
        const { target, nativeEvent } = event;
        const typed = nativeEvent instanceof InputEvent ? nativeEvent.data : null;
        if (typed && standsBeside(city, typed, target.value)) {
          target.value = `${typed}, ${city}`;
          target.setSelectionRange(typed.length, typed.length);
        }
        return onChange(event);
      }}
    />
  );
}

/** Whether a first key or word was typed directly before or after the city, as in "1Pune". */
export function standsBeside(city: string, typed: string, text: string): boolean {
  if (city === "" || !/^[\p{L}\p{N}#]/u.test(typed)) return false;
  return text === typed + city || text === city + typed;
}
