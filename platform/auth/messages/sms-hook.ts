import { createHmac } from "node:crypto";
import { answerMilliseconds, DeliveryError } from "./delivery-error.ts";

/** The hook's request body, as JSON: it sends `message`, or its own words around `code`. */
type TextMessage = {
  /** The queue's id; the same for each attempt. */
  id: string;
  /** With "+" and the country code. */
  phone: string;
  /** How to send it: sms, whatsapp. */
  channel: string;
  message: string;
  code: string;
};

/**
 * Posts a text message to the hook, signed by Standard Webhooks 1.0.0 if there is a secret; any 2xx answer means that the
 * hook accepted it. Throws a `DeliveryError`. `attemptId` is new for each attempt, because the code is; `now` is in
 * milliseconds since 1970, `timeout` in milliseconds.
 */
export async function callSmsHook(
  { url, secret }: { url: string; secret: string | undefined },
  attemptId: string,
  text: TextMessage,
  now: number,
  timeout = answerMilliseconds,
): Promise<void> {
  const body = JSON.stringify(text);
  const timestamp = Math.floor(now / 1000).toString();
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "webhook-id": attemptId,
    "webhook-timestamp": timestamp,
    ...(secret !== undefined && { "webhook-signature": sign(secret, `${attemptId}.${timestamp}.${body}`) }),
  };
  let status: number;
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers,
      body,
      // A redirect would send number and code to an address that nobody configured.
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
    });
    status = answer.status;
    await answer.body?.cancel();
  } catch (error) {
    throw new DeliveryError(`text message hook: ${reasonOf(error, timeout)}`);
  }
  if (status < 200 || status > 299) throw new DeliveryError(`text message hook: answered ${status}`);
}

/** `whsec_` means that the secret is base64; otherwise its characters are the secret. */
function sign(secret: string, signed: string): string {
  const encoded = /^(?:v1,)?whsec_(.+)$/.exec(secret)?.[1];
  const key = encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, "base64");
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

function reasonOf(error: unknown, timeout: number): string {
  // fetch throws errors only, but the compiler can't know that.
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  if (name === "TimeoutError") return `no answer in ${timeout / 1000} seconds`;
  const code = cause?.code;
  return typeof code === "string" && /^[A-Z_]+$/.test(code) ? code : "could not be reached";
}
