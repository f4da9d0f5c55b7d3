import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import helmet from "helmet";

/** What a device can do and no page uses: a script that got into a page could not either. */
const unusedFeatures = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
];
const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(", ");

/**
 * What sets strict headers on an answer: scripts and styles only from this server and not inline, no framing, no referrer,
 * no camera, place or other device. It is a function and no plugin, because some answers are given before any hook.
 */
export function createSecurityHeaders(
  public_url: string,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const secure = public_url.startsWith("https:");
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
      },
    },
    referrerPolicy: { policy: "no-referrer" },
    hsts: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
  });
  return (request, reply) => {
    reply.header("permissions-policy", permissionsPolicy);
    setHeaders(request.raw, reply.raw, (error) => {
      if (error) throw error;
    });
  };
}

/** The sources of a content security policy that allow the scripts within a page, and only them (CSP 3, 6.7.3.3). */
export function inlineScripts(html: string): string {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = ""]) => code);
  return scripts.map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`).join(" ");
}

/** Lets the page that an answer holds run its own scripts: `scripts` is what `inlineScripts` gave. */
export function allowInlineScripts(reply: FastifyReply, scripts: string): void {
  const policy = String(reply.getHeader("content-security-policy"));
  reply.header("content-security-policy", policy.replace("script-src 'self'", `$& ${scripts}`.trimEnd()));
}
