import { lstat } from "node:fs/promises";
import { errorCode } from "./failure.ts";

/** Owner and mode of a file, without following a link; undefined if it does not exist. */
export async function lookAt(file: string) {
  try {
    return await lstat(file);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}
