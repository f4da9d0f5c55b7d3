import { setTimeout as wait } from "node:timers/promises";
import type { Product } from "../kit/product.ts";

type ShownMail = { subject: string; text: string; code: string; link: string };

/** The newest mail to an address whose subject matches, from the product's own mail page; waits for it. */
export async function mailTo(product: Product, address: string, subject: RegExp): Promise<ShownMail> {
  for (let tries = 0; tries < 200; tries++) {
    const { rows } = await product.database.pool.query<{ subject: string; text: string }>(
      `select shown.subject, shown.text
         from auth.shown_messages shown join auth.messages message using (id)
        where message.recipient = $1 order by shown.created_at desc`,
      [address],
    );
    const found = rows.find((mail) => subject.test(mail.subject));
    if (found) {
      const code = /^\d{6}$/m.exec(found.text)?.[0] ?? "";
      return { ...found, code, link: /^https?:\S+$/m.exec(found.text)?.[0] ?? "" };
    }
    await wait(50);
  }
  throw new Error(`No mail to ${address} with a subject like ${subject}`);
}
