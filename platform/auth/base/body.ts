import type { z } from "zod";
import { AuthError, validationFailed } from "./errors.ts";

/** Deeper than any client nests, and far less than recursion can handle. */
const maxDepth = 32;

/** The object in a request's body. A missing or empty body and `null` are an empty object; throws `bad_json`. */
export function parseBody(text: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // V8's message may quote the body, and so a password: only the part before the quotation is passed on.
    const reason = error instanceof Error ? error.message.split(/[,:] ["'.]|, \.\.\./)[0] : "";
    throw badJson(reason ?? "");
  }
  if (value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) throw badJson("the body must be an object");
  refuseUnstorable(value);
  // JSON that is neither null nor a list is an object with names.
  return value as Record<string, unknown>;
}

/** The fields of a body that a route accepts; `null` counts as absent, unknown fields are ignored. */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  body: Record<string, unknown>,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badJson(`the field ${issue?.path.join(".")} is of the wrong type`);
}

function badJson(reason: string): AuthError {
  return new AuthError(400, "bad_json", `Could not parse request body as JSON: ${reason}`);
}

/** PostgreSQL can't store NUL or half a surrogate pair, neither in text nor in JSON. */
function refuseUnstorable(root: object): void {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === "string") refuseText(value);
    if (typeof value !== "object" || value === null) continue;
    if (depth === maxDepth) throw validationFailed("The request is nested too deeply");
    for (const [key, child] of Object.entries(value)) {
      refuseText(key);
      open.push({ value: child, depth: depth + 1 });
    }
  }
}

const unstorable = /[\0\p{Surrogate}]/u;

function refuseText(text: string): void {
  if (unstorable.test(text)) {
    throw validationFailed("The request contains characters that can't be stored");
  }
}
