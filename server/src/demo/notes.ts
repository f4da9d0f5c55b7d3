import type { Random } from "@rounds/domain/random/random.ts";
import type { VisitStatus } from "@rounds/domain/visits/visit.ts";
import type { DemoProduct } from "./products.ts";

const afterSale = [
  "Repeat order. Happy with patient response to {product}.",
  "Trial order of {product} after the product presentation; follow up in three weeks.",
  "Asked for credit till month end. Cleared the previous bill by UPI.",
  "Stock moving well. Wants {product} leaflets in the local language.",
  "डॉक्टर ने {product} की अगली खेप जल्दी मँगाई है।",
  "Requested samples of {product} for new patients.",
  "Pharmacist at the counter placed the order; doctor confirmed by phone.",
  "Met after OPD hours. Discussed dosing of {product} in elderly patients.",
];
const withoutSale = [
  "Detailed the range, no order today. Still has stock from last month.",
  "Doctor was in surgery; left visual aids and cards with the receptionist.",
  "Introduced the new products. Wants to see the clinical data first.",
  "Prefers a competitor's brand for now; share the price comparison on the next visit.",
  "Brief meeting between patients. Call before the next visit, mornings only.",
  "मरीज़ों की भीड़ थी, अगले सप्ताह फिर मिलना है।",
];
const planned = [
  "Monthly call.",
  "Present the new introductions and collect the order.",
  "Follow-up on samples given last time.",
  "Reminder: carry the updated price list.",
];
const cancelled = [
  "Doctor on leave.",
  "Clinic closed for a local festival.",
  "Called off by the doctor; reschedule.",
];
const long =
  "Long discussion with the doctor and the hospital's purchase committee. They are revising the formulary for the " +
  "coming quarter and asked for bioequivalence data, stability reports and the WHO-GMP certificate of the plant. " +
  "Price is acceptable if supply within 48 hours is promised in writing. Dr. suggested meeting the chief pharmacist " +
  "on Thursday with a written offer, and invited us to the CME on the second Saturday of next month.";

const notVisited: Record<Exclude<VisitStatus, "completed">, string[]> = { scheduled: planned, cancelled };

/** What the representative wrote about a visit; often nothing. */
export function writeNote(status: VisitStatus, sold: readonly DemoProduct[], random: Random): string | null {
  if (random.chance(0.3)) return null;
  if (status !== "completed") return random.pick(notVisited[status]);
  if (random.chance(0.02)) return long;
  const product = sold[0];
  if (!product) return random.pick(withoutSale);
  return random.pick(afterSale).replace("{product}", product.row.name);
}
