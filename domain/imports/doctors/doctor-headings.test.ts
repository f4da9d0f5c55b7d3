import { describe, expect, test } from "vitest";
import { cellsOf, mappingProblem } from "../column-fields.ts";
import { guessFromValues, guessMapping, headingLine, mappingUsedLast } from "../headings.ts";
import type { ColumnField } from "../import-fields.ts";

describe("a heading", () => {
  const fields: Partial<Record<ColumnField, string[]>> = {
    name: [
      ...["Dr. Name", "DR NAME", "Doctor's Name", "Name of Doctor", "Name of the Dr.", "DrName", "DR_NAME"],
      ...["Name", "Doctor Name *", "HCP Name", "Doctors", "Customer Name", "Dr Full Name", "Party Name"],
    ],
    first_name: ["First Name", "F.Name", "Dr. First Name"],
    middle_name: ["Middle Name", "MIDDLE INITIAL"],
    last_name: ["Last Name", "Surname", "L Name"],
    specialization: [
      "Speciality",
      "Specialty",
      "Spec.",
      "SPL",
      "Specialisation",
      "Dr Speciality",
      "Dept",
      "Expertise",
    ],
    hospital: [
      "Clinic",
      "Hospital/Clinic",
      "Hospital Name",
      "Nursing Home",
      "HOSP",
      "Clinic / Hospital Name",
      "Hospital/Chamber",
      "Chamber",
    ],
    doctor_class: ["Class", "Cat", "Category", "CATEGORY (A/B/C)", "Grade", "Dr. Class", "Dr Cat."],
    doctor_type: ["Type", "Dr. Type", "Doctor Type", "Dispenser/Prescriber"],
    contact_number: [
      ...[
        "Mob",
        "Mob.",
        "Mobile No.",
        "MOBILE",
        "Contact No",
        "Contact Number",
        "Ph. No.",
        "Phone",
        "Cell No",
      ],
      ...["Tel.", "WhatsApp No", "Dr. Mobile", "Ph/Mob", "Contact Details", "Mobile Number (10 digits)"],
    ],
    email: ["Email", "E-mail", "E-Mail ID", "Mail Id", "Email Address"],
    address: ["Address", "Clinic Address", "ADD.", "Address 1", "Address Line 1", "Full Address", "Adress"],
    area: ["Area", "AREA NAME", "Locality", "Location", "Address 2", "Address Line 2"],
    city: ["City", "HQ", "H.Q.", "Head Quarter", "Town", "Place", "Station", "City/Town", "District"],
    norm: [
      "Calls a month",
      "Norm",
      "Visit Frequency",
      "Freq",
      "No. of Visits",
      "Visits/Month",
      "Calls per month",
    ],
    representative: [
      "Representative",
      "MR Name",
      "Rep",
      "PSR",
      "BE Name",
      "Assigned to",
      "Name of MR",
      "TBM",
    ],
  };
  test.each(Object.entries(fields))("means %s", (field, headings) => {
    for (const heading of headings)
      expect([heading, guessMapping("doctors", [heading])]).toEqual([heading, [field]]);
  });

  test.each([
    ...[
      "S.No",
      "Sr. No.",
      "SL NO",
      "MCL No",
      "Dr Code",
      "UIN",
      "Reg. No.",
      "DOB",
      "Date of Birth",
      "Remarks",
    ],
    ...["Contact Person", "Qualification", "", "   ", "Stockist", "Dr. A. K. Sharma", "x".repeat(500)],
  ])("of something else, such as %j, is left out", (heading) =>
    expect(guessMapping("doctors", [heading])).toEqual([null]),
  );
});

