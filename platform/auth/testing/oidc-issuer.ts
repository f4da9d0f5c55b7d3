import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import Provider from "oidc-provider";
import type { OidcProvider } from "../providers/oidc.ts";

/** What the issuer says about one of its users. */
type Person = { email?: string; email_verified?: boolean; name?: string; picture?: string };

/** A certified OpenID Connect provider on a port of its own. */
export type TestIssuer = {
  /** As written in the product's settings. */
  settings: OidcProvider;
  people: Map<string, Person>;
  publicKey: CryptoKey;
  /** A token signed with the issuer's own key: by default a valid, new ID token. */
  sign(claims: JWTPayload, header?: { kid?: string; typ?: string }): Promise<string>;
  /** Signs a user in and agrees to everything, as in a browser; returns where the issuer finally redirects. */
  walk(address: string, sub: string): Promise<URL>;
  /** The tokens that the issuer gives a mobile app. */
  tokens(sub: string, nonce?: string): Promise<{ id_token: string; access_token: string }>;
  close(): Promise<void>;
};

const nativeRedirect = "http://rounds.test/native";
const secret = "the secret of the test's client, long enough";

/** Starts an issuer that knows the product as a client; `callback` is the redirect address. */
export async function startIssuer({
  name = "corp",
  callback = "http://rounds.test/auth/v1/callback",
} = {}): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const kid = "issuer-key";
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Person>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "rounds",
        client_secret: secret,
        redirect_uris: [callback, nativeRedirect],
        id_token_signed_response_alg: "ES256",
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid, alg: "ES256", use: "sig" }] },
    cookies: { keys: ["a key for the cookies of the test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
  });
  server.on("request", provider.callback());

  async function walk(address: string, sub: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let next = new URL(address);
    let form: URLSearchParams | undefined;
    for (let steps = 0; steps < 20; steps++) {
      if (next.origin !== issuer) return next;
      const response: Response = await fetch(next, {
        redirect: "manual",
        method: form ? "POST" : "GET",
        headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join("; ") },
        ...(form && { body: form }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === "") cookies.delete(key);
        else cookies.set(key, value);
      }
      form = undefined;
      const location = response.headers.get("location");
      const page = await response.text();
      if (location !== null) {
        next = new URL(location, next);
        continue;
      }
      const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
      const [, prompt] = /name="prompt" value="([^"]+)"/.exec(page) ?? [];
      if (!action || !prompt)
        throw new Error(`the issuer answered ${response.status}: ${page.slice(0, 2000)}`);
      next = new URL(action, next);
      form = new URLSearchParams({ prompt, ...(prompt === "login" && { login: sub, password: "any" }) });
    }
    throw new Error("the issuer does not come to an end");
  }

  return {
    settings: { name, issuer, client_id: "rounds", client_secret: secret },
    people,
    publicKey,
    walk,
    async sign(claims, header = {}) {
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: issuer, aud: "rounds", sub: "somebody", iat: now, exp: now + 600 };
      return await new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg: "ES256", kid, ...header })
        .sign(privateKey);
    },
    async tokens(sub, nonce) {
      const verifier = "v".repeat(43);
      const challenge = Buffer.from(
        await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)),
      ).toString("base64url");
      const query = new URLSearchParams({
        client_id: "rounds",
        response_type: "code",
        scope: "openid email profile",
        redirect_uri: nativeRedirect,
        code_challenge: challenge,
        code_challenge_method: "S256",
        ...(nonce !== undefined && { nonce }),
      });
      const landed = await walk(`${issuer}/auth?${query}`, sub);
      const response = await fetch(`${issuer}/token`, {
        method: "POST",
        headers: {
          authorization: `Basic ${Buffer.from(`rounds:${encodeURIComponent(secret)}`).toString("base64")}`,
        },
        body: new URLSearchParams({
          grant_type: "authorization_code",
          code: landed.searchParams.get("code") ?? "",
          redirect_uri: nativeRedirect,
          code_verifier: verifier,
        }),
      });
      if (!response.ok) throw new Error(`the issuer answered ${await response.text()}`);
      return (await response.json()) as { id_token: string; access_token: string };
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
