import type { Plugin } from "vite";

const style = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Moves the style in the built HTML behind the place of the screen, so that what stands there is painted before the
 * style has arrived. The page's own code still waits for it: scripts run after the styles that come before them.
 */
export function stylesLast(): Plugin {
  return {
    name: "styles-last",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const links = html.match(style);
        if (!links) throw new Error("index.html names no style.");
        return html.replace(style, "").replace("</body>", () => `${links.join("").trim()}\n  </body>`);
      },
    },
  };
}
