import type { AuthContext } from "../base/context.ts";
import { validationFailed } from "../base/errors.ts";

/** E.164: up to 15 digits, starting with the country code. */
const shape = /^[1-9][0-9]{1,14}$/;

/** The number as stored: digits only; throws `validation_failed` for other text. */
export function requirePhone(phone: string): string {
  const number = normalPhone(phone);
  if (!shape.test(number)) throw validationFailed("Invalid phone number format (E.164 required)");
  return number;
}

/** The number as compared: without the plus sign and spaces. */
export function normalPhone(phone: string): string {
  return phone.replaceAll(/\s/g, "").replace(/^\+/, "");
}

/** Whether text messages can be sent, and so people be reached by number. */
export function phoneIsOn({ config }: Pick<AuthContext, "config">): boolean {
  return config.sms_hook !== undefined;
}
