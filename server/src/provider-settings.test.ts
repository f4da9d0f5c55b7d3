import { requireEndpoint } from "@rounds/auth/providers/oidc.ts";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const corp = { name: "corp", issuer: "https://id.corp.example", client_id: "rounds" };
const read = (...providers: unknown[]) =>
  readConfig({ OIDC_PROVIDERS: JSON.stringify(providers) }).oidc_providers;

describe("OIDC_PROVIDERS", () => {
  test("is a list of providers", () => {
    const other = { ...corp, name: "other", client_secret: "secret" };
    expect(read(corp, other)).toEqual([corp, other]);
    expect(readConfig({}).oidc_providers).toEqual([]);
  });

  test.each(["http://localhost:4000", "http://127.0.0.1:4000/oidc", "http://[::1]:4000"])(
    "%s is on this machine and needs no TLS",
    (issuer) => {
      expect(read({ ...corp, issuer })).toHaveLength(1);
    },
  );

  test.each([
    ["an issuer without TLS", [{ ...corp, issuer: "http://id.corp.example" }]],
    ["one that only begins like this machine", [{ ...corp, issuer: "http://localhost.corp.example" }]],
    ["an issuer that is no address", [{ ...corp, issuer: "corp" }]],
    ["no client", [{ name: "corp", issuer: corp.issuer }]],
    ["an unknown field", [{ ...corp, secret: "s" }]],
    ["a name in capitals", [{ ...corp, name: "Corp" }]],
    ["a name twice", [corp, corp]],
    // Their identities would be mistaken for those of people with a password, a number, a wallet.
    ...["email", "phone", "web3", "anonymous_users", "web3_solana"].map((name): [string, unknown[]] => [
      `the name ${name}`,
      [{ ...corp, name }],
    ]),
  ])("refuses %s", (_, providers) => {
    expect(() => read(...providers)).toThrow("OIDC_PROVIDERS");
  });

  test("a provider names no endpoint without TLS, unless it is on this machine", () => {
    const local = { ...corp, issuer: "http://localhost:4000" };
    expect(requireEndpoint(corp, "https://keys.corp.example/jwks").href).toBe(
      "https://keys.corp.example/jwks",
    );
    expect(requireEndpoint(local, "http://localhost:4000/jwks").href).toBe("http://localhost:4000/jwks");
    for (const address of ["http://id.corp.example/jwks", "javascript:alert(1)", "data:,x", "", undefined]) {
      expect(() => requireEndpoint(corp, address)).toThrow();
    }
    expect(() => requireEndpoint(local, "javascript:alert(1)")).toThrow();
  });
});
