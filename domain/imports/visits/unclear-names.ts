/** The codes of rows of which it is not clear which doctor or product they mean. */
export const unclearCodes = { doctor: "doctor_unclear", product: "product_unclear" } as const;

/** Whether a person must match a name before a row can be brought in. */
export function isUnclearName(code: string): boolean {
  return Object.values<string>(unclearCodes).includes(code);
}
