import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
let common: Set<string> | undefined;

/**
 * Whether a password, in whatever case, is among the 49,000 most used ones. Their list takes some megabytes of memory
 * and is read when it is first needed, so that a product that allows these passwords does without.
 */
export function isCommonPassword(password: string): boolean {
  common ??= readList();
  return common.has(password.toLowerCase());
}

function readList(): Set<string> {
  const { dictionary } = require("@zxcvbn-ts/language-common") as typeof import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}
