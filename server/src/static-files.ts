import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { namesFile } from "@rounds/domain/text/file-name.ts";
import { allowInlineScripts, inlineScripts } from "@rounds/http/security-headers.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerNotFound } from "./api/error-answer.ts";
import type { Config } from "./config.ts";
import { serveInstalledApp } from "./installed-app.ts";

/** The page's template, the workers' code, and the compressed forms of files, have no addresses of their own. */
const withoutAddress = /^\/index\.html$|^\/worker\/|\.br$/;
const immutable = "public, max-age=31536000, immutable";

/**
 * Only the product's own pages need these files. Browsers send an origin with a script and none with `fetch`: an answer that differed
 * by it would be fetched once for each.
 */
const originHeaders = ["vary", "access-control-allow-origin", "access-control-expose-headers"];

/** The settings that the page gets. Its API key is not a secret: everybody can read it here. */
type PageSettings = Pick<Config, "product_name" | "business_time_zone"> &
  Partial<Pick<Config, "api_key" | "mail" | "oidc_providers" | "offline" | "offline_days">>;

/**
 * Serves the built pages: files with a hash in their name are cached for ever, everything else is revalidated. Any
 * path that is not a file and belongs to no service answers with the page, which contains the product's screens.
 */
export async function servePages(app: FastifyInstance, folder: string, config: PageSettings) {
  const template = await readFile(join(folder, "index.html"), "utf8");
  // Those of the build: a setting adds none.
  const scripts = inlineScripts(template);
  const page = fill(template, config);
  const screens = await readScreens(folder, page);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    allowedPath: (path) => !withoutAddress.test(path),
    setHeaders: (reply, path) => {
      const isHashed = path.includes("/assets/");
      reply.header("cache-control", isHashed ? immutable : "no-cache");
      if (isHashed) originHeaders.forEach((name) => void reply.removeHeader(name));
    },
  });
  await serveInstalledApp(app, folder, { html: page, scripts }, config);
  app.get("/", { schema: { hide: true } }, (_, reply) => sendPage(reply, "/"));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    if (path === "/index.html") return reply.redirect("/", 308);
    const ofService = /^\/(api|auth|realtime|assets)(\/|$)/.test(path) || withoutAddress.test(path);
    return takesPage(request, path) && !ofService ? sendPage(reply, path) : answerNotFound(request, reply);
  });

  function sendPage(reply: FastifyReply, path: string) {
    const html = screens.find(({ address }) => address.test(path))?.html ?? page;
    allowInlineScripts(reply, scripts);
    return reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(html);
  }
}

/**
 * Whether a request wants the page: a browser's, which says so, or that of a link preview or a monitor, which accepts
 * anything. Browsers ask for scripts in the same way, so a path that looks like a file is not a screen.
 */
function takesPage({ method, headers: { accept = "*/*" } }: FastifyRequest, path: string): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return accept.includes("text/html") || (/^\*\/\*(?: *;[^,]*)?$/.test(accept) && !namesFile(path));
}

/**
 * The page for each screen: it names the scripts and the style of that screen too, which a browser then fetches together with
 * everything else. The build writes them into preloads.json, by the path of the screen's route; pages read that file
 * too, to fetch the files of the other screens later.
 */
async function readScreens(folder: string, page: string): Promise<{ address: RegExp; html: string }[]> {
  const text = await readFile(join(folder, "preloads.json"), "utf8").catch(() => "{}");
  const preloads: Record<string, string[]> = JSON.parse(text);
  return Object.entries(preloads).map(([path, files]) => {
    return {
      address: new RegExp(`^${path.replace(/\$\w+/g, "[^/]+")}/?$`),
      html: naming(files, page),
    };
  });
}

/** The page with its screen's files: the style behind the place of the screen, as the page's own (`web/styles-last.ts`). */
function naming(files: readonly string[], page: string): string {
  const links = (relation: string, isStyle: boolean) =>
    files
      .filter((file) => file.endsWith(".css") === isStyle)
      .map((file) => `<link rel="${relation}" crossorigin href="${attribute(file)}">`)
      .join("");
  return page
    .replace("</head>", () => `${links("modulepreload", false)}</head>`)
    .replace("</body>", () => `${links("stylesheet", true)}</body>`);
}

/** Puts the settings that the page needs into its meta elements. */
function fill(html: string, config: PageSettings) {
  const { product_name, business_time_zone, api_key = "", mail, offline = true, offline_days = 14 } = config;
  const providers = config.oidc_providers ?? [];
  const settings = {
    "product-name": product_name,
    "business-time-zone": business_time_zone,
    "api-key": api_key,
    mail: mail?.by ?? "smtp",
    offline: offline ? "on" : "off",
    "offline-days": String(offline_days),
    "apple-mobile-web-app-title": product_name,
    providers: providers.map(({ name }) => name).join(" "),
  };
  let filled = html.replace(/<title>[^<]*/, () => `<title>${attribute(product_name)}`);
  for (const [name, value] of Object.entries(settings)) {
    const start = `<meta name="${name}" content="`;
    filled = filled.replace(new RegExp(`${start}[^"]*`), () => start + attribute(value));
  }
  return filled;
}

function attribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
