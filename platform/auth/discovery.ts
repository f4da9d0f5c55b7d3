import type { Answer, AuthContext } from "./base/context.ts";

/** GET /health: answers without the database; the product's /readyz asks it. */
export async function health({ config }: AuthContext): Promise<Answer> {
  const description = `${config.product_name}: user registration and authentication`;
  return { body: { version: "1.0.0", name: config.product_name, description } };
}

/** GET /settings: what a sign-in screen can offer. */
export async function settings({ config }: AuthContext): Promise<Answer> {
  return {
    body: {
      external: {
        anonymous_users: config.anonymous_sign_ins,
        email: config.email_sign_ins,
        phone: config.sms_hook !== undefined,
        ...Object.fromEntries(config.oidc_providers.map(({ name }) => [name, true])),
        web3_ethereum: config.web3_chains.includes("ethereum"),
        web3_solana: config.web3_chains.includes("solana"),
      },
      disable_signup: config.signup === "closed",
      mailer_autoconfirm: !config.confirm_email,
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
    },
  };
}

/** GET /.well-known/jwks.json: the keys with which others can verify our access tokens. */
export async function publicKeys({ keys }: AuthContext): Promise<Answer> {
  return { body: { keys: await keys.published() }, headers: { "Cache-Control": "public, max-age=600" } };
}
