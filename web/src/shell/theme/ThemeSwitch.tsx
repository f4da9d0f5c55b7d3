import { Monitor, Moon, Sun } from "lucide-react";
import { chooseTheme, useTheme } from "./theme.ts";

const icons = { system: Monitor, light: Sun, dark: Moon };
const choices = [
  { value: "system", label: "System theme" },
  { value: "light", label: "Light theme" },
  { value: "dark", label: "Dark theme" },
] as const;

/** Chooses between light, dark and the device's setting. */
export function ThemeSwitch() {
  const theme = useTheme();
  const Icon = icons[theme];
  return (
    <span className="relative inline-grid size-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent lg:size-9 touch:size-11">
      <Icon size={18} aria-hidden="true" />
      <select
        aria-label="Theme"
        title="Theme"
        value={theme}
        onChange={(event) => chooseTheme(choices[event.target.selectedIndex]?.value ?? "system")}
        className="absolute inset-0 size-full appearance-none bg-surface text-ink opacity-0"
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
