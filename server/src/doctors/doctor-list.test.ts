import { addDays } from "@rounds/domain/calendar/calendar.ts";
import type {
  DoctorCreation,
  DoctorListQuery,
  DoctorPickerQuery,
} from "@rounds/domain/doctors/doctor-list.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { aDoctor, aVisit } from "@rounds/testkit/builders.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

const directory: Partial<DoctorCreation>[] = [
  {
    name: "Dr. José Álvarez",
    specialization: "Cardiology",
    hospital: "Ruby Hall",
    doctor_class: "A",
    doctor_type: "prescriber",
    address: "1 MG Road, Pune",
  },
  {
    name: "dr. jose banerjee",
    specialization: "ENT",
    hospital: "Apollo",
    doctor_class: "B",
    doctor_type: "dispenser",
    address: "2 Park Street,\nKolkata",
  },
  {
    name: "Dr. 100% Care",
    specialization: "Dental_Care",
    hospital: "A\\B Clinic",
    doctor_class: "C",
    doctor_type: null,
    address: "Pune",
  },
  {
    name: "Dr. 100 Care",
    specialization: "DentalXCare",
    hospital: "AB Clinic",
    doctor_class: null,
    doctor_type: "prescriber",
    address: "3 Hill Road, Mumbai",
  },
  {
    name: "Zoya",
    specialization: null,
    hospital: null,
    doctor_class: null,
    doctor_type: null,
    address: null,
    email: "zoya@apollo.example",
    contact_number: "cardiology",
  },
  {
    name: "Éva Nagy",
    specialization: "Pædiatrics",
    hospital: "St. Mary's",
    doctor_class: "A",
    doctor_type: "dispenser",
    address: "4, Apollo Lane, pune",
  },
];

const app = await startApp();
for (const doctor of directory) await aDoctor(app, doctor);
afterAll(() => app.close());

const list = (query: DoctorListQuery = {}) => app.call(doctorRoutes.list, { query });
const namesOf = async (query: DoctorListQuery) => (await list(query)).rows.map((doctor) => doctor.name);
const pick = async (search: string) =>
  (await app.call(doctorRoutes.pick, { query: { search } })).rows.map((doctor) => doctor.name);

const alvarez = "Dr. José Álvarez";
const banerjee = "dr. jose banerjee";
const percent = "Dr. 100% Care";
const hundred = "Dr. 100 Care";
const eva = "Éva Nagy";

test("the doctor list says on which day until today a doctor was last met", async () => {
  const ward = "Ward 7 of the General";
  const met = await aDoctor(app, { name: "Dr. Met", hospital: ward });
  const planned = await aDoctor(app, { name: "Dr. Planned", hospital: ward });
  const never = await aDoctor(app, { name: "Dr. Never", hospital: ward });
  const today = app.today();
  for (const visit_date of [addDays(today, -40), addDays(today, -3), addDays(today, -9), addDays(today, 2)]) {
    await aVisit(app, met.id, { visit_date });
  }
  await aVisit(app, met.id, { visit_date: today, status: "cancelled" });
  await aVisit(app, met.id, { visit_date: addDays(today, -1), status: "scheduled" });
  await aVisit(app, planned.id, { visit_date: addDays(today, -1), status: "scheduled" });
  const lastVisits = async () => (await list({ search: ward })).rows.map((row) => [row.name, row.last_visit]);
  const others = [
    ["Dr. Never", null],
    ["Dr. Planned", null],
  ];
  expect(await lastVisits()).toEqual([["Dr. Met", addDays(today, -3)], ...others]);
  await aVisit(app, met.id, { visit_date: today });
  expect(await lastVisits()).toEqual([["Dr. Met", today], ...others]);
  for (const doctor of [met, planned, never]) {
    await app.call(doctorRoutes.delete, { params: { id: doctor.id } });
  }
});

