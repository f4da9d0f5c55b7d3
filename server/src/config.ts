import { isIP } from "node:net";
import { type AuthSettings, authEnvironment, readAuthSettings } from "@rounds/auth/base/settings.ts";
import { readAddress } from "@rounds/database/cluster/address.ts";
import { isTimeZone } from "@rounds/domain/calendar/calendar.ts";
import { restorableDays } from "@rounds/domain/history/history.ts";
import type { Certificate } from "@rounds/http/certificate.ts";
import { ConfigError } from "@rounds/http/config-error.ts";
import { isLoopback } from "@rounds/http/loopback.ts";
import { z } from "zod";

const signup = z.union([
  z.enum(["open", "closed"]),
  z.string().regex(/^domain:[a-z0-9.-]+\.[a-z]{2,}$/i, "must be open, closed or domain:example.com"),
]);

function isHost(text: string): boolean {
  return isIP(text) !== 0 || (/^[\w.-]+$/.test(text) && URL.canParse(`http://${text}`));
}

/** Whether a text is a list of addresses and networks for Fastify's `trustProxy`, none of them all addresses. */
function areNetworks(text: string): boolean {
  return text.split(",").every((part) => {
    const [, address = "", bits = "1"] = /^\s*([^/\s]+)(?:\/(\d{1,3}))?\s*$/.exec(part) ?? [];
    const version = isIP(address);
    return version !== 0 && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
  });
}

/** Whether an address is a scheme and a host alone: pages and the API stand at its root. */
function isBare(url: string): boolean {
  const { pathname, search, hash, username, password } = new URL(url);
  return /^\/+$/.test(pathname) && [search, hash, username, password].every((part) => part === "");
}

function checkAddress(url: string, problems: z.RefinementCtx) {
  try {
    readAddress(url);
  } catch (error) {
    problems.addIssue({ code: "custom", message: (error as Error).message });
  }
}

/** Scheme and host of pages, as browsers write them in `Origin`; apps may have their own schemes. */
function readOrigins(text: string, problems: z.RefinementCtx): string[] {
  const given = text
    .split(",")
    .map((origin) => origin.trim())
    .filter((origin) => origin !== "");
  return given.map((origin) => {
    const url =
      /^[a-z][a-z0-9+.-]*:\/\/[^/?#@*\s]+\/?$/i.test(origin) && URL.canParse(origin) && new URL(origin);
    if (url) return url.origin === "null" ? `${url.protocol}//${url.host}` : url.origin;
    problems.addIssue({
      code: "custom",
      message: `${origin} is not an origin: write scheme and host, such as https://app.example.com, several with commas`,
    });
    return "";
  });
}

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().refine(isHost, "is neither an IP address nor a name").default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("data"),
  DATABASE_URL: z.string().superRefine(checkAddress).optional(),
  DATABASE_REPLICA_URL: z.string().superRefine(checkAddress).optional(),
  POSTGRES_BIN: z.string().min(1).optional(),
  PRODUCT_NAME: z.string().trim().min(1).max(60).default("Rounds"),
  BUSINESS_TIME_ZONE: z.string().refine(isTimeZone, "is not a known time zone").default("Asia/Kolkata"),
  SIGNUP: signup.optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine(isBare, "must be scheme and host alone, such as https://rounds.example.com")
    .transform((url) => new URL(url).origin)
    .optional(),
  ALLOWED_ORIGINS: z.string().transform(readOrigins).optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine(
      areNetworks,
      "must be IP addresses, or networks like 10.0.0.0/8; not every address (/0), or clients could invent their own",
    )
    .optional(),
  TLS_CERT: z.string().min(1).optional(),
  TLS_KEY: z.string().min(1).optional(),
  OFFLINE: z.enum(["on", "off"]).default("on"),
  OFFLINE_DAYS: z.coerce.number().int().min(1).max(365).default(14),
  DELETED_DAYS: z.coerce.number().int().min(1).max(36_500).default(restorableDays),
  HISTORY_DAYS: z.coerce.number().int().min(restorableDays).max(36_500).default(1095),
  LIMIT_FACTOR: z.coerce.number().min(0).max(1000).default(1),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  STOP_DELAY: z.coerce.number().min(0).max(300).optional(),
  STOP_TIMEOUT: z.coerce.number().min(0).max(3600).default(30),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, "must be at least 16 letters, digits and symbols, without spaces")
    .optional(),
  BUILD_COMMIT: z.string().max(64).optional(),
  ...authEnvironment,
});

