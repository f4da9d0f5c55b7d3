import { AppError } from "@rounds/domain/errors/app-error.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { expect, test } from "vitest";
import { loggedError } from "./log.ts";

test("of a database error, only its code and the names of table and constraint are logged", async () => {
  const { pool, close } = await createTestDatabase();
  const insert =
    "insert into doctors (id, name, creation_digest, doctor_class) values (gen_random_uuid(), 'Dr. Secret', '', 'Z')";
  const error = await pool.query(insert).catch((thrown) => thrown);
  expect(String(error.detail)).toContain("Dr. Secret");
  const logged = loggedError(error);
  expect(logged).toMatchObject({ code: "23514", table: "doctors", constraint: "doctors_doctor_class_check" });
  expect(JSON.stringify(logged)).not.toContain("Secret");
  await close();
});

test("of any other error, its kind, message and stack are logged", () => {
  const logged = loggedError(new TypeError("x is not a function"));
  expect(logged).toMatchObject({ type: "TypeError", message: "x is not a function" });
  expect(JSON.stringify(logged)).toContain("log.test.ts");
  expect(loggedError("a text")).toEqual({ type: "string" });
  expect(loggedError(new AppError("not_found"))).toMatchObject({
    message: "Not found. It may have been deleted.",
  });
});
