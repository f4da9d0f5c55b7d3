/** The city of an address in the doctor list: the trimmed text after its last comma. */
export function cityOf(address: string | null): string {
  return address?.slice(address.lastIndexOf(",") + 1).trim() ?? "";
}
