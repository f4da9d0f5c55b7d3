import type { Plugin } from "vite";

const stub = "\0no-router-link";

/**
 * Leaves the router's own link out of the build: each of its routes refers to it, and our screens have ScreenLink
 * (docs/decisions/0031-what-opening-a-screen-costs.md).
 */
export function noRouterLink(): Plugin {
  return {
    name: "no-router-link",
    apply: "build",
    enforce: "pre",
    resolveId(id, importer) {
      const isOfRoute = /@tanstack\/react-router\/dist\/esm\/(?:route|fileRoute)\.js$/.test(importer ?? "");
      return isOfRoute && id === "./link.js" ? stub : null;
    },
    load: (id) => (id === stub ? "export const Link = () => null;" : null),
  };
}
