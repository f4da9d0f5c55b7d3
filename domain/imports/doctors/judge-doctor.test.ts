import { describe, expect, test } from "vitest";
import type { ImportCells } from "../import-row.ts";
import { cleanDoctor } from "./clean-doctor.ts";
import { identityOf, type KnownDoctor, keysOf, likenessOf } from "./compare-doctors.ts";
import { judgeDoctor, type RowToJudge } from "./judge-doctor.ts";

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const meera: KnownDoctor = {
  id: id(1),
  version: 3,
  name: "Dr. Meera Iyer",
  specialization: "Cardiology",
  hospital: "Sahyadri Hospital",
  doctor_class: "A",
  doctor_type: "prescriber",
  contact_number: "+91 98220 11111",
  email: "meera@example.com",
  address: "12 MG Road, Pune",
  norm: 4,
  representative_id: id(7),
  representative: "Asha Rao",
};

function judge(cells: ImportCells, asked: Partial<RowToJudge> = {}) {
  return judgeDoctor({
    row: cleanDoctor(cells),
    known: [meera],
    others: [],
    receiver: null,
    decision: null,
    chosen_id: null,
    refusedToGive: () => null,
    ...asked,
  });
}

const short = ({ verdict, reasons, target_id }: ReturnType<typeof judge>) => [
  verdict,
  target_id,
  ...reasons.map(({ code }) => code),
];

const exported: ImportCells = {
  name: "Dr. Meera Iyer",
  specialization: "Cardiology",
  hospital: "Sahyadri Hospital",
  doctor_class: "A",
  doctor_type: "Prescriber",
  contact_number: "\t+91 98220 11111",
  email: "meera@example.com",
  address: "12 MG Road, Pune",
  norm: "4",
  representative: "Asha Rao",
};

describe("a doctor who is there", () => {
  test("is the same, as an exported list has them, and with any of their cells empty", () => {
    expect(short(judge(exported))).toEqual(["same", id(1)]);
    for (const field of Object.keys(exported).filter((key) => key !== "name"))
      expect([field, ...short(judge({ ...exported, [field]: "" }))]).toEqual([field, "same", id(1)]);
  });

  test("is the same whatever was stored, also what no row may bring in", () => {
    const odd = {
      ...meera,
      contact_number: "9.88E+09",
      hospital: "=SUM(A1)",
      representative: "Somebody else",
    };
    const cells = {
      ...exported,
      contact_number: "9.88E+09",
      hospital: "'=SUM(A1)",
      representative: "Somebody else",
    };
    expect(short(judge(cells, { known: [odd], receiver: { unknown: "Nobody is called this." } }))).toEqual([
      "same",
      id(1),
    ]);
    expect(short(judge(cells))).toEqual(["refused", null, "digits_lost"]);
  });

  test.each<[string, ImportCells]>([
    ["in another case", { name: "MEERA IYER", hospital: "sahyadri  HOSPITAL", city: "PUNE" }],
    ["by phone", { name: "Dr Meera Iyer", contact_number: "098220-11111" }],
    ["with a postal code", { name: "Meera Iyer MD", hospital: "Sahyadri Hospital", city: "Pune - 411001" }],
    ["by name alone", { name: "Meera Iyer" }],
  ])("is the same %s", (_, cells) => {
    expect(short(judge(cells))).toEqual(["same", id(1)]);
  });

  test("is updated where filled cells differ, by name, hospital and city or by phone and a name that is alike", () => {
    const place = { name: "Meera Iyer", hospital: "Sahyadri Hospital", city: "Pune" };
    const update = judge({ ...place, doctor_class: "B", norm: "2", specialization: "" });
    expect(short(update)).toEqual(["update", id(1)]);
    expect(update.changes).toEqual([
      { field: "doctor_class", from: "A", to: "B" },
      { field: "norm", from: "4", to: "2" },
    ]);
    expect(update.values).toEqual({ doctor_class: "B", norm: 2 });
    const byPhone = judge({ name: "Mira Iyer", contact_number: "9822011111", city: "Mumbai" });
    expect(short(byPhone)).toEqual(["update", id(1)]);
    expect(byPhone.values).toEqual({ name: "Mira Iyer", address: "12 MG Road, Mumbai" });
  });

  test("keeps an address whose city is the same, and a too long one with another city is refused", () => {
    expect(short(judge({ ...exported, address: "", city: "pune 411001" }))).toEqual(["same", id(1)]);
    const known = [{ ...meera, address: `${"x".repeat(490)}, Pune` }];
    const cells = { name: "Meera Iyer", contact_number: "9822011111", city: "Thiruvananthapuram" };
    expect(short(judge(cells, { known }))).toEqual(["refused", id(1), "validation_failed"]);
  });
});

