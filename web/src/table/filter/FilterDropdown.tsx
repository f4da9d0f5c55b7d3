import { useId } from "react";
import { Select } from "../../ui/control/Select.tsx";

type Props<Value extends string> = {
  label: string;
  /** `undefined` is the first option, which filters nothing. */
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
  allLabel?: string;
  /** Where many filters stand in one row. */
  narrow?: boolean;
};

/** Chooses one value to filter by; the first option removes the filter. */
export function FilterDropdown<Value extends string>({
  label,
  value,
  options,
  onChange,
  allLabel = "All",
  narrow = false,
}: Props<Value>) {
  const id = useId();
  // A value from a shared link must be shown even if the options do not contain it (yet).
  const missing = value !== undefined && options.every((option) => option.value !== value);
  return (
    <div className={`min-w-0 ${narrow ? "sm:w-32" : "sm:w-40"}`}>
      <label htmlFor={id} className="mb-1 block text-small font-medium">
        {label}
      </label>
      <Select
        id={id}
        value={value ?? ""}
        onChange={(event) => {
          const chosen = event.target.value;
          onChange(
            chosen === "" ? undefined : (options.find((option) => option.value === chosen)?.value ?? value),
          );
        }}
      >
        <option value="">{allLabel}</option>
        {missing && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  );
}