describe("the doctor list", () => {
  test("is ordered by name without case and accents, and counts", async () => {
    expect(await list()).toMatchObject({ total: 6, unfiltered: 6, page: 1, page_size: 10 });
    expect(await namesOf({})).toEqual([hundred, percent, alvarez, banerjee, eva, "Zoya"]);
  });

  test.each<[string, string[]]>([
    ["jose", [alvarez, banerjee]],
    ["JOSÉ", [alvarez, banerjee]],
    ["  álv  ", [alvarez]],
    ["alv", [alvarez]],
    ["eva nagy", [eva]],
    ["cardio", [alvarez]],
    ["ruby", [alvarez]],
    ["APOLLO", [banerjee]],
    ["st. mary's", [eva]],
    ["%", [percent]],
    ["100%", [percent]],
    ["_", [percent]],
    ["dental_care", [percent]],
    ["\\", [percent]],
    ["a\\b", [percent]],
    ["\\%", []],
    ["100", [hundred, percent]],
    ["nobody", []],
    ["pune", []],
    ["'; drop table doctors; --", []],
    ["zoya@apollo", []],
    ["careendental", []],
    ["álvarez josé", [alvarez]],
    ["dr. jose", [alvarez, banerjee]],
    ["dr-jose!", [alvarez, banerjee]],
    ["hall dr cardio", [alvarez]],
    ["jose nobody", []],
    ["st marys", [eva]],
    ["marys (st)", [eva]],
    ["% dental", [percent]],
    ["100% nobody", []],
    ["...", [hundred, percent, alvarez, banerjee, eva, "Zoya"]],
  ])("search %j finds %j", async (search, names) => {
    const answer = await list({ search });
    expect(answer.rows.map((doctor) => doctor.name)).toEqual(names);
    expect(answer).toMatchObject({ total: names.length, unfiltered: 6 });
  });

  test.each<[DoctorListQuery, string[]]>([
    [{ doctor_class: "A" }, [alvarez, eva]],
    [{ doctor_type: "dispenser" }, [banerjee, eva]],
    [{ doctor_class: "A", doctor_type: "dispenser" }, [eva]],
    [{ city: "Pune" }, [percent, alvarez, eva]],
    [{ city: "PUNE." }, [percent, alvarez, eva]],
    [{ city: "pune - 411001" }, [percent, alvarez, eva]],
    [{ city: "Kolkata" }, [banerjee]],
    [{ city: "1 MG Road, Pune" }, []],
    [{ city: "%" }, []],
    [{ city: "Pune", search: "jose" }, [alvarez]],
    [{ city: "Pune", search: "jose", doctor_class: "B" }, []],
    [
      { search: "", doctor_class: "", doctor_type: "", city: "" },
      [hundred, percent, alvarez, banerjee, eva, "Zoya"],
    ],
  ])("filters by %j to %j", async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
  });

  test("a page beyond the last gives the last, even if there is none", async () => {
    expect(await list({ page: 99 })).toMatchObject({ page: 1, total: 6 });
    expect(await list({ page: 99, search: "nobody" })).toMatchObject({ page: 1, total: 0, rows: [] });
  });

  test("the filters' choices are the distinct cities and whole addresses, sorted", async () => {
    expect(await app.call(doctorRoutes.places, {})).toEqual({
      cities: ["Kolkata", "Mumbai", "Pune"],
      addresses: [
        "1 MG Road, Pune",
        "2 Park Street,\nKolkata",
        "3 Hill Road, Mumbai",
        "4, Apollo Lane, pune",
        "Pune",
      ],
    });
  });

  test("every offered city and address finds its doctors", async () => {
    const { cities } = await app.call(doctorRoutes.places, {});
    for (const city of cities) expect((await list({ city })).total).toBeGreaterThan(0);
  });
});

