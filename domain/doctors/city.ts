/** The city of an address in the doctor list: the trimmed text after its last comma. */
export function cityOf(address: string | null): string {
  return address?.slice(address.lastIndexOf(",") + 1).trim() ?? "";
}

/** The address with another city: in place of what is after its last comma, or of all of it if it has none. */
export function withCity(address: string | null, city: string): string {
  const comma = address?.lastIndexOf(",") ?? -1;
  return comma < 0 ? city : `${address?.slice(0, comma).trimEnd()}, ${city}`;
}
