/** A provider's shown name: "my-company" is "My Company". */
export function providerTitle(name: string): string {
  return name
    .split(/[-_]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ")
    .trim();
}