describe("the mapping of a sheet", () => {
  test("gives no field to two columns; the more exact heading gets it", () => {
    expect(
      guessMapping("doctors", ["HQ", "Town", "Phone", "Mobile", "Name", "Doctor Name", "Mobile 1"]),
    ).toEqual([...[null, "city", null, "contact_number", null, "name", null]]);
  });

  test("finds again what Rounds itself writes, in its lists and in rows to be corrected", () => {
    const headings = ["Doctor Name", "Specialization", "Hospital/Clinic", "Doctor Class", "Doctor Type"];
    const rest = ["Contact Number", "Email", "Address", "City", "Calls a month", "Representative"];
    expect(guessMapping("doctors", ["Line", ...headings, ...rest, "What is wrong"])).toEqual([
      ...[null, "name", "specialization", "hospital", "doctor_class", "doctor_type"],
      ...["contact_number", "email", "address", "city", "norm", "representative", null],
    ]);
  });

  test("has first and last name only if there is no full name", () => {
    expect(guessMapping("doctors", ["First Name", "Last Name", "City"])).toEqual([
      "first_name",
      "last_name",
      "city",
    ]);
    expect(guessMapping("doctors", ["Dr Name", "First Name", "Last Name"])).toEqual(["name", null, null]);
  });

  test("is completed by values where headings say nothing", () => {
    const columns = [
      ["Dr. A Rao", "DR S PILLAI", ""],
      ["9876543210", "+91 98765 43210", "9123456780 / 9123456781"],
      ["9876543210", "9876543211", "9876543212"],
      ["a@b.in", "c@d.in", "n/a"],
      ["Pune", "", "Mumbai"],
    ];
    const headings = ["Column A", "Column B", "Reg. No.", "", "Column E"];
    expect(guessFromValues("doctors", [null, null, null, null, null], headings, columns)).toEqual([
      ...["name", "contact_number", null, "email", null],
    ]);
    expect(
      guessFromValues("doctors", ["name", null, null, null, null], ["Name", "x", "y", "z", "w"], columns),
    ).toEqual([...["name", "contact_number", null, "email", null]]);
  });

  test("whose values can't be what its heading says is what they look like, or nothing", () => {
    const guess = (heading: string, values: string[]) =>
      guessFromValues("doctors", guessMapping("doctors", [heading]), [heading], [values])[0];
    expect(guess("Category", ["A", "Super Core", "-", "Gold"])).toBe("doctor_class");
    expect(
      guess("Category", ["Orthopedic surgeon", "Unspecified", "ENT Specialist", "Psychiatrist", "GP"]),
    ).toBe("specialization");
    expect(guess("Category", ["Private", "Government"])).toBeNull();
    expect(guess("Category", ["A", "ZZ"])).toBe("doctor_class");
    expect(guess("Category", ["", "Not specified"])).toBe("doctor_class");
    expect(guess("Type", ["Private", "Government", "Dispenser"])).toBeNull();
    expect(guess("Contact", ["Mr. Rao", "asks for Meena", "9876543210"])).toBeNull();
    expect(guess("Norm", ["daily", "weekly"])).toBeNull();
    expect(guess("E-mail", ["Rao", "rao@example.com", "none", "Das"])).toBeNull();
    expect(guess("Reg. No.", ["9876543210", "9876543211"])).toBeNull();
  });

  test("that was used last for the same headings is found, however they are written", () => {
    const used = (headings: string[], fields: (ColumnField | null)[]) => ({
      noun: "doctors" as const,
      mapping: headings.map((heading, at) => ({ heading, field: fields[at] ?? null })),
    });
    const imports = [
      used(["Dr. Name", "Place"], ["name", "area"]),
      used(["dr name", "place"], ["name", "city"]),
      used(["Name"], ["name"]),
    ];
    expect(mappingUsedLast("doctors", ["DR NAME", "Place "], imports)).toEqual(["name", "area"]);
    expect(mappingUsedLast("doctors", ["Place", "Dr. Name"], imports)).toBeUndefined();
  });

  test("needs a name and no field twice", () => {
    expect(mappingProblem("doctors", ["name", null, "city"])).toBeUndefined();
    expect(mappingProblem("doctors", ["first_name", "last_name"])).toBeUndefined();
    expect(mappingProblem("doctors", ["city", null])).toBe(
      "Please choose which column is the doctor's name.",
    );
    expect(mappingProblem("doctors", ["name", "city", "city"])).toMatch("Two columns");
    expect(mappingProblem("doctors", ["name", "last_name"])).toMatch("either");
    expect(mappingProblem("doctors", ["name", "middle_name"])).toMatch("either");
  });
});

describe("the line with the headings", () => {
  test("is found below a title and above the doctors", () => {
    const rows = [
      ["ABC PHARMA PVT LTD - DOCTOR LIST", "", ""],
      ["HQ: Nagpur", "Month: Jan-25", ""],
      [],
      ["S.No", "Dr. Name", "Speciality"],
      ["1", "DR A K SHARMA", "CARDIO"],
    ];
    expect(headingLine("doctors", rows)).toBe(3);
  });

  test("is the one with most fields", () => {
    expect(
      headingLine("doctors", [
        ["Name", "Contact", ""],
        ["Name", "Mobile", "Email", "City"],
        ["a", "b"],
      ]),
    ).toBe(1);
  });

  test("can be a name alone in a list of one column, but no title", () => {
    expect(headingLine("doctors", [["Doctor Name"], ["Dr. Rao"], ["Dr. Iyer"]])).toBe(0);
    expect(headingLine("doctors", [["Doctors"], ["Dr. Rao", "Pune"], ["Dr. Iyer", "Pune"]])).toBe(-1);
  });

  test("is missing among doctors only", () => {
    expect(
      headingLine("doctors", [
        ["Dr. Rao", "Pune", "9876543210"],
        ["Dr. Iyer", "City Hospital", ""],
      ]),
    ).toBe(-1);
    expect(headingLine("doctors", [])).toBe(-1);
  });
});

test("the cells of a row: parts of names and addresses are joined, empty cells are left out", () => {
  const mapping = ["first_name", "middle_name", "last_name", "address", "area", "city"] as const;
  expect(cellsOf("doctors", mapping, [" Asha ", "K.", "Rao", "12, MG Road", "Camp", ""])).toEqual({
    name: "Asha K. Rao",
    address: "12, MG Road, Camp",
  });
  expect(cellsOf("doctors", ["area", "name"], ["Camp"])).toEqual({ address: "Camp" });
  expect(cellsOf("doctors", mapping, ["Asha", "NA", "Rao", "12 MG Road", "N/A", ""])).toEqual({
    name: "Asha Rao",
    address: "12 MG Road",
  });
  expect(cellsOf("doctors", ["address", "area"], ["-", "Camp"])).toEqual({ address: "Camp" });
});
