/** The city of an address in the doctor list: what follows its last comma, trimmed ("" when there is none). */
export function cityOf(address: string | null): string {
  return address?.slice(address.lastIndexOf(",") + 1).trim() ?? "";
}
