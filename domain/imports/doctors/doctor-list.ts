import { maxNorm } from "../../doctors/choices.ts";
import { doctorLabels } from "../../history/fields.ts";
import { wholeCell } from "../clean-text.ts";
import type { HeadingRule, ImportList } from "../import-list.ts";
import { isSummary } from "../list-end.ts";
import { classCell, typeCell } from "./doctor-cells.ts";
import { doctorImportFields } from "./doctor-fields.ts";

/** What headings of doctor lists mean, as pharmaceutical companies in India write them. */
const headings: readonly HeadingRule[] = [
  // Numbers of lists and registers, and what a doctor here doesn't have.
  [null, "(s|sr|sl|si|serial|row)( ?(no|nos|num|number))?|no|nos|#"],
  [null, "(mcl|dcr|uin|reg|regn|registration|mci|licen[cs]e|code|id|dr code|doctor (code|id)).*"],
  [null, ".*(birth|dob|doa|anniversary|remarks?|contact person|products?|brand|amount|value|date).*"],

  ["first_name", "f ?name|first ?name|(dr|doctor)s? first ?name|given ?name"],
  ["middle_name", "(dr|doctor)?s? ?middle ?(name|initial)s?"],
  ["last_name", "l ?name|last ?name|(dr|doctor)s? last ?name|sur ?name|family ?name"],

  ["email", "(e ?mail|mail)( ?(id|address|ids))?|(dr|doctor)s? e ?mail( ?id)?"],

  ["representative", "(assigned )?rep(resentative)?s?( ?name)?|medical rep(resentative)?( ?name)?"],
  ["representative", "(mr|psr|be|bde|fso|tbm|tso|so|me|kam|user|owner|employee|emp|fieldman)( ?name)?"],
  ["representative", "name of (the )?(mr|psr|be|so|rep|representative|employee)|(allot+ed|assigned) to"],

  ["address", "(full |clinic |hospital |postal |office )?(address|add|addr|adress)( ?(1|line ?1|details?))?"],
  ["address", "(resi(dence|dential)?|home) ?(address|add)"],

  ["contact_number", "(dr|doctor)?s? ?(mob|mobile|cell)( ?(phone|no|nos|num|number|numbers|1))*"],
  ["contact_number", "(dr|doctor)?s? ?contact( ?(no|nos|num|number|numbers|details?|1))*"],
  ["contact_number", "(dr|doctor)?s? ?(ph|phone|tel|telephone|mob ph|ph mob)( ?(no|nos|num|number|1))*"],
  [
    "contact_number",
    "whats ?app( ?(no|number))?|(clinic|hospital) (ph|phone|contact|tel|mobile)( ?(no|number))?",
  ],

  [
    "doctor_class",
    "(dr|doctor)?s? ?(class|cat|category|grade|abc)( ?(abc|a b c))?|classification|class category",
  ],
  ["doctor_class", "(dr|doctor)?s? ?(potential|tier|segment|priority|core)"],

  [
    "doctor_type",
    "(dr|doctor)?s? ?type|disp(enser|ensing)? ?(or )?(presc?r?i?b?e?r?|rx)?|(prescriber|rx) ?(or )?dispenser",
  ],

  [
    "norm",
    "norms?|calls?( ?(a|per|in a|in))? ?(month|m)?|(no|number) of (visits?|calls?)( ?(a|per|in a) month)?",
  ],
  ["norm", "(visit|call|monthly)s? ?(freq|frequency|norms?|plan)|freq(uency)?( of (visits?|calls?))?"],
  ["norm", "visits?( (a|per|in a))? month|monthly (visits?|calls?)|planned (visits?|calls?)"],

  [
    "hospital",
    "hosp(ital)?s?( ?(name|clinic|clinic name))?|(name of (the )?)?(hospital|clinic|hospital clinic)",
  ],
  [
    "hospital",
    "clinics?( ?(name|hospital|hospital name))?|nursing home( name)?|(clinic|hospital) or (clinic|hospital)",
  ],
  ["hospital", "(hospital|clinic)? ?(or )?chambers?( ?name)?"],
  [
    "hospital",
    "institut(e|ion)( name)?|work ?place|place of (work|practi[cs]e)|practi[cs]e|organi[sz]ation|centre|center",
  ],

  [
    "specialization",
    "(dr|doctor)?s? ?(spec|specs|spl|splty|spclty|speciali[sz]ation|speciali?ty|specialist|sp)",
  ],
  ["specialization", "department|dept|discipline|field|expertise"],

  ["city", "(clinic |hospital |dr |doctor )?(city|town|village)( ?(name|town|village))?"],
  ["city", "place|station|(ex )?station( name)?|(mr )?hq( ?(name|city|town))?|head ?quarters?( name)?"],
  ["city", "district|dist|taluka"],

  ["area", "area( ?name)?|locality|location|sub ?area|landmark|region|patch( name)?"],
  ["area", "(address|add|addr|adress) ?(line ?)?2"],

  ["name", "(name of (the )?)?(dr|doctor)s?( ?(full )?names?)?|(dr|doctor)s? ?full ?name|doctorsname"],
  ["name", "full ?name|(hcp|physician|customer|client|party|medical practitioner|consultant)s?( ?names?)?"],
  ["name", "names?"],
];

/** Lists of doctors. */
export const doctorList: ImportList = {
  fields: doctorImportFields,
  main: "name",
  joined: [
    { field: "name", parts: ["first_name", "middle_name", "last_name"], separator: " ", isAlternative: true },
    { field: "address", parts: ["area"], separator: ", " },
  ],
  columns: [
    ["name", doctorLabels.name],
    ["first_name", "First name"],
    ["middle_name", "Middle name"],
    ["last_name", "Last name"],
    ["specialization", doctorLabels.specialization],
    ["hospital", doctorLabels.hospital],
    ["doctor_class", doctorLabels.doctor_class],
    ["doctor_type", doctorLabels.doctor_type],
    ["contact_number", doctorLabels.contact_number],
    ["email", doctorLabels.email],
    ["address", doctorLabels.address],
    ["area", "Area (joined to the address)"],
    ["city", "City"],
    ["norm", doctorLabels.norm],
    ["representative", doctorLabels.representative_id],
  ],
  headings,
  shapes: [
    ["email", /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
    ["contact_number", /^(?:\+?91[\s-]?|0)?[6-9]\d{4}[\s-]?\d{5}(?:\s*[/,;].*)?$/],
    ["name", /^(?:dr|prof)[.\s]/i],
    [
      "specialization",
      /(?:ologist|ology|physician|surgeon|surgery|medicine|iatrics|iatrician|iatry|iatrist|obstetrics|dentist|orthopa?edics|\bent\b|\bgp\b)/i,
    ],
  ],
  fits: {
    doctor_class: (text) => classCell(text) !== undefined,
    doctor_type: (text) => typeCell(text) !== undefined,
    norm: (text) => (wholeCell(text) ?? Number.POSITIVE_INFINITY) <= maxNorm,
    contact_number: (text) => /\d/.test(text),
    email: (text) => text.includes("@"),
  },
  problem(columns) {
    const inParts = columns.has("first_name") || columns.has("last_name");
    if (!columns.has("name") && !inParts) return "Please choose which column is the doctor's name.";
    if (columns.has("name") && (inParts || columns.has("middle_name")))
      return "Please choose either the doctor's name, or first and last name.";
  },
  isEnd: ({ name = "", ...others }) => Object.keys(others).length === 0 && isSummary(name),
};
