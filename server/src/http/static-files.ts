import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { answerNotFound } from "./error-answer.ts";

const immutable = "public, max-age=31536000, immutable";

/**
 * Serves the built pages: files with a hash in their name for ever, everything else revalidated. Any path that is
 * no file and belongs to no service answers with the page itself, which has the product's screens.
 */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  config: Pick<Config, "product_name" | "business_time_zone">,
) {
  const page = fill(await readFile(join(folder, "index.html"), "utf8"), config);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header("cache-control", path.includes("/assets/") ? immutable : "no-cache");
    },
  });
  app.get("/", { schema: { hide: true } }, (_, reply) => sendPage(reply));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    const forPerson =
      ["GET", "HEAD"].includes(request.method) && request.headers.accept?.includes("text/html");
    const ofService = /^\/(api|auth|realtime|assets)(\/|$)/.test(path);
    return forPerson && !ofService ? sendPage(reply) : answerNotFound(request, reply);
  });

  function sendPage(reply: import("fastify").FastifyReply) {
    return reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(page);
  }
}

/** Puts the settings that the page needs into its meta elements. */
function fill(
  html: string,
  { product_name, business_time_zone }: Pick<Config, "product_name" | "business_time_zone">,
) {
  return html
    .replace(/(<meta name="product-name" content=")[^"]*/, (_, start) => start + attribute(product_name))
    .replace(
      /(<meta name="business-time-zone" content=")[^"]*/,
      (_, start) => start + attribute(business_time_zone),
    )
    .replace(/<title>[^<]*/, () => `<title>${attribute(product_name)}`);
}

function attribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