describe("a person decides", () => {
  test.each<[string, ImportCells, string]>([
    [
      "the same name in the same city",
      { name: "Meera Iyer", city: "Pune", hospital: "Ruby Hall" },
      "same_name",
    ],
    ["the same name without a city", { name: "Meera Iyer", hospital: "Ruby Hall" }, "same_name"],
    ["the same phone and another name", { name: "Anil Roy", contact_number: "9822011111" }, "same_phone"],
    ["the same email address", { name: "Anil Roy", email: "MEERA@example.com" }, "same_email"],
  ])("%s", (_, cells, code) => {
    expect(short(judge(cells))).toEqual(["look", id(1), code]);
    expect(short(judge(cells, { decision: "create" }))).toEqual(["create", null]);
    expect(short(judge(cells, { decision: "skip" }))).toEqual(["skipped", null]);
    expect(short(judge(cells, { decision: "update" }))).toEqual(["update", id(1)]);
  });

  test("where two doctors are the same", () => {
    const known = [meera, { ...meera, id: id(2), hospital: "Ruby Hall" }];
    const row = judge({ name: "Mira Iyer", contact_number: "9822011111", norm: "9" }, { known });
    expect(short(row)).toEqual(["look", id(1), "several"]);
    expect(row.candidates).toEqual([id(1), id(2)]);
    expect(
      short(
        judge(
          { name: "Mira Iyer", contact_number: "9822011111", norm: "9" },
          { known, decision: "update", chosen_id: id(2) },
        ),
      ),
    ).toEqual(["update", id(2)]);
  });

  test("again where the chosen doctor was deleted", () => {
    const chosen = { decision: "update", chosen_id: id(9) } as const;
    expect(short(judge({ name: "Anil Roy" }, chosen))).toEqual(["look", null, "chosen_gone"]);
  });

  test("where two lines of the file are the same doctor, or change the same one", () => {
    const identity = identityOf(cleanDoctor({ name: "Anil Roy", city: "Kolkata" }));
    const others = [{ line: 5, identity, verdict: "create" as const, target_id: null }];
    const double = judge({ name: "DR ANIL ROY", city: "kolkata" }, { others });
    expect(short(double)).toEqual(["look", null, "same_in_file"]);
    expect(double.reasons[0]?.message).toBe("Line 5 of the file is the same doctor.");
    expect(short(judge({ name: "Anil Roy", city: "Howrah" }, { others }))).toEqual(["create", null]);
    const like = (cells: object, theirs: object) => {
      const other = {
        line: 5,
        identity: identityOf(cleanDoctor(theirs)),
        verdict: "create" as const,
        target_id: null,
      };
      return judge({ name: "Meena Das", ...cells }, { others: [other] }).reasons[0]?.message;
    };
    const contact_number = "0712 254 5454";
    expect(like({ contact_number }, { name: "Ravi Iyer", contact_number })).toBe(
      "Line 5 of the file has this number under another name.",
    );
    expect(like({ email: "clinic@x.example" }, { name: "Ravi Iyer", email: "clinic@x.example" })).toBe(
      "Line 5 of the file has this email address under another name.",
    );
    expect(like({ city: "Pune" }, { name: "Dr. Meena Das" })).toBe(
      "Line 5 of the file looks like the same doctor.",
    );
    expect(short(judge({ name: "Anil Roy", city: "Kolkata" }, { others, decision: "create" }))).toEqual([
      "create",
      null,
    ]);
    const about = (verdict: "update" | "same") => [
      { line: 6, identity: identityOf(cleanDoctor({ name: "Someone" })), verdict, target_id: id(1) },
    ];
    const changing = { ...exported, norm: "9" };
    const ofFile = ["look", id(1), "same_in_file"];
    expect(short(judge(changing, { others: about("update") }))).toEqual(ofFile);
    expect(short(judge(changing, { others: about("update"), decision: "update" }))).toEqual(ofFile);
    expect(short(judge(exported, { others: about("update") }))).toEqual(ofFile);
    expect(short(judge(changing, { others: about("same") }))).toEqual(ofFile);
    expect(short(judge(changing, { others: about("same"), decision: "update" }))).toEqual(["update", id(1)]);
    expect(short(judge(exported, { others: about("same") }))).toEqual(["same", id(1)]);
  });
});

