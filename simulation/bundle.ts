import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

/** One file of the simulation with all that it imports, as a script for a worker. */
export async function bundle(file: string, plugins: Plugin[] = []): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    ...{ bundle: true, write: false, logLevel: "error", plugins },
    ...{ platform: "node", format: "cjs", target: "node20" },
  });
  return outputFiles[0]?.text ?? "";
}