describe("names and cities as people write them", () => {
  test("are found, and are one city in filter, choices and palette", async () => {
    const own = await startApp();
    const make = (name: string, address: string) => aDoctor(own, { name, address });
    await make("Dr. R K Gupta", "1 FC Road, Pune");
    await make("Dr. R.K. Gupte", "2 FC Road, Pune");
    await make("डॉ. फ़ातिमा", "3 FC Road, PUNE");
    await make("Dr. Ravi Kumar", "4 FC Road, Pune.");
    await make("Dr. Om", "5 FC Road, Pune - 411001");
    const names = async (query: DoctorListQuery) =>
      (await own.call(doctorRoutes.list, { query })).rows.map(({ name }) => name);
    for (const search of ["rk gup", "r k gup", "R.K. Gup"]) {
      expect(await names({ search })).toEqual(["Dr. R K Gupta", "Dr. R.K. Gupte"]);
    }
    expect(await names({ search: "फातिमा" })).toEqual(["डॉ. फ़ातिमा"]);
    const { cities } = await own.call(doctorRoutes.places, {});
    expect(cities).toEqual(["Pune"]);
    for (const city of ["Pune", "PUNE", "Pune.", "Pune - 411001"])
      expect(await names({ city })).toHaveLength(5);
    const picked = async (query: DoctorPickerQuery) =>
      (await own.call(doctorRoutes.pick, { query })).rows.map(({ name }) => name);
    expect(await picked({ search: "pune" })).toEqual([]);
    expect(await picked({ search: "pune om", also: "city" })).toEqual(["Dr. Om"]);
    await own.close();
  });
});

describe("the doctor picker", () => {
  test.each<[string, string[]]>([
    ["jose", [alvarez, banerjee]],
    ["ÁLV", [alvarez]],
    ["ent", [hundred, percent, banerjee]],
    ["dispenser", [banerjee, eva]],
    ["Disp", [banerjee, eva]],
    ["presc", [hundred, alvarez]],
    ["class c", [percent]],
    ["Class A", [alvarez, eva]],
    ["ruby", []],
    ["apollo", []],
    ["%", [percent]],
    ["%%", []],
    ["__", []],
    ["\\\\", []],
    ["d_s", []],
    ["disp%", []],
    ["nobody", []],
    ["alvarez dr", [alvarez]],
    ["class b jose", [banerjee]],
    ["jose class a", [alvarez]],
    ["jose ent disp", [banerjee]],
    ["jose presc", [alvarez]],
    ["class care", []],
  ])("%j offers %j", async (search, names) => {
    expect(await pick(search)).toEqual(names);
  });

  test("a single letter may be a class", async () => {
    expect(await pick("b")).toContain(banerjee);
    expect(await pick("c")).toContain(percent);
  });

  test("shows all by name while nothing is typed, with an option's details", async () => {
    expect(await pick("")).toEqual([hundred, percent, alvarez, banerjee, eva, "Zoya"]);
    const { rows, total } = await app.call(doctorRoutes.pick, {});
    expect(total).toBe(6);
    expect(rows[2]).toEqual({
      id: expect.any(String),
      name: alvarez,
      specialization: "Cardiology",
      doctor_type: "prescriber",
      doctor_class: "A",
      hospital: "Ruby Hall",
      city: "Pune",
      group: "others",
    });
  });
});

describe("with many doctors", () => {
  beforeAll(async () => {
    await Promise.all(
      Array.from({ length: 25 }, (_, n) => aDoctor(app, { name: `Page ${String(n).padStart(2, "0")}` })),
    );
  });

  test("every doctor is on exactly one page", async () => {
    const seen: string[] = [];
    for (const page of [1, 2, 3]) seen.push(...(await namesOf({ search: "page ", page })));
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `Page ${String(n).padStart(2, "0")}`));
    expect((await list({ search: "page ", page: 3 })).rows).toHaveLength(5);
    expect(await list({ search: "page ", page: 4 })).toMatchObject({ page: 3, total: 25, unfiltered: 31 });
  });

  test("doctors with the same name keep their order from page to page", async () => {
    await Promise.all(Array.from({ length: 24 }, () => aDoctor(app, { name: "Twin" })));
    const ids: string[] = [];
    for (const page of [1, 2, 3])
      ids.push(...(await list({ search: "twin", page })).rows.map((row) => row.id));
    expect(new Set(ids).size).toBe(24);
  });

  test("the picker offers the first twenty", async () => {
    expect(await pick("page")).toHaveLength(20);
  });
});
