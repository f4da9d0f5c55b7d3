import { join } from "node:path";
import type { Plugin } from "vite";
import { bundleAlone } from "./alone.ts";

const source = join(import.meta.dirname, "src/early.ts");
const placeholder = /<script src="\/early\.js"[^>]*><\/script>/;

/** The early script as one text without imports: a module would run only after the whole page was read. */
async function bundleEarlyScript(): Promise<string> {
  const code = (await bundleAlone(source, "early", { treeshake: { moduleSideEffects: false } })).trim();
  // What ends a script, or looks like the HTML's own places.
  if (/<!--|<\/?(?:script|head|body|title)/i.test(code)) throw new Error("The early script holds HTML.");
  return code;
}

/**
 * Builds src/early.ts separately and writes it into index.html, where it runs without a request of its own. The server's
 * content security policy names its hash.
 */
export function earlyScript(): Plugin {
  return {
    name: "early-script",
    transformIndexHtml: {
      order: "post",
      async handler(html) {
        if (!placeholder.test(html)) throw new Error("index.html has no place for the early script.");
        const code = await bundleEarlyScript();
        return html.replace(placeholder, () => `<script>${code}</script>`);
      },
    },
  };
}
