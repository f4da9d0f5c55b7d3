import type { AuthConfig } from "../base/settings.ts";
import { allowedRedirect } from "../one-time/redirects.ts";

export type Chain = AuthConfig["web3_chains"][number];

/** The message that a wallet shows to its owner and signs. */
export type WalletMessage = {
  /** As written in the message. */
  address: string;
  domain: string;
  uri: string;
  /** The chain's network, if the message names it. */
  chainId: string | undefined;
  /** Milliseconds since 1970. */
  issuedAt: number;
  expirationTime: number | undefined;
  notBefore: number | undefined;
};

/** Why a message is refused; the client may see it. */
export class WalletMessageError extends Error {}

const header = {
  ethereum: /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\S+) wants you to sign in with your Ethereum account:$/i,
  solana: /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\S+) wants you to sign in with your Solana account:$/i,
};
const addressForm = { ethereum: /^0x[0-9a-fA-F]{40}$/, solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ };
const names = new Set([
  "URI",
  "Version",
  "Chain ID",
  "Nonce",
  "Issued At",
  "Expiration Time",
  "Not Before",
  "Request ID",
]);
const maxLength = 20 * 1024;

/**
 * Reads a sign-in message: EIP-4361 for Ethereum and its equivalent for Solana. The client library leaves the nonce
 * out and orders Solana's fields differently, so the fields may come in any order and only those that are checked are
 * required; each at most once, and nothing else.
 */
export function parseWalletMessage(chain: Chain, text: string): WalletMessage {
  if (text.length > maxLength) throw new WalletMessageError("Message is too long");
  const lines = text.split("\n");
  const [, scheme, domain] = header[chain].exec(lines[0] ?? "") ?? [];
  const address = lines[1] ?? "";
  if (domain === undefined || !addressForm[chain].test(address) || lines[2] !== "") throw unreadable();
  const fields = readFieldLines(lines.slice(fieldsStart(lines)));
  if (fields.get("Version") !== "1") throw new WalletMessageError("Message is of an unsupported version");
  const uri = fields.get("URI") ?? "";
  if (!URL.canParse(uri)) throw unreadable();
  const url = new URL(uri);
  if (url.host.toLowerCase() !== domain.toLowerCase() || (scheme && `${scheme}:` !== url.protocol)) {
    throw new WalletMessageError("Message's domain and URI differ");
  }
  return {
    address,
    domain,
    uri,
    chainId: fields.get("Chain ID"),
    issuedAt: moment(fields.get("Issued At")) ?? unset(),
    expirationTime: moment(fields.get("Expiration Time")),
    notBefore: moment(fields.get("Not Before")),
  };
}

/** After the address: an empty line, or two (EIP-4361), or a statement between two. */
function fieldsStart(lines: string[]): number {
  if (lines[3] === "") return 4;
  return lines[4] === "" ? 5 : 3;
}

function readFieldLines(lines: string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    // The last field is a list. One client leaves its colon out.
    if (line === "Resources:" || line === "Resources") {
      if (lines.slice(at + 1).some((resource) => !/^- \S+$/.test(resource))) throw unreadable();
      break;
    }
    const [, name = "", value = ""] = /^([A-Z][A-Za-z ]*): (.+)$/.exec(line) ?? [];
    if (!names.has(name) || fields.has(name)) throw unreadable();
    fields.set(name, value);
  }
  return fields;
}

/** RFC 3339, section 5.6. */
function moment(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
  const read = form.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(read)) throw unreadable();
  return read;
}

function unset(): never {
  throw unreadable();
}

function unreadable(): WalletMessageError {
  return new WalletMessageError("Message is not a sign-in message of this chain");
}

const maxAge = 10 * 60_000;
const clockDifference = 60_000;

/** Refuses a message for another site or another time; returns when it will be too old. */
export function requireOursAndFresh(config: AuthConfig, message: WalletMessage, now: number): number {
  if (allowedRedirect(config, message.uri) !== message.uri) {
    throw new WalletMessageError("Message is for another site");
  }
  if (message.issuedAt > now + clockDifference) {
    throw new WalletMessageError("Message was issued in the future");
  }
  if (message.issuedAt + maxAge <= now) throw new WalletMessageError("Message was issued too long ago");
  if (message.notBefore !== undefined && message.notBefore > now) {
    throw new WalletMessageError("Message is not valid yet");
  }
  if (message.expirationTime !== undefined && message.expirationTime <= now) {
    throw new WalletMessageError("Message has expired");
  }
  return message.issuedAt + maxAge;
}
