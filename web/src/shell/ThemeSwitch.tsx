import { Monitor, Moon, Sun } from "lucide-react";
import type { Theme } from "./stored-theme.ts";
import { chooseTheme, useTheme } from "./theme.ts";

const icons = { system: Monitor, light: Sun, dark: Moon };

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
        onChange={(event) => chooseTheme(event.target.value as Theme)}
        className="absolute inset-0 size-full appearance-none bg-surface text-ink opacity-0"
      >
        <option value="system">System theme</option>
        <option value="light">Light theme</option>
        <option value="dark">Dark theme</option>
      </select>
    </span>
  );
}
