import type { Chain } from "./wallet-message.ts";

/**
 * Whether the owner of an address signed a text. Its libraries are loaded for the first wallet, so that a product
 * without wallets does not load them.
 */
export async function isSignedBy(
  chain: Chain,
  { text, address, signature }: { text: string; address: string; signature: string },
): Promise<boolean> {
  switch (chain) {
    case "ethereum":
      return await isSignedByEthereum(text, address, signature);
    case "solana":
      return await isSignedBySolana(text, address, signature);
  }
}

/**
 * EIP-191, `personal_sign`: the address follows from the signature. Accounts that are smart contracts can't be checked
 * here.
 */
async function isSignedByEthereum(text: string, address: string, signature: string): Promise<boolean> {
  const [, points, parity = ""] = /^0x([0-9a-f]{128})([0-9a-f]{2})$/i.exec(signature) ?? [];
  if (points === undefined) return false;
  // Some hardware wallets count the parity from 0.
  const usual: Record<string, string> = { "00": "1b", "01": "1c" };
  const { eip191Signer } = await import("micro-eth-signer");
  try {
    const recovered = eip191Signer.recoverAddress(
      `0x${points}${usual[parity] ?? parity.toLowerCase()}`,
      text,
    );
    return recovered.toLowerCase() === address.toLowerCase();
  } catch {
    // Not a point of the curve, or the one of a text's two signatures that wallets never produce.
    return false;
  }
}

/** Ed25519 (RFC 8032); the address is the public key. */
async function isSignedBySolana(text: string, address: string, signature: string): Promise<boolean> {
  const [{ ed25519 }, { base58 }] = await Promise.all([
    import("@noble/curves/ed25519.js"),
    import("@scure/base"),
  ]);
  const bytes = base64Bytes(signature);
  try {
    const key = base58.decode(address);
    if (bytes?.length !== 64 || key.length !== 32) return false;
    return ed25519.verify(bytes, new TextEncoder().encode(text), key, { zip215: false });
  } catch {
    return false;
  }
}

/** Clients send either alphabet of base64, with or without padding. */
function base64Bytes(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/_-]{86}(?:==)?$/.test(text) ? Buffer.from(text, "base64") : undefined;
}
