import type {
  EthereumWallet as ClientEthereumWallet,
  SolanaWallet as ClientSolanaWallet,
} from "@supabase/auth-js";
import { decodeJwt } from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { defaultLimits } from "../base/limits.ts";
import { startService } from "../testing/service.ts";
import { ethereumWallet, solanaWallet } from "../testing/wallets.ts";

const service = await startService({
  settings: { web3_chains: ["ethereum", "solana"], redirect_allow_list: ["https://app.example/**"] },
});
afterAll(() => service.close());

const moment = (secondsFromNow = 0) => new Date(service.now() + secondsFromNow * 1000).toISOString();
type Fields = Record<string, string | undefined>;

/** A message as the client library writes it, with some fields replaced or (undefined) left out. */
function message(chain: "Ethereum" | "Solana", address: string, changed: Fields = {}): string {
  const { domain = "app.example", statement, version = "1", ...rest } = changed;
  const fields: Fields = {
    URI: "https://app.example/sign-in",
    Version: version,
    ...(chain === "Ethereum" && { "Chain ID": "1" }),
    "Issued At": moment(),
    ...rest,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}`,
  );
  const intro = statement === undefined ? (chain === "Ethereum" ? ["", ""] : [""]) : ["", statement, ""];
  return [`${domain} wants you to sign in with your ${chain} account:`, address, ...intro, ...lines].join(
    "\n",
  );
}

const show = (chain: string, text: string, signature: string) =>
  service.ask("/token?grant_type=web3", { body: { chain, message: text, signature } });
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

describe("POST /token?grant_type=web3, Ethereum", () => {
  test("the client library signs in with a wallet, and comes back as the same user", async () => {
    const wallet = ethereumWallet();
    const ids: (string | undefined)[] = [];
    for (const statement of [undefined, "I accept the terms of Rounds: URI: https://evil.example"]) {
      service.pass(1);
      const client = service.client();
      const { data, error } = await client.signInWithWeb3({
        chain: "ethereum",
        wallet: wallet as unknown as ClientEthereumWallet,
        ...(statement !== undefined && { statement }),
        options: {
          url: "https://app.example/sign-in",
          signInWithEthereum: { issuedAt: new Date(service.now()) },
        },
      } as Parameters<typeof client.signInWithWeb3>[0]);
      expect(error).toBeNull();
      expect(decodeJwt(data.session?.access_token ?? "").amr).toMatchObject([{ method: "web3" }]);
      expect((await client.getUser()).data.user?.id).toBe(data.user?.id);
      ids.push(data.user?.id);
      const address = wallet.address.toLowerCase();
      const sub = `web3:ethereum:${address}`;
      expect(data.user).toMatchObject({
        email: "",
        app_metadata: { provider: "web3", providers: ["web3"] },
        user_metadata: {
          sub,
          custom_claims: { address, chain: "ethereum", network: "1", domain: "app.example" },
        },
        identities: [{ provider: "web3", id: sub }],
      });
    }
    expect(ids[0]).toBe(ids[1]);
  });

  test("accepts all fields of EIP-4361 and the parity of hardware wallets", async () => {
    const { address, sign } = ethereumWallet();
    const text = `${message("Ethereum", address, {
      domain: "https://app.example",
      statement: "Hello",
      Nonce: "32891756",
      "Issued At": moment().replace("Z", "+00:00"),
      "Expiration Time": moment(300),
      "Not Before": moment(-1),
      "Request ID": "any request",
    })}\nResources:\n- https://app.example/terms\n- ipfs://bafybei`;
    const signature = sign(text);
    const counted = { "1b": "00", "1c": "01" }[signature.slice(-2)] ?? "";
    expect((await show("ethereum", text, signature.slice(0, -2) + counted)).status).toBe(200);
  });

  test("a message works once, also with its other valid signature, and for ten minutes", async () => {
    const { address, sign } = ethereumWallet();
    const text = message("Ethereum", address);
    const signature = sign(text);
    expect((await show("ethereum", text, signature)).status).toBe(200);
    expectRefusal(await show("ethereum", text, signature), "Message was used before");
    const order = BigInt("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    const turned = order - BigInt(`0x${signature.slice(66, 130)}`);
    const parity = signature.endsWith("1b") ? "1c" : "1b";
    const again = signature.slice(0, 66) + turned.toString(16).padStart(64, "0") + parity;
    expect((await show("ethereum", text, again)).status).toBe(400);
    const counted = { "1b": "00", "1c": "01" }[signature.slice(-2)] ?? "";
    expectRefusal(await show("ethereum", text, signature.slice(0, -2) + counted), "Message was used before");
    // Until it is too old anyway: there is no gap between the two refusals.
    service.pass(599);
    expectRefusal(await show("ethereum", text, signature), "Message was used before");
    service.pass(2);
    expectRefusal(await show("ethereum", text, signature), "Message was issued too long ago");
  });

  test("eight uses at the same time make one session", async () => {
    const { address, sign } = ethereumWallet();
    const text = message("Ethereum", address);
    const replies = await Promise.all(Array.from({ length: 8 }, () => show("ethereum", text, sign(text))));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
  });
});

