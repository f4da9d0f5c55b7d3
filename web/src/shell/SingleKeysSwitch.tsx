import { DeviceSwitch } from "./DeviceSwitch.tsx";
import { singleKeysKey, usesSingleKeys } from "./single-keys.ts";

/** Switches off the keys that work alone, for whoever dictates, or hits keys unintentionally. */
export function SingleKeysSwitch() {
  return (
    <DeviceSwitch
      label="Single-key shortcuts"
      hint="Keys that work alone on this device, such as n for something new."
      read={usesSingleKeys}
      choose={chooseSingleKeys}
    />
  );
}

function chooseSingleKeys(on: boolean): boolean {
  try {
    localStorage.setItem(singleKeysKey, on ? "on" : "off");
    return true;
  } catch {
    return false;
  }
}
