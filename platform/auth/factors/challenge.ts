import { randomUUID } from "node:crypto";
import type { FactorRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { z } from "zod";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, SignedInCall } from "../base/context.ts";
import { AuthError } from "../base/errors.ts";
import { lifetimes } from "../base/limits.ts";
import { countText } from "../messages/message-limits.ts";
import { queueMessage } from "../messages/queue.ts";
import { phoneIsOn } from "../users/phone.ts";
import { auditFactor, factorNotFound, findFactor, refuseAnonymous } from "./factors.ts";

/** Used and expired challenges are kept this long, to give the right error if they come back. */
const keepMilliseconds = 86_400_000;

/** How a text message may be sent; the hook gets this and decides. */
const fields = z.object({ channel: z.enum(["", "sms", "whatsapp"]).default("") });

/** POST /factors/{id}/challenge: asks for a factor's code; a phone is sent one (docs/auth.md#second-factors). */
export async function challengeFactor(context: AuthContext, call: SignedInCall): Promise<Answer> {
  refuseAnonymous(call);
  const factor = await findFactor(context.db, call);
  const { channel } = readFields(fields, call.body);
  if (factor.phone !== null) {
    if (!phoneIsOn(context)) {
      throw new AuthError(422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone");
    }
    await countText(context, "mfa_code", factor.phone, call);
  }
  const id = randomUUID();
  const expiresAt = context.clock() + lifetimes.challenge * 1000;
  await transaction(context.db, async (tx) => {
    await addChallenge(tx, context, call, factor, { id, expiresAt });
    await auditFactor(tx, context, call, "challenge_created", factor);
    if (factor.phone === null) return;
    const details = { challenge_id: id, ...(channel !== "" && { sms_channel: channel }) };
    const to = { channel: "sms", recipient: factor.phone, userId: call.user.id } as const;
    await queueMessage(tx, context, { ...to, kind: "mfa_code", details });
  });
  if (factor.phone !== null) context.messageQueued();
  return { body: { id, type: factor.factor_type, expires_at: Math.floor(expiresAt / 1000) } };
}

async function addChallenge(
  tx: Database,
  context: AuthContext,
  { client }: SignedInCall,
  factor: FactorRow,
  { id, expiresAt }: { id: string; expiresAt: number },
): Promise<void> {
  const now = context.clock();
  const noted = await tx
    .updateTable("auth.factors")
    .set({ last_challenged_at: isoMoment(now) })
    .where("id", "=", factor.id)
    .returning("id")
    .executeTakeFirst();
  // Removed since it was found.
  if (!noted) throw factorNotFound();
  await tx
    .deleteFrom("auth.challenges")
    .where("factor_id", "=", factor.id)
    .where("created_at", "<", isoMoment(now - keepMilliseconds))
    .execute();
  await tx
    .insertInto("auth.challenges")
    .values({
      id,
      factor_id: factor.id,
      ip: client.ip,
      created_at: isoMoment(now),
      expires_at: isoMoment(expiresAt),
    })
    .execute();
}
