import { permissionDeed, permissions } from "@rounds/domain/account/permissions.ts";
import type { DoctorInput } from "@rounds/domain/doctors/doctor.ts";
import type { HistoryChange } from "@rounds/domain/history/history.ts";
import type { ProductInput } from "@rounds/domain/products/product.ts";
import { roleLabels, roleOf } from "@rounds/domain/team/roles.ts";
import type { SaleInput, VisitInput } from "@rounds/domain/visits/visit.ts";
import { counted } from "../ui/figure/counted.ts";
import { isEmpty, type Names, valueWords } from "./value-words.ts";

/** What somebody did, without who: "changed the hospital from … to …". Values stand out from the text. */
export type Sentence = readonly (string | { value: string })[];

type Values = Readonly<Record<string, unknown>>;

/** A sentence with its values. */
function say(texts: TemplateStringsArray, ...values: readonly string[]): Sentence {
  return texts.flatMap((text, index) => {
    const value = values[index];
    return [...(text ? [text] : []), ...(value === undefined ? [] : [{ value }])];
  });
}

/** The fields of records within a sentence. */
const fieldNames = {
  name: "name",
  specialization: "specialization",
  hospital: "hospital",
  doctor_class: "class",
  doctor_type: "type",
  contact_number: "contact number",
  email: "email address",
  address: "address",
  norm: "calls a month",
  representative_id: "representative",
  category: "category",
  price: "price",
  description: "description",
  doctor_id: "doctor",
  visit_date: "date",
  status: "status",
  notes: "notes",
  product_id: "product",
  quantity: "quantity",
  unit_price: "unit price",
} as const satisfies Readonly<Record<RecordField, string>>;
type RecordField =
  | keyof DoctorInput
  | keyof ProductInput
  | Exclude<keyof VisitInput, "items">
  | Exclude<keyof SaleInput, "id">;

/** An edit of one field of a record, or of a line of a visit with this product. */
export function fieldSentence(
  field: string,
  { before, after }: Pick<HistoryChange, "before" | "after">,
  names: Names,
  product?: string,
): Sentence {
  const [from, to] = [before?.[field], after?.[field]];
  const words = (value: unknown) => valueWords(field, value, names);
  const the = `the ${fieldNames[field as RecordField]}`;
  let what: Sentence = [the];
  if (field === "product_id") what = [`${the} of a line`];
  else if (product !== undefined) what = [`${the} of `, { value: product }];
  if (isEmpty(field, from)) return ["added ", ...what, " ", { value: words(to) }];
  if (isEmpty(field, to)) return ["removed ", ...what, " ", { value: words(from) }];
  return ["changed ", ...what, ...say` from ${words(from)} to ${words(to)}`];
}

/** A line that was added to a visit, or removed from it. */
export function lineSentence(op: "added" | "deleted", line: Values, product: string, names: Names): Sentence {
  const sold = `${valueWords("quantity", line.quantity, names)} × ${product}`;
  const price = valueWords("unit_price", line.unit_price, names);
  return op === "added" ? say`added ${sold} at ${price}` : say`removed ${sold} at ${price}`;
}

/** What was done to a setting, in sentences; none if it is as it was without having been chosen. */
export function settingSentences({ noun, op, before, after }: HistoryChange, names: Names): Sentence[] {
  const values: Values = after ?? before ?? {};
  const words = (field: string, of: Values | null = values) => valueWords(field, of?.[field], names);
  if (noun === "call_norms") return [normSentence(before, after)];
  if (noun === "permissions") {
    const [was, is] = [before, after].map((of) => of?.allowed !== false);
    return was === is ? [] : [permissionSentence(values, is === true)];
  }
  if (noun === "members") return memberSentences(before, after, names);
  if (noun === "company") {
    if (isEmpty("name", after?.name)) return [say`removed the company name ${words("name", before)}`];
    if (isEmpty("name", before?.name)) return [say`set the company name to ${words("name")}`];
    return [say`changed the company name from ${words("name", before)} to ${words("name")}`];
  }
  const day = words("day");
  if (noun === "leave_days") {
    const person = words("user_id");
    return [
      op === "added" ? say`added leave of ${person} on ${day}` : say`removed leave of ${person} on ${day}`,
    ];
  }
  if (op === "added") return [say`added the holiday ${words("name")} on ${day}`];
  if (op === "deleted") return [say`removed the holiday ${words("name")} on ${day}`];
  return [say`changed the name of the holiday on ${day} from ${words("name", before)} to ${words("name")}`];
}

function normSentence(before: Values | null, after: Values | null): Sentence {
  const { doctor_class, from_month } = after ?? before ?? {};
  const which = `class ${doctor_class}`;
  const month = valueWords("from_month", from_month, {});
  /** The calls, and after a gap between them a comma for what follows. */
  const calls = (of: Values) => {
    const per = valueWords("per_month", of.per_month, {});
    return of.min_gap_days ? `${per}, at least ${counted(Number(of.min_gap_days), "day")} apart,` : per;
  };
  if (!after)
    return say`removed the calls a month of ${which}, which were ${calls(before ?? {})} as of ${month}`;
  if (!before) return say`set the calls a month of ${which} to ${calls(after)} as of ${month}`;
  return say`changed the calls a month of ${which} from ${calls(before)} to ${calls(after)} as of ${month}`;
}

function permissionSentence({ role, permission }: Values, isAllowed: boolean): Sentence {
  const people = `${role}s`;
  const known = permissions.find((one) => one === permission);
  const deed = known ? permissionDeed(known) : String(permission);
  return isAllowed
    ? say`gave ${people} permission to ${deed}`
    : say`took away the permission of ${people} to ${deed}`;
}

/** A role, and whether the account is disabled, which are changed one by one or at once. */
function memberSentences(before: Values | null, after: Values | null, names: Names): Sentence[] {
  const role = (of: Values) => roleLabels[roleOf(of.role)];
  // Its name went with it.
  if (!after || !before) return [say`deleted an account with the role ${role(before ?? after ?? {})}`];
  const person = valueWords("user_id", after.user_id, names);
  const sentences: Sentence[] = [];
  if (before.role !== after.role)
    sentences.push(say`changed the role of ${person} from ${role(before)} to ${role(after)}`);
  if (before.disabled !== after.disabled) {
    const account: Sentence = String(after.user_id) in names ? say`the account of ${person}` : [person];
    sentences.push([after.disabled === true ? "disabled " : "enabled ", ...account]);
  }
  return sentences;
}
