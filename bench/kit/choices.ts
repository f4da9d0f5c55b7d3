import { type ConnectionSettings, connect } from "@rounds/database/connect.ts";

/** What those who record choose from. */
export type Choices = { doctors: { id: string }[]; products: { id: string; price: string }[] };

/** Reads up to 500 doctors, and the 50 products with the most stock, none of which runs out while a bench records. */
export async function readChoices(settings: ConnectionSettings): Promise<Choices> {
  const { db, close } = connect(settings, () => {});
  const doctors = await db.selectFrom("doctors").select("id").limit(500).execute();
  const products = await db
    .selectFrom("products")
    .select(["id", "price"])
    .where("current_stock", ">", 1000)
    .orderBy("current_stock", "desc")
    .limit(50)
    .execute();
  await close();
  return { doctors, products };
}
