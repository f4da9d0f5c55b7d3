import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config.ts";

/** What the service takes from the product's settings. */
export type AuthConfig = Pick<Config, "signup" | "public_url" | "product_name">;
/** Where it logs. */
export type AuthLog = Pick<FastifyBaseLogger, "info" | "warn" | "error">;
