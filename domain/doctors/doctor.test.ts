import { describe, expect, test } from "vitest";
import { cityOf } from "./city.ts";
import { doctor, doctorInput } from "./doctor.ts";
import { doctorCreation, doctorListQuery, doctorUpdate } from "./doctor-list.ts";

describe("the city of an address", () => {
  test.each([
    [null, ""],
    ["", ""],
    ["Pune", "Pune"],
    ["12 MG Road, Pune", "Pune"],
    ["12 MG Road,Pune", "Pune"],
    ["12 MG Road, Shivaji Nagar,  Pune ", "Pune"],
    ["12 MG Road,\nPune", "Pune"],
    ["12 MG Road, Pune, ", ""],
    [",", ""],
    ["Pune 411001", "Pune 411001"],
    ["MG Road; Pune", "MG Road; Pune"],
  ])("%j is %j", (address, city) => {
    expect(cityOf(address)).toBe(city);
  });
});

const fieldsOf = (value: unknown) =>
  [...new Set(doctorInput.safeParse(value).error?.issues.map((issue) => issue.path.join(".")))].sort();

describe("what a person may set of a doctor", () => {
  test("a name is enough", () => {
    expect(doctorInput.parse({ name: " Dr. Asha Rao " })).toEqual({
      name: "Dr. Asha Rao",
      specialization: null,
      hospital: null,
      doctor_class: null,
      doctor_type: null,
      contact_number: null,
      email: null,
      address: null,
    });
  });

  test("every field has its limit", () => {
    const longest = {
      name: "n".repeat(200),
      specialization: "s".repeat(200),
      hospital: "h".repeat(200),
      doctor_class: "C",
      doctor_type: "prescriber",
      contact_number: "9".repeat(50),
      email: `${"e".repeat(252)}@x`,
      address: "a".repeat(500),
      norm: 31,
      representative_id: "0197a3b0-0000-7000-8000-00000000abcd",
    };
    expect(doctorInput.parse(longest)).toEqual(longest);
    const longer = Object.fromEntries(Object.entries(longest).map(([field, text]) => [field, `${text}x`]));
    expect(fieldsOf(longer)).toEqual(Object.keys(longest).sort());
  });

  test.each(["asha", "asha@", "@example.com", "a b@example.com", "a@b@c", "a@b c"])(
    "%j is not an email address",
    (email) => {
      expect(fieldsOf({ name: "Asha", email })).toEqual(["email"]);
    },
  );

  test("nothing that the server owns can be set", () => {
    for (const field of [
      "id",
      "version",
      "created_at",
      "updated_at",
      "created_by",
      "updated_by",
      "city",
      "search",
    ]) {
      expect(doctorInput.safeParse({ name: "Asha", [field]: "x" }).success).toBe(false);
    }
    expect(Object.keys(doctor.shape).sort()).toEqual(
      [
        ...Object.keys(doctorInput.shape),
        "id",
        "version",
        "created_at",
        "updated_at",
        "created_by",
        "updated_by",
      ].sort(),
    );
  });

  test("a creation has an id, an update has the version that it started from", () => {
    const id = "0197A3B0-0000-7000-8000-00000000ABCD";
    expect(doctorCreation.parse({ id, name: "Asha" }).id).toBe(id.toLowerCase());
    for (const wrong of [undefined, "", "1", "not-a-uuid", 5, `${id}0`, `{${id}}`]) {
      expect(doctorCreation.safeParse({ id: wrong, name: "Asha" }).success).toBe(false);
    }
    expect(doctorUpdate.parse({ version: 1, name: "Asha" }).version).toBe(1);
    for (const wrong of [undefined, 0, -1, 1.5, "1", 2_147_483_648, null]) {
      expect(doctorUpdate.safeParse({ version: wrong, name: "Asha" }).success).toBe(false);
    }
  });
});

describe("the filters of the doctor list", () => {
  test("default to no filter and the first page", () => {
    const none = {
      ...{ search: "", doctor_class: "", doctor_type: "", city: "", representative: "" },
      ...{ page: 1, page_size: 10 },
    };
    expect(doctorListQuery.parse({})).toEqual(none);
    expect(doctorListQuery.parse({ utm_source: "mail" })).toEqual(none);
  });

  test("take the city of any address", () => {
    const address = "a".repeat(500);
    expect(doctorListQuery.parse({ city: cityOf(address) }).city).toBe(address);
  });

  test.each([{ doctor_class: "D" }, { doctor_class: "a" }, { doctor_type: "Dispenser" }, { page: "0" }])(
    "refuse %j",
    (query) => {
      expect(doctorListQuery.safeParse(query).success).toBe(false);
    },
  );
});
