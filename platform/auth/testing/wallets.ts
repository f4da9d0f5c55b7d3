import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { personalSign } from "@metamask/eth-sig-util";
import { base58 } from "@scure/base";
import { addr } from "micro-eth-signer";

/** A wallet as pages find it in the browser, without the confirming person. */
type EthereumWallet = {
  /** With the capitals that are its checksum. */
  address: string;
  sign(text: string): string;
  request(asked: { method: string; params?: unknown }): Promise<unknown>;
};

/** An Ethereum account that signs with the MetaMask wallet's own code. */
export function ethereumWallet(): EthereumWallet {
  const privateKey = randomBytes(32);
  const address = addr.fromPrivateKey(privateKey.toString("hex"));
  const signText = (text: string) => personalSign({ privateKey, data: text });
  return {
    address,
    sign: signText,
    async request({ method, params }) {
      switch (method) {
        case "eth_requestAccounts":
          return [address];
        case "eth_chainId":
          return "0x1";
        case "personal_sign": {
          const [hex = ""] = params as string[];
          return signText(Buffer.from(hex.slice(2), "hex").toString());
        }
        default:
          throw new Error(`the wallet does not know ${method}`);
      }
    },
  };
}

type SolanaWallet = {
  address: string;
  sign(text: string): Uint8Array;
  publicKey: { toBase58(): string };
  signMessage(text: Uint8Array): Promise<Uint8Array>;
};

/** A Solana account; Node's own Ed25519 signs. */
export function solanaWallet(): SolanaWallet {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const address = base58.encode(rawKey(publicKey));
  const signBytes = (bytes: Uint8Array) => new Uint8Array(sign(null, bytes, privateKey));
  return {
    address,
    sign: (text) => signBytes(new TextEncoder().encode(text)),
    publicKey: { toBase58: () => address },
    signMessage: async (bytes) => signBytes(bytes),
  };
}

function rawKey(key: KeyObject): Uint8Array {
  return Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url");
}
