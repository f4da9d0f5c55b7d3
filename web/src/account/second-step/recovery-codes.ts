import { accountRoutes } from "@rounds/domain/account/routes.ts";
import { call } from "../../api/client.ts";
import { accountChanged } from "../queries.ts";

/** How many codes there are at first. */
export const codeCount = 10;

/** Creates new recovery codes; the former ones stop working. The server does not show them again. */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { codes } = await call(accountRoutes.makeRecoveryCodes, {});
  void accountChanged();
  return codes;
}

/** The codes as a text to keep, on paper or in a file. */
export function codesAsText(codes: readonly string[], product: string, email: string): string {
  return `Recovery codes for ${product}, ${email}\n\nEach works once, in place of the code from your device.\n\n${codes.join("\n")}\n`;
}
