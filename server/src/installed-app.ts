import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { allowInlineScripts } from "@rounds/http/security-headers.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Config } from "./config.ts";

/** Headers of the page that say what browsers may do with it; the others are about one answer. */
const lasting =
  /^(?:content-security-policy|cross-origin-.*|origin-agent-cluster|permissions-policy|referrer-policy|strict-transport-security|x-(?:content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|xss-protection))$/;

/** The page's ground in the light theme; a page that is open sets its theme's own colour. */
const ground = "#f7f8f8";

/**
 * Serves what makes the pages an app that can be installed and that starts without a connection. `scripts` are the sources
 * that let the page run its own (`inlineScripts`).
 */
export async function serveInstalledApp(
  app: FastifyInstance,
  folder: string,
  page: { html: string; scripts: string },
  { product_name, offline = true }: Pick<Config, "product_name"> & Partial<Pick<Config, "offline">>,
) {
  const file = join(folder, "worker", offline ? "worker.js" : "worker-off.js");
  // There is none before the first build.
  const code = await readFile(file, "utf8").catch(() => undefined);
  const manifest = JSON.stringify(manifestOf(product_name));

  app.get("/manifest.webmanifest", { schema: { hide: true } }, (_, reply) =>
    reply.header("cache-control", "no-cache").type("application/manifest+json; charset=utf-8").send(manifest),
  );
  if (code === undefined) return;
  app.get("/sw.js", { schema: { hide: true } }, (_, reply) =>
    reply
      .header("cache-control", "no-cache")
      .type("text/javascript; charset=utf-8")
      .send(offline ? pageFor(reply) + code : code),
  );

  /**
   * The page, as a script's first line. Browsers replace the worker when any byte of it changes: with another build, and
   * with other settings in the page.
   */
  function pageFor(reply: FastifyReply): string {
    allowInlineScripts(reply, page.scripts);
    const own = Object.entries(reply.getHeaders()).filter(([name]) => lasting.test(name));
    const headers = Object.fromEntries([...own.sort(), ["content-type", "text/html; charset=utf-8"]]);
    return `self.kept=${JSON.stringify({ html: page.html, headers })};\n`;
  }
}

/** What the installed app is called and looks like (W3C Web Application Manifest). */
function manifestOf(name: string) {
  const icon = (file: string, sizes: string, purpose = "any") => ({
    src: `/${file}.png`,
    sizes,
    type: "image/png",
    purpose,
  });
  const shortcut = (title: string, url: string) => ({
    name: title,
    url,
    icons: [icon("icon-192", "192x192")],
  });
  return {
    id: "/",
    name,
    short_name: name,
    description: "Doctors, visits, products and stock",
    lang: "en",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: ground,
    theme_color: ground,
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      icon("icon-192", "192x192"),
      icon("icon-512", "512x512"),
      icon("icon-maskable", "512x512", "maskable"),
    ],
    shortcuts: [shortcut("Record visit", "/visits/record"), shortcut("Doctors", "/doctors")],
  };
}