describe("POST /token?grant_type=web3, Solana", () => {
  test("the client library signs in with a wallet, with and without a statement", async () => {
    const wallet = solanaWallet();
    for (const statement of [undefined, "Sign in to Rounds"]) {
      service.pass(1);
      const client = service.client();
      const { data, error } = await client.signInWithWeb3({
        chain: "solana",
        wallet: wallet as unknown as ClientSolanaWallet,
        ...(statement !== undefined && { statement }),
        options: {
          url: "https://app.example/",
          signInWithSolana: { issuedAt: moment(), resources: ["https://a.b/c"] },
        },
      } as Parameters<typeof client.signInWithWeb3>[0]);
      expect(error).toBeNull();
      expect(data.user?.identities).toMatchObject([
        { provider: "web3", id: `web3:solana:${wallet.address}` },
      ]);
    }
  });

  test("accepts both alphabets of base64 and the standard's order of fields", async () => {
    const { address, sign } = solanaWallet();
    for (const encode of [base64, (bytes: Uint8Array) => Buffer.from(bytes).toString("base64")]) {
      service.pass(1);
      const text = message("Solana", address, { "Chain ID": "mainnet", Nonce: "12345678" });
      expect((await show("solana", text, encode(sign(text)))).status).toBe(200);
    }
  });

  test("a message works once", async () => {
    const { address, sign } = solanaWallet();
    const text = message("Solana", address);
    expect((await show("solana", text, base64(sign(text)))).status).toBe(200);
    expectRefusal(await show("solana", text, base64(sign(text))), "Message was used before");
  });
});

describe("a refused message", () => {
  const chains = [
    ["ethereum", "Ethereum"],
    ["solana", "Solana"],
  ] as const;
  const makeWallet = (chain: "ethereum" | "solana") => {
    if (chain === "ethereum") return ethereumWallet();
    const { address, sign } = solanaWallet();
    return { address, sign: (text: string) => base64(sign(text)) };
  };
  const another = "Message is for another site";
  const unreadable = "Message is not a sign-in message of this chain";
  const signature = "Signature does not match address in message";

  test.each(chains)("%s: for another site or another time", async (chain, name) => {
    const { address, sign } = makeWallet(chain);
    const cases: [string, Fields, string][] = [
      ["another site", { domain: "evil.example", URI: "https://evil.example/" }, another],
      ["another scheme", { URI: "http://app.example/sign-in" }, another],
      ["a path that is not allowed", { domain: "app.example:444", URI: "https://app.example:444/" }, another],
      ["a URI of another site", { URI: "https://evil.example/" }, "Message's domain and URI differ"],
      ["a domain of another site", { domain: "evil.example" }, "Message's domain and URI differ"],
      ["another scheme before it", { domain: "http://app.example" }, "Message's domain and URI differ"],
      ["a script", { domain: "app.example", URI: "javascript://app.example/%0aalert(1)" }, another],
      ["too old", { "Issued At": moment(-601) }, "Message was issued too long ago"],
      ["from the future", { "Issued At": moment(90) }, "Message was issued in the future"],
      ["expired", { "Expiration Time": moment(-1) }, "Message has expired"],
      ["too early", { "Not Before": moment(30) }, "Message is not valid yet"],
      ["version 2", { version: "2" }, "Message is of an unsupported version"],
      ["no URI", { URI: undefined }, unreadable],
      ["a URI that is none", { URI: "app" }, unreadable],
      ["no time", { "Issued At": undefined }, unreadable],
      ["a time that is none", { "Issued At": "yesterday" }, unreadable],
      ["a day that is none", { "Issued At": "2026-13-40T00:00:00Z" }, unreadable],
      ["an end that is none", { "Expiration Time": "2099" }, unreadable],
      ["an unknown field", { Amount: "1 ETH" }, unreadable],
      ["a field twice", { "Request ID": `a\nIssued At: ${moment()}` }, unreadable],
      ["a line that is no field", { "Request ID": "a\nanything" }, unreadable],
      [
        "a second set of fields in place of the statement",
        { statement: `URI: https://evil.example/\nVersion: 1\nIssued At: ${moment()}` },
        unreadable,
      ],
      ["an empty line among the fields", { "Request ID": "a\n\nNonce: 12345678" }, unreadable],
    ];
    for (const [why, changed, description] of cases) {
      const text = message(name, address, changed);
      expectRefusal(await show(chain, text, sign(text)), description, why);
    }
    const tooLong = message(name, address, { statement: "x".repeat(21_000) });
    expectRefusal(await show(chain, tooLong, sign(tooLong)), "Message is too long");
    const [other] = chains.filter(([key]) => key !== chain);
    const foreign = message(other?.[1] ?? "Solana", address);
    expectRefusal(await show(chain, foreign, sign(foreign)), unreadable);
    for (const text of ["", "hello", address, `${message(name, address)}\n`]) {
      expectRefusal(await show(chain, text, sign(text || "x")), unreadable, text);
    }
  });

  test.each(chains)("%s: not signed by the address in it", async (chain, name) => {
    const [mine, theirs] = [makeWallet(chain), makeWallet(chain)];
    const text = message(name, theirs.address);
    const good = theirs.sign(text);
    const attempts: [string, string, string][] = [
      ["by another wallet", text, mine.sign(text)],
      ["for another message", text, theirs.sign(`${text} `)],
      ["for the same at another time", message(name, theirs.address, { "Issued At": moment(-5) }), good],
      ["for another address", message(name, mine.address), good],
      ["cut", text, good.slice(0, -2)],
      ["long", text, `${good}00`],
      ["empty", text, ""],
      ["zeros", text, chain === "ethereum" ? `0x${"00".repeat(65)}` : base64(new Uint8Array(64))],
      ["no number", text, "zz".repeat(65)],
      ["with an unknown parity", text, `${good.slice(0, -2)}1d`],
    ];
    for (const [why, shown, by] of attempts) {
      expectRefusal(await show(chain, shown, by), signature, why);
    }
    expect((await show(chain, text, good)).status).toBe(200);
  });

  test("Solana: an invalid key, and one for which everything counts as signed", async () => {
    const zeros = base64(new Uint8Array(64));
    // With the neutral point as key and as half of a signature, a careless check accepts every text.
    const neutral = new Uint8Array(64);
    neutral[0] = 1;
    for (const address of ["1".repeat(32), "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM", "z".repeat(44)]) {
      const text = message("Solana", address);
      expectRefusal(await show("solana", text, zeros), signature, address);
      expectRefusal(await show("solana", text, base64(neutral)), signature, address);
    }
  });
});

