import { build, type Rolldown } from "vite";

/** Bundles a program of its own, with all that it imports, as one script without imports. */
export async function bundleAlone(
  entry: string,
  name: string,
  rolldownOptions: { treeshake?: Rolldown.InputOptions["treeshake"] } = {},
): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    root: import.meta.dirname,
    publicDir: false,
    build: { write: false, target: "es2022", lib: { entry, formats: ["iife"], name }, rolldownOptions },
  });
  const chunk = [built].flat().flatMap((result) => ("output" in result ? result.output : []))[0];
  if (chunk?.type !== "chunk") throw new Error(`${entry} gave no code.`);
  return chunk.code;
}
