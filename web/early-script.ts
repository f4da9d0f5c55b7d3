import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Plugin } from "vite";
import { bundleAlone } from "./alone.ts";

const source = join(import.meta.dirname, "src/early.ts");
/** The name in index.html; the built page has a file name with a hash, which browsers keep for ever. */
const placeholder = "/early.js";

/** The early script as one file without imports: a module would run only after the whole page was read. */
function bundleEarlyScript(): Promise<string> {
  return bundleAlone(source, "early", { treeshake: { moduleSideEffects: false } });
}

/** Builds src/early.ts separately, and puts it in its place in index.html. */
export function earlyScript(): Plugin {
  let fileName = "";
  return {
    name: "early-script",
    configureServer(server) {
      server.middlewares.use(placeholder, async (_, response) => {
        response.setHeader("content-type", "text/javascript");
        response.end(await bundleEarlyScript());
      });
    },
    async generateBundle() {
      const code = await bundleEarlyScript();
      const hash = createHash("sha256").update(code).digest("base64url").slice(0, 8);
      fileName = `assets/early-${hash}.js`;
      this.emitFile({ type: "asset", fileName, source: code });
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { server }) => (server ? html : html.replace(placeholder, `/${fileName}`)),
    },
  };
}
