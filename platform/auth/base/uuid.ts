const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the shape of a UUID, of whatever version: only such a text may be compared with an id. */
export function isUuid(text: string | undefined): text is string {
  return text !== undefined && shape.test(text);
}
