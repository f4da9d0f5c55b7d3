import { GoTrueAdminApi } from "@supabase/auth-js";
import type { Reply, TestService } from "./service.ts";

/** A program with the service key, in tests. */
export type Administration = {
  key: string;
  /** The client library. */
  api: GoTrueAdminApi;
  ask(path: string, asked?: { method?: string; body?: unknown; raw?: string }): Promise<Reply>;
  /** Creates an account that can be used at once. */
  create(email: string, more?: Record<string, unknown>): Promise<Record<string, unknown> & { id: string }>;
  /** The audit entries of an account, oldest first, with the actor. */
  auditOf(userId: string): Promise<[action: string, actor: string | null][]>;
};

/** Reads the key from the product's database. */
export async function administer(service: TestService): Promise<Administration> {
  const { db } = service.database;
  const { secret } = await db.selectFrom("auth.service_keys").select("secret").executeTakeFirstOrThrow();
  const ask: Administration["ask"] = (path, asked = {}) => service.ask(path, { bearer: secret, ...asked });
  return {
    key: secret,
    api: new GoTrueAdminApi({ url: service.url, headers: { Authorization: `Bearer ${secret}` } }),
    ask,
    async create(email, more = {}) {
      const { status, body, text } = await ask("/admin/users", {
        body: { email, email_confirm: true, ...more },
      });
      if (status !== 200) throw new Error(`creating answered ${status}: ${text}`);
      return body as Record<string, unknown> & { id: string };
    },
    async auditOf(userId) {
      const rows = await db
        .selectFrom("auth.audit_log")
        .select(["action", "actor_id"])
        .where("user_id", "=", userId)
        .orderBy("id")
        .execute();
      return rows.map(({ action, actor_id }) => [action, actor_id]);
    },
  };
}
