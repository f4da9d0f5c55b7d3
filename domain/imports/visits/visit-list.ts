import type { HeadingRule, ImportList } from "../import-list.ts";
import { isSummary } from "../list-end.ts";
import { visitImportFields } from "./visit-fields.ts";

/** What headings of daily call reports and sales registers mean, as pharmaceutical companies in India write them. */
const headings: readonly HeadingRule[] = [
  [null, "(s|sr|sl|si|serial|row)( ?(no|nos|num|number))?|no|nos|#"],
  [
    null,
    ".*(birth|dob|doa|anniversary|expiry|exp|mfg|batch|gst|tax|hsn|discount|scheme|free|opening|closing|stock|sample).*",
  ],
  [null, "(mcl|reg|regn|registration|mci|(dr|doctor|product|item|party|customer) ?(code|id)).*"],

  [
    "reference",
    "(bill|invoice|inv|order|memo|voucher|ref|reference|dcr|report)( ?(no|nos|num|number|id|ref))",
  ],
  ["reference", "bill|invoice|voucher|ref|reference"],

  [
    "visit_date",
    "(date of )?(visit|dcr|call|bill|invoice|inv|order|report|reporting|sale|sales)( ?(date|dt|day))",
  ],
  ["visit_date", "date of (the )?(visit|dcr|call|bill|invoice|order|sale)|visited on"],
  ["visit_date", "date|dt|day|dated|on"],

  [
    "contact_number",
    "(dr|doctor|party|customer)?s? ?(mob|mobile|cell|ph|phone|tel|contact)( ?(phone|no|nos|num|number|1))*",
  ],
  [
    "hospital",
    "(dr|doctor)?s? ?(hospital clinic|hosp|hospital|clinic|nursing home|institute|institution)s?( ?name)?",
  ],
  [
    "city",
    "(dr|doctor|party|customer)?s? ?(city|town|village|place|station|hq|head ?quarters?|area|location)( ?name)?",
  ],

  [
    "representative",
    "(name of (the )?)?(mr|psr|be|bde|fso|tbm|tso|so|me|kam|user|owner|employee|emp|fieldman)( ?name)?",
  ],
  [
    "representative",
    "(assigned |medical )?rep(resentative)?s?( ?name)?|sales ?(man|person)|(visited|recorded|reported|entered|sold) by",
  ],

  [
    "quantity",
    "(pob |sale |sales |sold |order |ordered |billed )?(qty|quantity|quantities|units|nos sold|pcs|strips|packs)( sold)?",
  ],
  ["unit_price", "(unit |sale |selling |net )?(rate|price|ptr|pts|mrp)( ?(per unit|each|rs|inr))*"],
  [
    "amount",
    "(pob |sale |sales |net |total |line |bill |order |gross )*(amount|amt|value|val|total|pob)( ?(rs|inr))*",
  ],

  [
    "product",
    "(name of (the )?)?(product|item|brand|medicine|drug|sku)s?( ?(name|names|sold|description|detailed|promoted))*",
  ],
  ["product", "particulars|description"],
  ["status", "(visit |call )?status|met|met (or )?not( met)?|visit type"],
  ["notes", "(visit |call |dr |doctor )?(remarks?|notes?|comments?|feedback|discussion|narration|outcome)"],

  ["doctor", "(name of (the )?)?(dr|doctor)s?( ?(full )?names?)?|doctorsname|(dr|doctor)s? ?(visited|met)"],
  ["doctor", "(hcp|physician|customer|client|party|consultant|buyer|account)s?( ?names?)?|names?"],
];

/** Lists of past visits with their sales. */
export const visitList: ImportList = {
  fields: visitImportFields,
  main: "doctor",
  joined: [],
  columns: [
    ["visit_date", "Visit date"],
    ["doctor", "Doctor"],
    ["contact_number", "Doctor's phone"],
    ["hospital", "Doctor's hospital"],
    ["city", "Doctor's city"],
    ["product", "Product"],
    ["quantity", "Quantity"],
    ["unit_price", "Unit price"],
    ["amount", "Amount"],
    ["status", "Status"],
    ["notes", "Notes"],
    ["representative", "Representative"],
    ["reference", "Reference number"],
  ],
  headings,
  shapes: [
    ["visit_date", /^\d{1,2}[-/. ](?:\d{1,2}|\p{L}{3,9})[-/. ]\d{2,4}$|^\d{4}-\d{2}-\d{2}$/u],
    ["doctor", /^(?:dr|prof)[.\s]/i],
  ],
  problem(columns) {
    if (!columns.has("visit_date")) return "Please choose which column is the date of the visit.";
    if (!columns.has("doctor") && !columns.has("contact_number"))
      return "Please choose which column is the doctor.";
    if (columns.has("product") && !columns.has("quantity"))
      return "Please choose which column is the quantity.";
    if (columns.has("quantity") && !columns.has("product"))
      return "Please choose which column is the product.";
    if (columns.has("product") && !columns.has("unit_price") && !columns.has("amount"))
      return "Please choose which column is the unit price or the amount.";
  },
  isEnd: ({ doctor = "", visit_date = "" }) => isSummary(doctor) || isSummary(visit_date),
};