describe("whose a doctor is", () => {
  const cells = { ...exported, representative: "Ravi" };

  test("is a difference, and everybody's is one too", () => {
    const given = judge(cells, { receiver: { id: id(8) } });
    expect(given.changes).toEqual([{ field: "representative", from: "Asha Rao", to: "Ravi" }]);
    expect(given.values).toEqual({ representative_id: id(8) });
    const released = judge({ ...cells, representative: "Everybody" }, { receiver: { id: null } });
    expect(released.values).toEqual({ representative_id: null });
    expect(
      short(judge({ ...cells, representative: "asha@example.com" }, { receiver: { id: id(7) } })),
    ).toEqual(["same", id(1)]);
  });

  test("is refused for an unknown person, and where the person may not give the doctor away", () => {
    const unknown = { receiver: { unknown: "Nobody is called Ravi." } };
    expect(short(judge(cells, unknown))).toEqual(["refused", id(1), "representative_missing"]);
    expect(short(judge({ name: "New One", representative: "Ravi" }, unknown))).toEqual([
      "refused",
      null,
      "representative_missing",
    ]);
    const refusedToGive = () => ({ field: "representative" as const, code: "not_permitted", message: "No." });
    expect(short(judge(cells, { receiver: { id: id(8) }, refusedToGive }))).toEqual([
      "refused",
      id(1),
      "not_permitted",
    ]);
    expect(short(judge({ ...exported, norm: "9" }, { refusedToGive }))).toEqual(["update", id(1)]);
  });

  test("of a new doctor is set, and not named without a cell", () => {
    expect(judge({ name: "New One", representative: "Ravi" }, { receiver: { id: id(8) } }).values).toEqual({
      name: "New One",
      representative_id: id(8),
    });
    expect(judge({ name: "New One" }).values).toEqual({ name: "New One" });
  });
});

test("rows that are like each other find each other by their keys, in either order", () => {
  const rows: ImportCells[] = [
    { name: "DR. MEERA IYER", city: "Pune" },
    { name: "Meera Iyer" },
    { name: "Meera Iyer", city: "Mumbai", contact_number: "09822011111" },
    { name: "Anil Roy", contact_number: "+91 98220 11111 / 98300 12345" },
    { name: "Anil Roy", city: "Calcutta", email: "Anil@Example.com" },
    { name: "Anil Roy", city: "Kolkatta" },
    { name: "Tara Sen", email: "anil@example.com", contact_number: "9830012345" },
    { name: "***", city: "Pune" },
  ];
  const identities = rows.map((cells) => identityOf(cleanDoctor(cells)));
  for (const one of identities)
    for (const other of identities) {
      const { kept } = keysOf(one);
      const isFound = keysOf(other).sought.some((key) => kept.includes(key));
      expect([one.name, other.name, isFound]).toEqual([
        one.name,
        other.name,
        likenessOf(one, other) !== null,
      ]);
    }
});