test("allows thirty attempts in five minutes from one address", async () => {
  const limited = await startService({
    settings: { web3_chains: ["ethereum"] },
    limits: { web3: defaultLimits.web3 },
  });
  try {
    const body = { chain: "ethereum", message: "x", signature: "0x" };
    const statuses: number[] = [];
    for (let turn = 0; turn < 31; turn++) {
      statuses.push((await limited.ask("/token?grant_type=web3", { body })).status);
    }
    expect(statuses).toEqual([...Array(30).fill(400), 429]);
  } finally {
    await limited.close();
  }
});

test.each(["chain", "message", "signature"])("a wrong type for %s is not a server error", async (field) => {
  const good = { chain: "solana", message: "x", signature: "x" };
  for (const value of [["solana"], { a: 1 }, 7, true, "a\u0000b", "\ud800"]) {
    const { status } = await service.ask("/token?grant_type=web3", { body: { ...good, [field]: value } });
    expect([field, value, status]).toEqual([field, value, 400]);
  }
});

test("a disabled chain has its own error", async () => {
  const off = { code: "web3_provider_disabled", message: "Web3 provider is disabled" };
  const solana = await startService({ settings: { web3_chains: ["solana"] } });
  try {
    for (const chain of ["ethereum", "bitcoin", ""]) {
      const { status, body } = await solana.ask("/token?grant_type=web3", { body: { chain, message: "x" } });
      expect([chain, status, body]).toEqual([chain, 422, off]);
    }
    // The client library sends whatever the wallet returned, which need not be a text.
    for (const strange of [
      { chain: "ethereum", message: "x", signature: { 0: 7 } },
      { chain: "ethereum", message: ["x"] },
      {},
    ]) {
      const { status, body } = await solana.ask("/token?grant_type=web3", { body: strange });
      expect([strange, status, body]).toEqual([strange, 422, off]);
    }
  } finally {
    await solana.close();
  }
  const without = await startService({ settings: { web3_chains: [] } });
  try {
    for (const strange of [
      { chain: 5, message: {} },
      { chain: "ethereum", signature: { 0: 7 } },
    ]) {
      const { status, body } = await without.ask("/token?grant_type=web3", { body: strange });
      expect([strange, status, body]).toEqual([strange, 422, off]);
    }
  } finally {
    await without.close();
  }
});

test.each(["closed", "domain:app.example"])("a new wallet is refused with SIGNUP=%s", async (signup) => {
  const held = await startService({
    signup,
    settings: { web3_chains: ["ethereum"], redirect_allow_list: ["https://app.example/**"] },
  });
  try {
    const { address, sign } = ethereumWallet();
    const text = message("Ethereum", address, { "Issued At": new Date(held.now()).toISOString() });
    const body = { chain: "ethereum", message: text, signature: sign(text) };
    const refused = await held.ask("/token?grant_type=web3", { body });
    expect([refused.status, refused.body.code]).toEqual([422, "signup_disabled"]);
  } finally {
    await held.close();
  }
});

function expectRefusal(reply: { status: number; body: unknown }, error_description: string, why = "") {
  expect([why, reply.status, reply.body]).toEqual([why, 400, { error: "invalid_grant", error_description }]);
}
