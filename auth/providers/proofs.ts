import { createHash } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";

/** Something signed that shows who somebody is; whoever sees it could show it again, so it works once. */
export type Proof = {
  /** What was signed, without the signature: some signatures can be turned into others of the same text. */
  signed: string;
  /** When it is refused for its age anyway, in milliseconds since 1970. */
  expiresAt: number;
};

/** Notes a proof as used, in the transaction that signs in by it; false if it was used before. */
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
