import type { z } from "zod";

/**
 * The values of a form's fields for a row, or for a new one: exactly the fields of the input's schema, with an empty
 * text for nothing.
 */
export function formValues<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  row: Partial<Record<keyof Shape, unknown>> = {},
): z.input<z.ZodObject<Shape>> {
  const fields = Object.keys(schema.shape).map((field) => [field, row[field] ?? ""]);
  // Every key of the shape has a text: `fromEntries` knows of keys only that they are texts.
  return Object.fromEntries(fields) as z.input<z.ZodObject<Shape>>;
}
