import { namesFile } from "@rounds/domain/text/file-name.ts";
import type { KeptFiles } from "./scope.ts";

/** How a request is answered: with the page, the list of files, or a kept file; or not by the worker. */
type Way = "page" | "preloads" | "file" | "untouched";

type Asked = Pick<Request, "method" | "mode" | "url">;

/** What belongs to a service of the server, beside the pages. */
const ofService = /^\/(?:api|auth|realtime|assets|healthz|readyz|metrics)(?:\/|$)/;

/** How a request of the pages of `origin` is answered. */
export function wayOf({ method, mode, url }: Asked, origin: string): Way {
  const asked = new URL(url);
  if (method !== "GET" || asked.origin !== origin) return "untouched";
  const { pathname } = asked;
  if (mode === "navigate") return ofService.test(pathname) || namesFile(pathname) ? "untouched" : "page";
  if (pathname === "/preloads.json") return "preloads";
  return pathname.startsWith("/assets/") || pathname === "/icon.svg" ? "file" : "untouched";
}

/** The files that each screen needs besides those in the page, by the path of its route. */
export function preloadsOf({ files, screens }: KeptFiles): Record<string, string[]> {
  const named = Object.entries(screens).map(([path, places]) => [
    path,
    places.flatMap((place) => files[place] ?? []),
  ]);
  return Object.fromEntries(named);
}

/** The page for the screen at this path, which names the screen's files too: as the server sends it. */
export function pageAt(path: string, html: string, kept: KeptFiles): string {
  const screen = Object.keys(kept.screens).find((route) =>
    new RegExp(`^${route.replace(/\$\w+/g, "[^/]+")}/?$`).test(path),
  );
  // The phone comes after the screen: it is opened while the screen is drawn, and reads its rows.
  const places = new Set([...(kept.screens[screen ?? ""] ?? []), ...kept.phone]);
  const files = [...places].flatMap((place) => kept.files[place] ?? []);
  const links = (relation: string, isStyle: boolean) =>
    files
      .filter((file) => file.endsWith(".css") === isStyle)
      .map((file) => `<link rel="${relation}" crossorigin href="${file}">`)
      .join("");
  return html
    .replace("</head>", () => `${links("modulepreload", false)}</head>`)
    .replace("</body>", () => `${links("stylesheet", true)}</body>`);
}

/** Whether a page with these scripts is of this version. */
export function isOfVersion(scripts: unknown, html: string): boolean {
  return (
    Array.isArray(scripts) &&
    scripts.every((script) => typeof script === "string" && html.includes(`src="${script}"`))
  );
}

/** Whether an answer is the file that was asked for, and may be kept. */
export function isWhole({ ok, status, redirected, type }: Response): boolean {
  return ok && status === 200 && !redirected && type === "basic";
}
