import { createHash } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";

/** Signed evidence of an identity; anybody who sees it could use it again, so it works once. */
export type Proof = {
  /** The signed content, without the signature: some signatures have other valid forms. */
  signed: string;
  /** When it would be refused for its age anyway, in milliseconds since 1970. */
  expiresAt: number;
};

/** Records a proof as used, in the transaction that signs in with it; false if it was used before. */
export async function spendProof(tx: Database, proof: Proof): Promise<boolean> {
  const spent = await tx
    .insertInto("auth.spent_proofs")
    .values({
      proof_hash: createHash("sha256").update(proof.signed).digest(),
      expires_at: isoMoment(proof.expiresAt),
    })
    .onConflict((conflict) => conflict.column("proof_hash").doNothing())
    .returning("proof_hash")
    .executeTakeFirst();
  return spent !== undefined;
}
