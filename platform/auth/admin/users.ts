import { countAll } from "@rounds/database/select.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { z } from "zod";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, ServiceCall } from "../base/context.ts";
import { validationFailed } from "../base/errors.ts";
import { audience, viewUser, viewUsers } from "../users/user-view.ts";
import { noSuchUser, requireUserId } from "./account.ts";
import { deleteAccount, eraseAccount } from "./delete-account.ts";

/** More at once would delay everybody else. */
const mostPerPage = 1000;

/** GET /admin/users: all accounts, including erased ones whose row is left, newest first. */
export async function listUsers(context: AuthContext, { query }: ServiceCall): Promise<Answer> {
  const page = pageNumber(query.page, 1);
  const perPage = Math.min(pageNumber(query.per_page, 50), mostPerPage);
  const all = context.db.selectFrom("auth.users");
  const [total, rows] = await Promise.all([
    countAll(all),
    all
      .selectAll()
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
  ]);
  return {
    body: { users: await viewUsers(context.db, rows), aud: audience },
    headers: { "X-Total-Count": String(total), Link: pageLinks(page, perPage, total) },
  };
}

/** A number in the query; an empty one counts as absent. Throws `validation_failed`. */
function pageNumber(given: unknown, otherwise: number): number {
  if (given === undefined || given === "") return otherwise;
  const text = String(given);
  const problem = (what: string) =>
    validationFailed(
      `Bad Pagination Parameters: strconv.ParseUint: parsing ${JSON.stringify(text)}: ${what}`,
    );
  if (!/^\d+$/.test(text)) throw problem("invalid syntax");
  // PostgreSQL's offsets have 63 bits; nobody has that many accounts.
  if (Number(text) < 1 || Number(text) > 1_000_000_000) throw problem("value out of range");
  return Number(text);
}

/** The next and the last page (RFC 8288); the client reads the first number after a "=". */
function pageLinks(page: number, perPage: number, total: number): string {
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  const last = Math.ceil(total / perPage);
  return [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")].join(", ");
}

/** GET /admin/users/{id}. */
export async function readUser(context: AuthContext, call: ServiceCall): Promise<Answer> {
  const user = await context.db
    .selectFrom("auth.users")
    .selectAll()
    .where("id", "=", requireUserId(call))
    .executeTakeFirst();
  if (!user) throw noSuchUser();
  return { body: await viewUser(context.db, user) };
}

const deletion = z.object({ should_soft_delete: z.boolean().default(false) });

/** DELETE /admin/users/{id}: the whole account, or everything but its bare row. */
export async function deleteUser(context: AuthContext, call: ServiceCall): Promise<Answer> {
  const id = requireUserId(call);
  const { should_soft_delete } = readFields(deletion, call.body);
  await transaction(context.db, async (tx) => {
    const user = await tx
      .selectFrom("auth.users")
      .selectAll()
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw noSuchUser();
    if (!should_soft_delete) await deleteAccount(tx, context, user, call);
    else if (user.deleted_at === null) await eraseAccount(tx, context, user, call);
  });
  return { body: {} };
}
