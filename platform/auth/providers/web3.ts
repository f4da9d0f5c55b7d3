import { z } from "zod";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, Call } from "../base/context.ts";
import { AuthError, OAuthError } from "../base/errors.ts";
import { viewSession } from "../sessions/sessions.ts";
import { arrive, type OutsideIdentity, startArrivedSession } from "./accounts.ts";
import {
  type Chain,
  parseWalletMessage,
  requireOursAndFresh,
  type WalletMessage,
  WalletMessageError,
} from "./wallet-message.ts";
import { isSignedBy } from "./wallet-signature.ts";

/** Read first: the rest of a request matters only if its chain is enabled. */
const chainField = z.object({ chain: z.string().default("") });
const fields = z.object({
  message: z.string().default(""),
  signature: z.string().default(""),
});

/** POST /token?grant_type=web3: signs a person in with a message that a wallet signed for this product just now. */
export async function signInWithWeb3(context: AuthContext, call: Call): Promise<Answer> {
  const { web3_chains } = context.config;
  // If no chain is enabled, not even its type matters.
  const named = web3_chains.length === 0 ? undefined : readFields(chainField, call.body).chain;
  const chain = web3_chains.find((on) => on === named);
  if (!chain) throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
  const given = readFields(fields, call.body);
  const { message, expiresAt } = readMessage(context, chain, given.message);
  const { address } = message;
  if (!(await isSignedBy(chain, { text: given.message, address, signature: given.signature }))) {
    throw refused("Signature does not match address in message");
  }
  const arrival = {
    identity: identityOf(chain, message),
    proof: { signed: `web3:${given.message}`, expiresAt },
    spent: () => refused("Message was used before"),
    client: call.client,
  };
  const open = await arrive(context, arrival, (tx, arrived) =>
    startArrivedSession(tx, context, arrived, arrival),
  );
  return { body: await viewSession(context, open) };
}

function readMessage(
  { config, clock }: AuthContext,
  chain: Chain,
  text: string,
): { message: WalletMessage; expiresAt: number } {
  try {
    const message = parseWalletMessage(chain, text);
    return { message, expiresAt: requireOursAndFresh(config, message, clock()) };
  } catch (error) {
    if (error instanceof WalletMessageError) throw refused(error.message);
    throw error;
  }
}

function refused(description: string): OAuthError {
  return new OAuthError("invalid_grant", description);
}

/** Ethereum's capitals are a checksum, Solana's are part of the address. */
function identityOf(chain: Chain, { address, domain, chainId }: WalletMessage): OutsideIdentity {
  const own = chain === "ethereum" ? address.toLowerCase() : address;
  const sub = `web3:${chain}:${own}`;
  return {
    provider: "web3",
    providerId: sub,
    verifiedEmail: undefined,
    amrMethod: "web3",
    data: {
      sub,
      custom_claims: { address: own, chain, domain, ...(chainId !== undefined && { network: chainId }) },
    },
  };
}
