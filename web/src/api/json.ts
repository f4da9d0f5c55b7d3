/** The fields of what came as JSON; none if it is no object. */
export function jsonFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
