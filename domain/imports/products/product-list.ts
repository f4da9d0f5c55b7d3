import { productLabels } from "../../history/fields.ts";
import type { HeadingRule, ImportList } from "../import-list.ts";
import { isSummary } from "../list-end.ts";
import { categoryCell } from "./product-cells.ts";
import { productImportFields } from "./product-fields.ts";
import { saysAlready } from "./product-name.ts";

/** What headings of price lists and stock statements mean, as stockists and companies in India write them. */
const headings: readonly HeadingRule[] = [
  [null, "(s|sr|sl|si|serial|row)( ?(no|nos|num|number))?|no|nos|#"],

  ["price", "(unit |selling |sale |sales |list )?price( ?(rs|inr|each|unit|per unit))?"],
  ["price", "(unit |selling |sale )?rate( ?(rs|inr|each|unit|per unit))?"],
  // A list with the prices of several trades does not say which one representatives use.
  [
    "price",
    "(mrp|ptr|pts|ptd|nrv|(maximum|max) retail price|(retail|trade|stockist|retailer|net|purchase) (price|rate)|price to (the )?(retailer|stockist))( ?(rs|inr|incl|with|gst|per strip|per unit))*",
    "alone",
  ],

  ["stock", "(current|present|available|actual|physical) ?(stock|stk|qty|quantity)"],
  ["stock", "(stock|stk|qty|quantity) ?(in|on) ?hand|in stock"],
  // A statement with an opening and a closing stock does not say which one is there now.
  [
    "stock",
    "(op|open|opening|cl|clo|close|closing|bal|balance)( ?(stock|stk|qty|quantity|bal|balance|units))?|(stock|stk|qty|quantity|units|inventory)( ?(qty|quantity|units|bal|balance))?",
    "alone",
  ],

  ["name", "(name of (the )?)?(product|item|medicine|drug|brand)s? (full )?names?"],
  ["name", "name of (the )?(product|item|medicine|drug|brand)s?|productname|itemname"],
  ["name", "(product|item|medicine)s?|particulars"],
  ["name", "(drug|brand)s?|names?"],

  ["category", "(product |item |therapeutic )?(category|cat)"],
  ["category", "therapy( (area|class|segment))?|therapeutic (area|class|segment)"],
  ["strength", "(product |dosage )?strength|potency"],
  ["description", "(product |item )?(description|desc|details?)"],
];

/** Whether a name is that of a line with sums. "Total Care 10" is a product. */
const isTotal = (name: string) =>
  /^(?:grand |sub ?)?totals?(?: (?:stock|value|qty|quantity|products?|items?))?\s*:?$/i.test(name.trim());

/** Lists of products. */
export const productList: ImportList = {
  fields: productImportFields,
  main: "name",
  joined: [{ field: "name", parts: ["strength", "pack"], separator: " ", isRepeated: saysAlready }],
  columns: [
    ["name", productLabels.name],
    ["strength", "Strength (joined to the name)"],
    ["pack", "Pack (joined to the name)"],
    ["category", productLabels.category],
    ["price", productLabels.price],
    ["stock", "Opening stock"],
    ["description", productLabels.description],
  ],
  headings,
  shapes: [],
  problem: (columns) =>
    columns.has("name") ? undefined : "Please choose which column is the product's name.",
  notice: (columns) =>
    columns.has("price") ? undefined : "No column is the price, so new products will cost ₹0.00.",
  // Lists have their categories between the products, and sums without a name.
  isEnd({ name = "", ...others }) {
    const filled = Object.keys(others);
    const isAlone = filled.length === 0 && (isSummary(name) || categoryCell(name) !== undefined);
    return isAlone || isTotal(name) || (name === "" && filled.every((field) => field === "stock"));
  },
};
