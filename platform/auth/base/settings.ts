import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";

const onOff = z.enum(["on", "off"]);
const hours = z.coerce.number().positive().max(87_600);
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);

/** A provider whose ID tokens (OpenID Connect) sign people in. */
const oidcProvider = z.strictObject({
  /**
   * The name that clients use: `google`, `azure`. Names of our own ways to sign in are not allowed, because accounts
   * would get mixed up.
   */
  name: z
    .string()
    .regex(/^(?!(?:email|phone|web3|web3_ethereum|web3_solana|anonymous_users)$)[a-z0-9_-]{1,40}$/),
  issuer: z.url().regex(/^https:|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/),
  client_id: z.string().min(1),
  client_secret: z.string().min(1).optional(),
});
const oidcProviders = z.string().transform((text, context) => {
  try {
    const once = (providers: { name: string }[]) =>
      new Set(providers.map(({ name }) => name)).size === providers.length;
    return z.array(oidcProvider).refine(once).parse(JSON.parse(text));
  } catch {
    context.addIssue({
      code: "custom",
      message: 'must be JSON like [{"name":"google","issuer":"https://…","client_id":"…"}], each name once',
    });
    return z.NEVER;
  }
});

/** The service's own environment variables, described in docs/settings.md. */
export const authEnvironment = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  MAILS_PER_HOUR: z.coerce.number().int().positive().default(30),
  CONFIRM_EMAIL: onOff.optional(),
  EMAIL_CHANGE: z.enum(["both", "new"]).default("both"),
  SMS_HOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_HOOK_SECRET: z.string().min(16).optional(),
  SMS_PER_HOUR: z.coerce.number().int().positive().default(30),
  EMAIL_SIGN_INS: onOff.default("on"),
  ANONYMOUS_SIGN_INS: onOff.default("off"),
  OIDC_PROVIDERS: oidcProviders.optional(),
  WEB3_CHAINS: list.pipe(z.array(z.enum(["ethereum", "solana"]))).optional(),
  REDIRECT_ALLOW_LIST: list.optional(),
  SESSION_MAX_HOURS: hours.optional(),
  SESSION_IDLE_HOURS: hours.optional(),
  JWT_ALGORITHM: z.enum(["ES256", "RS256", "HS256"]).default("ES256"),
  JWT_SECRET: z.string().min(32).optional(),
  // Characters that headers and attributes can hold unescaped.
  API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, "must be at least 16 letters, digits and symbols, without spaces")
    .optional(),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(72).default(6),
  PASSWORD_CHARACTERS: z
    .enum(["any", "letters_digits", "lower_upper_digits", "lower_upper_digits_symbols"])
    .default("any"),
  PASSWORD_COMMON: z.enum(["allowed", "refused"]).default("allowed"),
  PASSWORD_CHANGE: z.enum(["free", "reauthentication", "current_password"]).default("free"),
};
type Environment = z.output<z.ZodObject<typeof authEnvironment>>;

/** How mail is sent: over SMTP; onto a page, on the developer's own machine; or not at all. */
export type MailSettings = { by: "smtp"; url: string } | { by: "page" } | { by: "nothing" };

export type AuthSettings = {
  mail: MailSettings;
  /** The sender of mail, `Rounds <no-reply@example.com>`. */
  mail_from: string;
  mails_per_hour: number;
  /** Whether a new address must be confirmed by mail before its account can be used. */
  confirm_email: boolean;
  /** Who must confirm a change of address: the old and the new address, or only the new one. */
  email_change: "both" | "new";
  /** Where text messages are posted; without it there is no sign-in by phone. */
  sms_hook: { url: string; secret: string | undefined } | undefined;
  sms_per_hour: number;
  /** Whether people sign up and in by email address, with a password or a mailed code. */
  email_sign_ins: boolean;
  anonymous_sign_ins: boolean;
  oidc_providers: z.output<typeof oidcProvider>[];
  web3_chains: ("ethereum" | "solana")[];
  /** Addresses, with globs, to which links may lead besides the product's own. */
  redirect_allow_list: string[];
  /** The longest life of a session, and the longest time without a refresh; in hours. */
  session_max_hours: number | undefined;
  session_idle_hours: number | undefined;
  jwt_algorithm: "ES256" | "RS256" | "HS256";
  jwt_secret: string | undefined;
  /** The key that clients must send in the header `apikey`, if any. */
  api_key: string | undefined;
  password_min_length: number;
  password_characters: Environment["PASSWORD_CHARACTERS"];
  password_common: "allowed" | "refused";
  /** What a change of password requires besides a session: nothing, a mailed code after a day, or the old password. */
  password_change: "free" | "reauthentication" | "current_password";
};

/**
 * The service's settings. `private_address` says that only this machine can reach the product: then, and only then,
 * mail may be shown on a page.
 */
export function readAuthSettings(
  values: Environment,
  { private_address, product_name, host }: { private_address: boolean; product_name: string; host: string },
): AuthSettings {
  const mail: MailSettings =
    values.SMTP_URL !== undefined
      ? { by: "smtp", url: values.SMTP_URL }
      : { by: private_address ? "page" : "nothing" };
  return {
    mail,
    mail_from: values.MAIL_FROM ?? `"${product_name.replace(/["\\]/g, "")}" <no-reply@${host}>`,
    mails_per_hour: values.MAILS_PER_HOUR,
    confirm_email: values.CONFIRM_EMAIL === undefined ? mail.by === "smtp" : values.CONFIRM_EMAIL === "on",
    email_change: values.EMAIL_CHANGE,
    sms_hook:
      values.SMS_HOOK_URL === undefined
        ? undefined
        : { url: values.SMS_HOOK_URL, secret: values.SMS_HOOK_SECRET },
    sms_per_hour: values.SMS_PER_HOUR,
    email_sign_ins: values.EMAIL_SIGN_INS === "on",
    anonymous_sign_ins: values.ANONYMOUS_SIGN_INS === "on",
    oidc_providers: values.OIDC_PROVIDERS ?? [],
    web3_chains: values.WEB3_CHAINS ?? [],
    redirect_allow_list: values.REDIRECT_ALLOW_LIST ?? [],
    session_max_hours: values.SESSION_MAX_HOURS,
    session_idle_hours: values.SESSION_IDLE_HOURS,
    jwt_algorithm: values.JWT_ALGORITHM,
    jwt_secret: values.JWT_SECRET,
    api_key: values.API_KEY,
    password_min_length: values.PASSWORD_MIN_LENGTH,
    password_characters: values.PASSWORD_CHARACTERS,
    password_common: values.PASSWORD_COMMON,
    password_change: values.PASSWORD_CHANGE,
  };
}

/** The cost of hashing a password: memory in KiB, passes, lanes, and the length of the tag in bytes. */
export type HashingCost = {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
  readonly outputLen: number;
};

/** The service's part of the product's settings; config.ts describes the first four. */
export type AuthConfig = {
  signup: string;
  public_url: string;
  product_name: string;
  limit_factor?: number;
  /** The cost of hashing a password, if not the recommended one. */
  hashing_cost?: HashingCost;
  /** How long a mail server or the text message hook may take to answer, in milliseconds; by default ten seconds. */
  answer_milliseconds?: number;
} & AuthSettings;
/** The log. */
export type AuthLog = Pick<FastifyBaseLogger, "info" | "warn" | "error">;