/** The product's settings, read once at start and described in docs/settings.md. */
export type Config = {
  port: number;
  host: string;
  data_dir: string;
  /** The user's own database or cluster; otherwise the embedded one. */
  database_url: string | undefined;
  /** Standbys of that database on which lists and reports may be read. */
  database_replica_url: string | undefined;
  /** Folder of other PostgreSQL binaries for the embedded database. */
  postgres_bin: string | undefined;
  product_name: string;
  business_time_zone: string;
  /** Who may sign up: everybody, nobody, or addresses of one mail domain (`domain:example.com`). */
  signup: string;
  /** The address at which browsers reach the product, without a trailing slash; token issuer and links. */
  public_url: string;
  /** Further origins whose pages may use the server, as browsers write them. */
  allowed_origins: string[];
  /** Addresses of proxies whose X-Forwarded-For is trusted, so that limits count people and not the proxy. */
  trusted_proxies: string[];
  /** Files of the certificate and its key, if the server itself speaks HTTPS. */
  tls: Certificate | undefined;
  /** Whether browsers keep the pages, so that they start without a connection. */
  offline: boolean;
  /** For how many days without a sync a phone shows the rows that it keeps. */
  offline_days: number;
  /** For how many days what was deleted can be brought back; at most as long as changes are known. */
  deleted_days: number;
  /** For how many days changes and deletions are known. */
  history_days: number;
  /** Multiplies every rate limit; 0 switches them off, where only this machine reaches the server. */
  limit_factor: number;
  log_level: "fatal" | "error" | "warn" | "info" | "debug" | "silent";
  /** Seconds for which a server that was told to stop still serves, while `/readyz` sends others elsewhere. */
  stop_delay: number;
  /** Seconds that the remaining requests then have. */
  stop_timeout: number;
  /** The token for `/metrics`; without it there are no metrics. */
  metrics_token: string | undefined;
  /** The commit of the build, if known. */
  build_commit: string | undefined;
} & AuthSettings;

/** Reads the settings from environment variables; an empty variable counts as not set. Throws `ConfigError`. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`These settings can't be used:\n  ${problems.join("\n  ")}`);
  }
  const values = parsed.data;
  const loopback = isLoopback(values.HOST);
  if (!loopback && values.SIGNUP === undefined) {
    throw new ConfigError(
      `HOST=${values.HOST} lets others reach this server. Say who may sign up: SIGNUP=open, SIGNUP=closed or SIGNUP=domain:example.com`,
    );
  }
  if (values.DATABASE_REPLICA_URL !== undefined && values.DATABASE_URL === undefined) {
    throw new ConfigError(
      "DATABASE_REPLICA_URL names standbys of the database at DATABASE_URL: set that, too",
    );
  }
  if (values.JWT_ALGORITHM === "HS256" && values.JWT_SECRET === undefined) {
    throw new ConfigError("JWT_ALGORITHM=HS256 signs with a shared secret: set JWT_SECRET");
  }
  if (values.DELETED_DAYS > values.HISTORY_DAYS) {
    throw new ConfigError(
      `DELETED_DAYS=${values.DELETED_DAYS} is longer than changes are known: set HISTORY_DAYS to at least as many days`,
    );
  }
  const { TLS_CERT: cert, TLS_KEY: key } = values;
  const tls = cert !== undefined && key !== undefined ? { cert, key } : undefined;
  if (!tls && (cert ?? key) !== undefined) {
    throw new ConfigError(
      "TLS_CERT and TLS_KEY are the files of a certificate and its key: set both, or none",
    );
  }
  const scheme = tls ? "https" : "http";
  const shownHost = loopback ? "localhost" : values.HOST.includes(":") ? `[${values.HOST}]` : values.HOST;
  const publicUrl = values.PUBLIC_URL ?? `${scheme}://${shownHost}:${values.PORT}`;
  if (!URL.canParse(publicUrl)) {
    throw new ConfigError(`HOST=${values.HOST} can't stand in an address: set PUBLIC_URL`);
  }
  const publicHost = new URL(publicUrl).hostname;
  const proxied = values.TRUSTED_PROXIES !== undefined;
  const private_address = loopback && !proxied && isLoopback(publicHost.replace(/^\[|\]$/g, ""));
  if (values.LIMIT_FACTOR === 0 && !private_address) {
    throw new ConfigError(
      "LIMIT_FACTOR=0 switches all limits off, so that anybody could guess passwords without end. It works only where " +
        "nobody but this machine reaches the server. Choose a factor above 0, such as LIMIT_FACTOR=10",
    );
  }
  return {
    port: values.PORT,
    host: values.HOST,
    data_dir: values.DATA_DIR,
    database_url: values.DATABASE_URL,
    database_replica_url: values.DATABASE_REPLICA_URL,
    postgres_bin: values.POSTGRES_BIN,
    product_name: values.PRODUCT_NAME,
    business_time_zone: values.BUSINESS_TIME_ZONE,
    signup: values.SIGNUP ?? "open",
    public_url: publicUrl,
    allowed_origins: values.ALLOWED_ORIGINS ?? [],
    trusted_proxies: values.TRUSTED_PROXIES?.split(",").map((address) => address.trim()) ?? [],
    tls,
    offline: values.OFFLINE === "on",
    offline_days: values.OFFLINE_DAYS,
    deleted_days: values.DELETED_DAYS,
    history_days: values.HISTORY_DAYS,
    limit_factor: values.LIMIT_FACTOR,
    log_level: values.LOG_LEVEL,
    stop_delay: values.STOP_DELAY ?? (loopback ? 0 : 5),
    stop_timeout: values.STOP_TIMEOUT,
    metrics_token: values.METRICS_TOKEN,
    build_commit: values.BUILD_COMMIT,
    ...readAuthSettings(values, {
      private_address,
      product_name: values.PRODUCT_NAME,
      host: publicHost,
    }),
  };
}
