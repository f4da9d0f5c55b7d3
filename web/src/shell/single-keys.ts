export const singleKeysKey = "single-keys";

/** Whether keys pressed alone do something on this device; they do unless the person has switched them off. */
export function usesSingleKeys(): boolean {
  try {
    return localStorage.getItem(singleKeysKey) !== "off";
  } catch {
    // Storage may be forbidden.
    return true;
  }
}
